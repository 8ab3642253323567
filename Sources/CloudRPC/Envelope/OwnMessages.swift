import MQTT

/// The last messages that the gateway published where it also listens: a plain broker gives each of them
/// back. One is known by its topic and body, byte for byte, never by what it says about itself, so nobody
/// outside can make a call that is taken for an event.
struct OwnMessages: Sendable {
  /// A ring; nil where nothing is kept yet or any more.
  private var places: [Message?]
  private var oldest = 0
  private var count = 0
  private var byteCount = 0
  let limit: Int

  /// Topics and bodies together.
  static let byteLimit = 128 * 1024

  init(limit: Int) {
    self.limit = limit
    places = Array(repeating: nil, count: max(limit, 0))
  }

  mutating func note(_ message: Message) {
    guard !places.isEmpty else { return }
    while count == places.count || (count > 0 && byteCount + message.byteCount > Self.byteLimit) {
      dropOldest()
    }
    places[place(count)] = message
    count += 1
    byteCount += message.byteCount
  }

  /// The newest first: an echo comes back before much else is published.
  func contains(_ message: Message) -> Bool {
    for age in (0..<count).reversed() {
      guard let own = places[place(age)] else { continue }
      if own.payload == message.payload, own.topic == message.topic { return true }
    }
    return false
  }

  private mutating func dropOldest() {
    byteCount -= places[oldest]?.byteCount ?? 0
    places[oldest] = nil
    oldest = place(1)
    count -= 1
  }

  /// Where the message is that came `age` after the oldest.
  private func place(_ age: Int) -> Int { (oldest + age) % places.count }
}
