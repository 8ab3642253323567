import SansIO

/// When a sleeping device asks its parent for messages. Between polls it hears nothing.
struct SleepSchedule: Hashable, Sendable {
  /// Quarter seconds, as in the Poll Control cluster.
  var longPoll: UInt32
  var shortPoll: UInt16
  var fastUntil = MonotonicInstant.zero
  var anchor = MonotonicInstant.zero

  init(longPoll: UInt32, shortPoll: UInt16) {
    self.longPoll = longPoll
    self.shortPoll = shortPoll
  }

  /// Polls in the short interval until `instant`.
  mutating func stayAwake(until instant: MonotonicInstant, from now: MonotonicInstant) {
    anchor = now
    fastUntil = max(fastUntil, instant)
  }

  mutating func stopFastPolling(at now: MonotonicInstant) {
    anchor = now
    fastUntil = now
  }

  /// The first poll behind `now`.
  func nextPoll(after now: MonotonicInstant) -> MonotonicInstant {
    let quarter = TimeSpan.milliseconds(250)
    let short = quarter * Int64(max(1, shortPoll))
    let fast = Self.next(after: now, anchor: anchor, interval: short)
    if fast <= fastUntil { return fast }
    return Self.next(after: now, anchor: anchor, interval: quarter * Int64(max(1, longPoll)))
  }

  private static func next(
    after now: MonotonicInstant, anchor: MonotonicInstant, interval: TimeSpan
  ) -> MonotonicInstant {
    let since = max(0, (now - anchor).nanoseconds)
    let count = since / max(1, interval.nanoseconds) + 1
    return anchor + interval * count
  }
}
