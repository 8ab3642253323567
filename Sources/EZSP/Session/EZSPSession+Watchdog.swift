import RadioInterface
import SansIO

/// Keeping to know that the firmware is well.
extension EZSPSession {
  static let idleInterval = TimeSpan.seconds(30)
  static let countersInterval = TimeSpan.hours(1)

  mutating func armIdleCheck(at now: MonotonicInstant) {
    if phase.settled != nil { deadlines[.idle] = now + Self.idleInterval }
  }

  /// Frames move an instant, not the deadline: that is looked at when it has come.
  mutating func checkIdleLink(at now: MonotonicInstant) {
    guard phase.settled != nil else { return }
    let due = lastFrame + Self.idleInterval
    guard due <= now else { return deadlines[.idle] = due }
    if channel.isIdle { _ = channel.enqueue(.nop, for: .watchdog, priority: .control) }
    armIdleCheck(at: now)
  }

  mutating func readCounters(at now: MonotonicInstant) {
    deadlines[.counters] = now + Self.countersInterval
    _ = channel.enqueue(.readAndClearCounters, for: .watchdog, priority: .background)
  }

  /// Counters (`EmberCounterType`) that tell of trouble, by their position.
  private static let troubles: [(Int, String)] = [
    (11, "messages without acknowledgement"), (18, "serial overflows"), (19, "serial framing errors"),
    (20, "serial overruns"), (27, "failed allocations"), (32, "failed channel accesses"),
    (33, "broadcasts without room in the table"),
  ]

  mutating func watchdogReplied(_ request: EZSPRequest, _ reply: EZSPReply) {
    guard request == .readAndClearCounters, case .list(let values)? = reply.fields?["counters"] else {
      return
    }
    let told = Self.troubles.compactMap { position, text -> String? in
      guard values.indices.contains(position), case .number(let count) = values[position], count > 0 else {
        return nil
      }
      return "\(count) \(text)"
    }
    if !told.isEmpty { emit(.diagnostic(.debug("the last hour: " + told.joined(separator: ", ")))) }
  }
}
