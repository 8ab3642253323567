import SansIO

/// The broadcasts that a network bears: its routers remember about 8 for 9 seconds (Zigbee broadcast
/// transaction table), more are lost.
struct BroadcastBudget: Sendable {
  let limit: Int
  let window: TimeSpan
  private var sent: [MonotonicInstant] = []

  init(limit: Int, window: TimeSpan) {
    self.limit = max(1, limit)
    self.window = window
  }

  /// When the next broadcast may go: not later than `now` when there is room.
  mutating func nextSlot(at now: MonotonicInstant) -> MonotonicInstant {
    sent.removeAll { $0 + window <= now }
    guard sent.count >= limit, let oldest = sent.first else { return now }
    return oldest + window
  }

  mutating func spend(at now: MonotonicInstant) {
    sent.append(now)
    if sent.count > limit { sent.removeFirst() }
  }
}
