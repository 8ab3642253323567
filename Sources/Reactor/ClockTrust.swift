import CLinux
import Glibc
import SansIO

/// When the wall clock may be believed (`[security] clock`).
package enum ClockPolicy: Hashable, Sendable {
  /// The kernel or systemd-timesyncd says that it is synchronised.
  case synchronised
  /// It is believed from this time on: the build date or the last time known, whichever is later.
  case trustSystem(notBefore: WallTime)
}

/// The judgement over the wall clock, asked anew every ten seconds.
struct ClockTrust {
  static let cacheLifetime = TimeSpan.seconds(10)
  static let timesyncMark = "/run/systemd/timesync/synchronized"

  var policy: ClockPolicy {
    didSet { askAgainAt = nil }
  }
  private var isSynchronised = false
  private var askAgainAt: MonotonicInstant?

  init(policy: ClockPolicy) { self.policy = policy }

  mutating func trusts(_ wall: WallTime, at now: MonotonicInstant) -> Bool {
    switch policy {
    case .trustSystem(let notBefore): return wall >= notBefore
    case .synchronised:
      if let askAgainAt, now < askAgainAt { return isSynchronised }
      askAgainAt = now + Self.cacheLifetime
      isSynchronised = clinux_clock_is_synchronised() == 1 || access(Self.timesyncMark, F_OK) == 0
      return isSynchronised
    }
  }
}
