import ByteCoding
import RadioInterface
import Zigbee

/// AF_INCOMING_MSG and AF_INCOMING_MSG_EXT: one application message.
struct IncomingMessage: Hashable, Sendable {
  var indication: APSIndication
  /// Set when the message did not fit: it waits in the adapter under this stamp, this long.
  var waiting: (timestamp: UInt32, length: Int)?

  static func == (left: Self, right: Self) -> Bool {
    left.indication == right.indication && left.waiting?.timestamp == right.waiting?.timestamp
      && left.waiting?.length == right.waiting?.length
  }

  func hash(into hasher: inout Hasher) { hasher.combine(indication) }

  /// Bytes behind the data that newer firmware appends: MAC source and remaining radius.
  private static let appendixLength = 3

  /// `group, cluster, source, endpoints, broadcast, lqi, security, time, number, length, data`.
  init(plain payload: [UInt8]) throws(DecodingFailure) {
    self = try payload.withReader { (reader) throws(DecodingFailure) in
      let group = try reader.readUInt16LE()
      let cluster = ClusterID(rawValue: try reader.readUInt16LE())
      let source = try NetworkAddress(from: &reader)
      let sourceEndpoint = EndpointID(rawValue: try reader.readUInt8())
      let endpoint = EndpointID(rawValue: try reader.readUInt8())
      let broadcast = try reader.readUInt8()
      let quality = LinkQuality(rawValue: try reader.readUInt8())
      try reader.skip(count: 6)
      let data = try reader.readBytes(count: Int(try reader.readUInt8()))
      guard reader.remaining == 0 || reader.remaining == Self.appendixLength else {
        throw DecodingFailure(.trailingBytes, offset: reader.offset)
      }
      return Self(
        indication: APSIndication(
          source: source, sourceEndpoint: sourceEndpoint,
          destination: Self.destination(group: group, broadcast: broadcast), destinationEndpoint: endpoint,
          cluster: cluster, payload: data, linkQuality: quality),
        waiting: nil)
    }
  }

  /// `group, cluster, address mode and address, endpoint, PAN, endpoint, broadcast, lqi, security, time, number,
  /// length (16 bits), data`; without data when that is too long for one frame.
  init(extended payload: [UInt8]) throws(DecodingFailure) {
    self = try payload.withReader { (reader) throws(DecodingFailure) in
      let group = try reader.readUInt16LE()
      let cluster = ClusterID(rawValue: try reader.readUInt16LE())
      let mode = try reader.readUInt8()
      let address = try reader.readUInt64LE()
      let sourceEndpoint = EndpointID(rawValue: try reader.readUInt8())
      try reader.skip(count: 2)
      let endpoint = EndpointID(rawValue: try reader.readUInt8())
      let broadcast = try reader.readUInt8()
      let quality = LinkQuality(rawValue: try reader.readUInt8())
      try reader.skip(count: 1)
      let timestamp = try reader.readUInt32LE()
      try reader.skip(count: 1)
      let length = Int(try reader.readUInt16LE())
      let isWaiting = length > reader.remaining
      let data = isWaiting ? [] : try reader.readBytes(count: length)
      guard reader.remaining == 0 || reader.remaining == Self.appendixLength else {
        throw DecodingFailure(.trailingBytes, offset: reader.offset)
      }
      return Self(
        indication: APSIndication(
          source: mode == AddressMode.ieee
            ? .unknown : NetworkAddress(rawValue: UInt16(truncatingIfNeeded: address)),
          sourceIEEE: mode == AddressMode.ieee ? IEEEAddress(rawValue: address) : nil,
          sourceEndpoint: sourceEndpoint,
          destination: Self.destination(group: group, broadcast: broadcast), destinationEndpoint: endpoint,
          cluster: cluster, payload: data, linkQuality: quality),
        waiting: isWaiting ? (timestamp, length) : nil)
    }
  }

  private init(indication: APSIndication, waiting: (timestamp: UInt32, length: Int)?) {
    self.indication = indication
    self.waiting = waiting
  }

  private static func destination(group: UInt16, broadcast: UInt8) -> APSIndication.Destination {
    if group != 0 { return .group(GroupID(rawValue: group)) }
    return broadcast == 0 ? .device : .broadcast
  }
}
