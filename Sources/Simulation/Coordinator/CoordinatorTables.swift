import SansIO
import Zigbee

/// One of the host's endpoints in one group.
struct GroupMembership: Hashable, Sendable {
  static let limit = 32
  var endpoint: EndpointID
  var group: GroupID
  var name: [UInt8]
}

/// A device of the association table: those whose parent or neighbour the coordinator is.
package struct Association: Hashable, Sendable {
  var ieee: IEEEAddress
  var address: NetworkAddress
  /// 1 sleeping child, 4 router that always listens, 5 neighbour.
  var relation: UInt8
  var quality: UInt8

  /// The firmware's structure, 36 bytes aligned and 28 packed; nil gives an unused record.
  static func record(_ association: Self?, index: UInt16, aligned: Bool) -> [UInt8] {
    var writer = StructureWriter(aligned: aligned)
    writer.write(association?.address.rawValue ?? 0xFFFE)
    writer.write(association == nil ? 0xFFFF : index)
    // Relation, status, children, age.
    writer.write([association?.relation ?? 0xFF, association == nil ? 0xFF : 0x81, 0, 0])
    // Link: sent, cost, quality, key sequence, frame counter, failures.
    writer.write([0, 1, association?.quality ?? 0, 0])
    writer.write(UInt32(0))
    writer.write(UInt16(0))
    // Ageing: configuration, time-out; then the counter and whether a keep-alive came.
    if aligned { writer.write([0, 0]) }
    writer.write([0])
    writer.write(UInt32(15_360))
    writer.write(UInt32(0))
    writer.write([0])
    return writer.finished()
  }
}

/// An outgoing message whose data the host stores in pieces before it is sent.
struct HugeRequest: Hashable, Sendable {
  var frame: AirFrame
  var confirmation: Confirmation?
  var missing: Int
}

/// An incoming message that is too long for one serial frame; the host fetches it in pieces.
struct HugeMessage: Hashable, Sendable {
  static let limit = 8
  var timestamp: UInt32
  var data: [UInt8]
}

/// One step of starting, with the state or the notification that it shows the host.
enum StartStep: Hashable, Sendable {
  case deviceState(UInt8)
  case notification([UInt8])
  case form
}

struct EnergyScan: Hashable, Sendable {
  var source: NetworkAddress
  var sequence: UInt8
  var channels: UInt32
}
