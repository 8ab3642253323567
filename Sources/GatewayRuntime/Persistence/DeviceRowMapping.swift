import GatewayCore
import JSON
import SansIO
import Storage
import ZCL
import Zigbee
import ZigbeeHost

/// A device and its endpoints as rows, and back.
enum DeviceRowMapping {
  static func changes(_ record: DeviceRecord) -> [StoreChange] {
    let device = record.device
    let ieee = device.ieee.rawValue
    return [
      .putDevice(row(record)),
      .putEndpoints(
        ieee: ieee,
        device.endpoints.map {
          EndpointRow(
            ieee: ieee, endpoint: $0.id.rawValue, profile: $0.profile.rawValue,
            deviceID: $0.deviceID.rawValue, deviceVersion: $0.deviceVersion,
            inputClusters: $0.inputClusters.map(\.rawValue),
            outputClusters: $0.outputClusters.map(\.rawValue))
        }),
    ]
  }

  private static func row(_ record: DeviceRecord) -> DeviceRow {
    let device = record.device
    var row = DeviceRow(
      ieee: device.ieee.rawValue, networkAddress: device.networkAddress.rawValue,
      joinedAt: device.joinedAt.milliseconds)
    row.friendlyName = record.name
    row.manufacturerName = device.manufacturerName
    row.modelIdentifier = device.modelIdentifier
    row.softwareBuild = device.softwareBuild
    row.hardwareVersion = device.hardwareVersion
    row.applicationVersion = device.applicationVersion
    row.powerSource = device.powerSource
    row.nodeDescriptor = device.nodeDescriptor
    row.isRouter = device.isRouter
    row.isSleepy = device.isSleepy
    row.isMainsPowered = device.isMainsPowered
    row.manufacturerCode = device.manufacturerCode?.rawValue
    row.lastSeen = device.lastSeen.milliseconds
    row.linkQuality = device.linkQuality?.rawValue
    row.signalStrength = device.signalStrength
    row.parent = device.parent?.rawValue
    switch device.interview {
    case .waiting(let step):
      row.interviewState = "waiting"
      row.interviewStep = step.rawValue
    case .stopped(let step, let reason):
      row.interviewState = "stopped"
      row.interviewStep = step.rawValue
      row.interviewReason = reason
    case .complete:
      row.interviewState = "complete"
    }
    row.isAvailable = device.isAvailable
    if let id = record.decidedDeviceID {
      row.extra = (["deviceId": .string(id)] as JSONValue).encoded()
    }
    return row
  }

  static func records(_ stored: StoredState) -> [DeviceRecord] {
    let endpoints = Dictionary(grouping: stored.endpoints, by: \.ieee)
    return stored.devices.filter { !$0.isRemoved }.map { row in
      let device = device(row, endpoints: endpoints[row.ieee] ?? [])
      let extra = try? JSONValue(parsing: row.extra, limits: JSONLimits())
      return DeviceRecord(
        device: device, name: row.friendlyName, decidedDeviceID: extra?["deviceId"]?.stringValue)
    }
  }

  private static func device(_ row: DeviceRow, endpoints: [EndpointRow]) -> ZigbeeDevice {
    var device = ZigbeeDevice(
      ieee: IEEEAddress(rawValue: row.ieee), networkAddress: NetworkAddress(rawValue: row.networkAddress),
      joinedAt: WallTime(milliseconds: row.joinedAt))
    device.nodeDescriptor = row.nodeDescriptor
    device.isRouter = row.isRouter
    device.isSleepy = row.isSleepy
    device.isMainsPowered = row.isMainsPowered
    device.manufacturerCode = row.manufacturerCode.map { ManufacturerCode(rawValue: $0) }
    device.endpoints = endpoints.sorted { $0.endpoint < $1.endpoint }.map {
      ZigbeeEndpoint(
        id: EndpointID($0.endpoint), profile: ProfileID(rawValue: $0.profile),
        deviceID: DeviceID(rawValue: $0.deviceID), deviceVersion: $0.deviceVersion,
        inputClusters: $0.inputClusters.map { ClusterID(rawValue: $0) },
        outputClusters: $0.outputClusters.map { ClusterID(rawValue: $0) })
    }
    device.manufacturerName = row.manufacturerName
    device.modelIdentifier = row.modelIdentifier
    device.softwareBuild = row.softwareBuild
    device.hardwareVersion = row.hardwareVersion
    device.applicationVersion = row.applicationVersion
    device.powerSource = row.powerSource
    device.lastSeen = WallTime(milliseconds: row.lastSeen)
    device.linkQuality = row.linkQuality.map { LinkQuality(rawValue: $0) }
    device.signalStrength = row.signalStrength
    device.parent = row.parent.map { NetworkAddress(rawValue: $0) }
    device.isAvailable = row.isAvailable
    let step = InterviewState.Step(rawValue: row.interviewStep) ?? .nodeDescriptor
    switch row.interviewState {
    case "complete": device.interview = .complete
    case "stopped": device.interview = .stopped(step: step, reason: row.interviewReason ?? "")
    default: device.interview = .waiting(step: step)
    }
    return device
  }
}
