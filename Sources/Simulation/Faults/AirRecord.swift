import ByteCoding
import SansIO
import ZCL
import Zigbee

/// What truly went over the air: every attribute value that a device sent, and every command that reached one.
/// What comes out at the other end is judged by it.
package struct AirRecord: Sendable {
  private struct CommandKey: Hashable, Sendable {
    var device: IEEEAddress
    var cluster: ClusterID
    var command: CommandID
  }

  private struct Key: Hashable, Sendable {
    var device: IEEEAddress
    var endpoint: EndpointID
    var cluster: ClusterID
    var attribute: AttributeID
  }

  private var values: [Key: Set<TypedValue>] = [:]
  package private(set) var count = 0
  private var commands: [CommandKey: Int] = [:]

  package init() {}

  mutating func noteSent(_ frame: AirFrame, from device: IEEEAddress) {
    guard frame.sourceEndpoint != .deviceObject, let message = try? ZCLFrame(prefixOf: frame.payload),
      message.kind == .global
    else { return }
    switch message.command {
    case GlobalCommand.reportAttributes:
      for record in (try? ReportAttributes(prefixOf: message.payload))?.records ?? [] {
        insert(record.value, device, frame, record.attribute)
      }
    case GlobalCommand.readAttributesResponse:
      for record in (try? ReadAttributesResponse(prefixOf: message.payload))?.list.records ?? [] {
        if let value = record.value { insert(value, device, frame, record.attribute) }
      }
    default: break
    }
  }

  private mutating func insert(
    _ value: TypedValue, _ device: IEEEAddress, _ frame: AirFrame, _ attribute: AttributeID
  ) {
    count += 1
    let key = Key(
      device: device, endpoint: frame.sourceEndpoint, cluster: frame.cluster, attribute: attribute)
    values[key, default: []].insert(value)
  }

  /// What the device sent of this attribute.
  package func all(
    _ device: IEEEAddress, _ endpoint: EndpointID, _ cluster: ClusterID, _ attribute: AttributeID
  ) -> Set<TypedValue> {
    values[Key(device: device, endpoint: endpoint, cluster: cluster, attribute: attribute)] ?? []
  }

  mutating func noteReceived(_ frame: AirFrame, by device: IEEEAddress) {
    guard frame.destinationEndpoint != .deviceObject, let message = try? ZCLFrame(prefixOf: frame.payload),
      message.kind == .cluster
    else { return }
    commands[
      CommandKey(device: device, cluster: frame.cluster, command: message.command), default: 0] += 1
  }

  /// How often a cluster's command reached a device.
  package func commandCount(_ device: IEEEAddress, _ cluster: ClusterID, _ command: CommandID) -> Int {
    commands[CommandKey(device: device, cluster: cluster, command: command)] ?? 0
  }
}
