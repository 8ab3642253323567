import RadioInterface
import SansIO
import Zigbee

/// Incoming messages that come in fragments: the firmware hands on each by itself.
struct FragmentTable: Sendable {
  static let messageLimit = 16
  static let pieceLimit = 32
  static let lifetime = TimeSpan.seconds(10)

  private struct Key: Hashable, Sendable {
    var sender: NetworkAddress
    var sequence: UInt8
    var cluster: ClusterID
    var endpoint: EndpointID
  }

  private struct Message: Sendable {
    var key: Key
    /// Known from the first fragment.
    var count: Int?
    var pieces: [Int: [UInt8]] = [:]
    var expiry: MonotonicInstant
  }

  private var messages: [Message] = []

  /// Takes one fragment; the whole message when it was the last that missed.
  mutating func take(
    _ frame: EZSPApplicationFrame, from sender: NetworkAddress, _ payload: [UInt8], at now: MonotonicInstant
  ) -> [UInt8]? {
    let key = Key(
      sender: sender, sequence: frame.sequence, cluster: frame.cluster, endpoint: frame.destinationEndpoint)
    let index = Int(frame.group & 0xFF)
    guard index < Self.pieceLimit else { return nil }
    let position = messages.firstIndex { $0.key == key } ?? add(key, at: now)
    messages[position].pieces[index] = payload
    messages[position].expiry = now + Self.lifetime
    if index == 0 { messages[position].count = Int(frame.group >> 8) }
    guard let count = messages[position].count, messages[position].pieces.count >= count, count > 0 else {
      return nil
    }
    let pieces = messages.remove(at: position).pieces
    return (0..<count).flatMap { pieces[$0] ?? [] }
  }

  private mutating func add(_ key: Key, at now: MonotonicInstant) -> Int {
    if messages.count >= Self.messageLimit { messages.removeFirst() }
    messages.append(Message(key: key, expiry: now + Self.lifetime))
    return messages.count - 1
  }

  /// Forgets what will never be whole; when to look again.
  mutating func expire(at now: MonotonicInstant) -> MonotonicInstant? {
    messages.removeAll { $0.expiry <= now }
    return nextExpiry
  }

  var nextExpiry: MonotonicInstant? { messages.map(\.expiry).min() }
}

/// Routes to devices as they told them. From version 8 on the firmware keeps them itself; before, the host gives
/// one before each message.
struct SourceRouteTable: Sendable {
  static let limit = 200
  private var routes: [NetworkAddress: [NetworkAddress]] = [:]
  private var order: [NetworkAddress] = []

  subscript(destination: NetworkAddress) -> [NetworkAddress]? { routes[destination] }

  mutating func set(_ relays: [NetworkAddress], to destination: NetworkAddress) {
    if routes[destination] == nil {
      if order.count >= Self.limit { routes[order.removeFirst()] = nil }
      order.append(destination)
    }
    routes[destination] = relays
  }
}
