import ByteCoding
import SansIO
import ZCL
import Zigbee

/// What a device wants to put on the air.
enum DeviceOutput: Hashable, Sendable {
  case frame(AirFrame)
  /// To a device that is known by its long address alone: a binding.
  case frameToAddress(AirFrame, IEEEAddress)
  case leave(rejoins: Bool)
}

/// The part that every virtual device has: identity, descriptors, attributes, bindings, reporting, sleep.
/// The application on top changes attributes through it, so that reports follow.
struct DeviceCore: Sendable {
  static let endpoint = EndpointID(1)
  /// Application bytes in one unfragmented message.
  static let longestPayload = 82

  let name: String
  let kind: DeviceKind
  var attributes: AttributeTable
  var server: DeviceObjectServer
  var reporting = ReportingTable()
  var sleep: SleepSchedule?
  var groups: [GroupID] = []
  var identifyUntil: MonotonicInstant?
  var sequence: UInt8 = 0
  var outputs: [DeviceOutput] = []
  var generator: SeededGenerator
  var factoryAttributes: AttributeTable

  var ieee: IEEEAddress { server.ieee }
  var address: NetworkAddress { server.address }
  var isJoined: Bool { server.address != .unknown }
  var isSleepy: Bool { sleep != nil }

  mutating func nextSequence() -> UInt8 {
    sequence &+= 1
    return sequence
  }

  // MARK: Attributes

  func integer(_ cluster: ClusterID, _ attribute: UInt16) -> Int64 {
    attributes.integer(AttributePath(Self.endpoint, cluster, attribute))
  }

  func value(_ cluster: ClusterID, _ attribute: UInt16) -> ZCLValue? {
    attributes[AttributePath(Self.endpoint, cluster, attribute)]?.value
  }

  /// Sets a value that the device itself measured or decided.
  mutating func set(_ path: AttributePath, _ value: ZCLValue) {
    guard var slot = attributes[path], slot.value != value else { return }
    slot.value = value
    attributes[path] = slot
    reporting.valueChanged(path, to: value)
  }

  /// Sets a number, held within what the type can carry.
  mutating func set(_ cluster: ClusterID, _ attribute: UInt16, _ number: Int64) {
    let path = AttributePath(Self.endpoint, cluster, attribute)
    guard let type = attributes[path]?.type, let value = AttributeTable.value(number: Double(number), type)
    else { return }
    set(path, value)
  }

  // MARK: Sending

  mutating func send(_ frame: ZCLFrame, cluster: ClusterID, to destination: AirFrame.Destination) {
    outputs.append(.frame(airFrame(frame, cluster: cluster, to: destination)))
  }

  /// A command of a cluster that we serve, to the coordinator.
  mutating func notify(
    _ cluster: ClusterID, _ command: UInt8, _ payload: [UInt8], sequence: UInt8? = nil,
    disablesDefaultResponse: Bool = false
  ) {
    let frame = ZCLFrame(
      kind: .cluster, direction: .serverToClient, disablesDefaultResponse: disablesDefaultResponse,
      sequence: sequence ?? nextSequence(), command: CommandID(command), payload: payload)
    send(frame, cluster: cluster, to: .device(.coordinator))
  }

  private func airFrame(
    _ frame: ZCLFrame, cluster: ClusterID, to destination: AirFrame.Destination,
    endpoint: EndpointID = EndpointID(1)
  ) -> AirFrame {
    AirFrame(
      from: address, Self.endpoint, to: destination, endpoint, profile: .homeAutomation, cluster: cluster,
      payload: frame.encodedBytes)
  }

  /// Reports attributes of one cluster at once to `destination`, as the reporting engine or a script asks.
  mutating func report(_ paths: [AttributePath], to destination: AirFrame.Destination) {
    guard let cluster = paths.first?.cluster else { return }
    outputs.append(.frame(airFrame(reportFrame(paths), cluster: cluster, to: destination)))
  }

  private mutating func reportFrame(_ paths: [AttributePath]) -> ZCLFrame {
    let records = paths.compactMap { path in
      attributes[path].map {
        AttributeRecord(attribute: path.attribute, value: TypedValue($0.type, $0.value))
      }
    }
    return .global(
      GlobalCommand.reportAttributes, ReportAttributes(records), direction: .serverToClient,
      sequence: nextSequence())
  }

  /// Sends what the reporting configuration says is due, to every binding of the cluster.
  mutating func sendDueReports(at now: MonotonicInstant) {
    let attributes = attributes
    let due = reporting.takeDue(at: now) { attributes[$0]?.value }
    guard isJoined else { return }
    for (cluster, paths) in Dictionary(grouping: due, by: \.cluster).sorted(by: { $0.key < $1.key }) {
      for binding in server.bindings where binding.cluster == cluster {
        let frame = reportFrame(paths)
        switch binding.destination {
        case .group(let group):
          outputs.append(.frame(airFrame(frame, cluster: cluster, to: .group(group), endpoint: .all)))
        case .device(let ieee, let endpoint):
          outputs.append(
            .frameToAddress(
              airFrame(frame, cluster: cluster, to: .device(.unknown), endpoint: endpoint), ieee))
        }
      }
    }
  }

  // MARK: Joining

  /// Forgets the network and what was configured in it, as a factory reset does.
  mutating func forgetNetwork() {
    server.address = .unknown
    server.bindings.removeAll()
    reporting.removeAll()
    groups.removeAll()
    identifyUntil = nil
  }

  mutating func announce() {
    let announcement = DeviceAnnounce(networkAddress: address, ieee: ieee, capability: server.node.capability)
    outputs.append(
      .frame(
        AirFrame(
          from: address, .deviceObject, to: .broadcast(.broadcastRxOnWhenIdle), .deviceObject,
          profile: .deviceProfile, cluster: .deviceAnnounce,
          payload: ZDOMessage(sequence: nextSequence(), announcement).payload)))
  }
}
