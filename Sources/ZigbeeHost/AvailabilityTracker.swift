import SansIO
import Zigbee

/// Whether one device is taken to be reachable. Any frame proves life; a mains device that is silent is
/// pinged, a sleeper is only watched.
///
/// - silent past its limit: mains -> ping is due; sleeper -> unavailable
/// - ping failed twice -> unavailable, pinged again at growing intervals
/// - heard -> available
struct AvailabilityTracker: Hashable, Sendable {
  enum Due: Hashable, Sendable { case nothing, ping, unavailable }

  static let failuresAllowed = 2
  static let longestRecheck = TimeSpan.hours(1)
  static let secondPingDelay = TimeSpan.seconds(3)

  private(set) var pingFailures = 0
  private(set) var isPinging = false
  private(set) var dueAt: MonotonicInstant?

  /// Arms the watch `silence` after now, or earlier for a device that was silent before the start.
  mutating func arm(at due: MonotonicInstant) { dueAt = due }

  mutating func heard(nextCheck: MonotonicInstant) {
    pingFailures = 0
    isPinging = false
    dueAt = nextCheck
  }

  /// What is to be done now that the watch ran out.
  mutating func due(at now: MonotonicInstant, isSleepy: Bool) -> Due {
    guard let dueAt, dueAt <= now, !isPinging else { return .nothing }
    self.dueAt = nil
    if isSleepy { return .unavailable }
    isPinging = true
    return .ping
  }

  /// A ping had no answer; true when the device is to be called unavailable.
  mutating func pingFailed(at now: MonotonicInstant, recheck: TimeSpan) -> Bool {
    isPinging = false
    pingFailures = min(pingFailures + 1, 16)
    if pingFailures < Self.failuresAllowed {
      dueAt = now + Self.secondPingDelay
      return false
    }
    var interval = recheck
    for _ in Self.failuresAllowed..<max(pingFailures, Self.failuresAllowed) {
      interval = interval + interval / 2
    }
    dueAt = now + min(interval, Self.longestRecheck)
    return true
  }

  /// A ping that could not be tried (the adapter is away) says nothing about the device.
  mutating func pingUntried(retryAt: MonotonicInstant) {
    isPinging = false
    dueAt = retryAt
  }
}
