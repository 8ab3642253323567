import ByteCoding
import RadioInterface
import SansIO
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

/// Long messages that are being fetched from the adapter, one after the other.
struct RetrievalTable: Sendable {
  static let limit = 8
  static let longestMessage = 2_048
  static let pieceLength = 240

  private struct Entry: Sendable {
    var message: IncomingMessage
    var timestamp: UInt32
    var length: Int
  }

  private var queue = BoundedQueue<Entry>(limit: limit)
  private var current: Entry?

  /// False when it cannot be fetched: too long, or too many wait.
  mutating func add(_ message: IncomingMessage) -> Bool {
    guard let waiting = message.waiting, waiting.length <= Self.longestMessage else { return false }
    return queue.append(Entry(message: message, timestamp: waiting.timestamp, length: waiting.length))
  }

  /// The request for the next piece; nil when one is out already or nothing waits.
  mutating func nextRequest() -> MTRequest? {
    guard current == nil, let next = queue.popFirst() else { return nil }
    current = next
    return piece(next)
  }

  private func piece(_ entry: Entry) -> MTRequest {
    let offset = entry.message.indication.payload.count
    return .retrieve(
      timestamp: entry.timestamp, offset: UInt16(truncatingIfNeeded: offset),
      length: UInt8(truncatingIfNeeded: min(Self.pieceLength, entry.length - offset)))
  }

  /// What follows a piece: the next request, the whole message, or nothing when it is lost.
  mutating func take(_ reply: MTReply) -> (request: MTRequest?, message: APSIndication?) {
    guard var entry = current else { return (nil, nil) }
    current = nil
    let missing = entry.length - entry.message.indication.payload.count
    if missing == 0 { return (nil, nil) }
    guard let data = reply.value, !data.isEmpty, data.count <= missing else { return (nil, nil) }
    entry.message.indication.payload += data
    current = entry
    if data.count < missing { return (piece(entry), nil) }
    let release = MTRequest.retrieve(timestamp: entry.timestamp, offset: 0, length: 0)
    return (release, entry.message.indication)
  }
}

/// The stack tells one device announcement twice, as an indication of its own and as a ZDO message; the
/// first of the two is delivered.
struct AnnouncementFilter: Sendable {
  static let limit = 16
  static let window = TimeSpan.seconds(3)

  private struct Entry: Hashable, Sendable {
    var address: NetworkAddress
    var ieee: IEEEAddress
    var isRaw: Bool
    var time: MonotonicInstant
  }

  private var recent: [Entry] = []

  /// Whether this form of an announcement is the first.
  mutating func isFirst(
    _ address: NetworkAddress, _ ieee: IEEEAddress, isRaw: Bool, at now: MonotonicInstant
  ) -> Bool {
    recent.removeAll { now - $0.time > Self.window }
    if let twin = recent.firstIndex(where: {
      $0.address == address && $0.ieee == ieee && $0.isRaw != isRaw
    }) {
      recent.remove(at: twin)
      return false
    }
    if recent.count >= Self.limit { recent.removeFirst() }
    recent.append(Entry(address: address, ieee: ieee, isRaw: isRaw, time: now))
    return true
  }
}
