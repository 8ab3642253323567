import GatewayCore
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// Devices as their interviews end.
enum Devices {
  static func device(
    _ ieee: UInt64, model: String, endpoint: UInt8 = 1, clusters: [ClusterID]
  ) -> ZigbeeDevice {
    var device = ZigbeeDevice(
      ieee: IEEEAddress(rawValue: ieee), networkAddress: NetworkAddress(rawValue: UInt16(ieee & 0x7FFF)),
      joinedAt: WallTime(milliseconds: 1_789_000_000_000))
    device.modelIdentifier = model
    device.manufacturerName = "ACME"
    device.softwareBuild = "V1.02.040"
    device.hardwareVersion = 3
    device.interview = .complete
    device.linkQuality = LinkQuality(rawValue: 204)
    device.endpoints = [
      ZigbeeEndpoint(
        id: EndpointID(endpoint), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x000A),
        inputClusters: clusters)
    ]
    return device
  }

  static let lock = device(
    0x0012_4B00_1BA5_09C1, model: "ZG01182510002", endpoint: 10,
    clusters: [.basic, .powerConfiguration, .identify, .alarms, .doorLock, .onOff])
  static let lockName = "ZG01182510002"
  static let lamp = device(
    0x0017_8801_0201_0304, model: "LWB010", clusters: [.basic, .onOff, .levelControl, .colorControl])
  static let lampName = "0017880102010304"
  static let sensor = device(
    0x0015_8D00_0123_4567, model: "TH1", clusters: [.basic, .powerConfiguration, .temperatureMeasurement])

  static let pin = Secret(Array("482915".utf8))
  static let unlock = GatewayFunction.openLock(LockCommand(.unlock, pin: pin))
  static let lockIt = GatewayFunction.openLock(LockCommand(.lock))

  static func lockEvent(
    code: DoorLock.OperationCode = .unlock, sequence: UInt8 = 1, token: UInt64? = 7, pin: [UInt8]? = nil
  ) -> HostEvent {
    let event = DoorLock.OperationEvent(
      source: DoorLock.EventSource(rawValue: 0), code: code, userID: 3,
      pin: pin.map { DoorLock.EventCode(code: $0) } ?? DoorLock.EventCode.none,
      tail: DoorLock.EventTail(localTime: 700_000_000, data: []))
    return .command(
      DeviceCommand(
        device: lock.ieee, endpoint: EndpointID(10), cluster: .doorLock,
        frame: ZCLFrame(event, sequence: sequence),
        token: token.map { AcknowledgementToken(rawValue: $0) }))
  }

  static func report(
    _ device: ZigbeeDevice, _ cluster: ClusterID, _ attribute: UInt16, _ value: TypedValue,
    origin: AttributeUpdate.Origin = .report, token: UInt64? = nil
  ) -> HostEvent {
    .attributes(
      AttributeUpdate(
        device: device.ieee, endpoint: device.endpoints[0].id, cluster: cluster, origin: origin,
        records: [.init(attribute: AttributeID(attribute), value: value)],
        token: token.map { AcknowledgementToken(rawValue: $0) }))
  }
}
