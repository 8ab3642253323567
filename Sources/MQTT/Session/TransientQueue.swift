import SansIO

/// QoS 0 messages that wait because the link is congested or away.
struct TransientQueue: Sendable {
  struct Entry: Sendable {
    var message: Message
    var tag: PublishTag
    var expiresAt: MonotonicInstant
    /// When its message expiry interval ends, of which the packet tells what is left.
    var messageExpiresAt: MonotonicInstant
  }

  private var queue = WaitingQueue<Entry>()
  private var places: [TopicName: UInt64] = [:]
  private(set) var byteCount = 0

  var count: Int { queue.count }
  var isEmpty: Bool { queue.isEmpty }

  mutating func append(_ entry: Entry, conflating: Bool) {
    let position = queue.append(entry)
    byteCount += entry.message.byteCount
    guard conflating else { return }
    places[entry.message.topic] = position
    guard queue.isSparse else { return }
    queue.compact()
    places.removeAll(keepingCapacity: true)
    queue.forEach { places[$0.message.topic] = $1 }
  }

  mutating func popFirst() -> Entry? {
    guard let entry = queue.popFirst() else { return nil }
    byteCount -= entry.message.byteCount
    if !places.isEmpty, places[entry.message.topic].map({ !queue.contains($0) }) == true {
      places[entry.message.topic] = nil
    }
    return entry
  }

  /// Takes the waiting message of a topic out of a queue that conflates.
  mutating func take(on topic: TopicName) -> Entry? {
    guard let position = places.removeValue(forKey: topic), let entry = queue.remove(at: position) else {
      return nil
    }
    byteCount -= entry.message.byteCount
    return entry
  }

  mutating func takeExpired(at now: MonotonicInstant) -> [Entry] {
    let expired = queue.removeAll { $0.expiresAt <= now }
    for entry in expired { byteCount -= entry.message.byteCount }
    return expired
  }

  var nextExpiry: MonotonicInstant {
    var next = MonotonicInstant.never
    queue.forEach { entry, _ in next = min(next, entry.expiresAt) }
    return next
  }
}
