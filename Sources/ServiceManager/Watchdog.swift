import CSystemd
import Reactor
import SansIO

/// Pings systemd's watchdog from the loop, twice in its interval, as long as `isHealthy` says so: a loop that
/// stands still, or a service that judges itself stuck, is restarted.
package final class Watchdog {
  private let loop: any Loop
  private let interval: TimeSpan
  private let ping: () -> Void
  private let isHealthy: () -> Bool
  private var timer: TimerToken?

  /// What systemd demands of this process (`WATCHDOG_USEC`); nil when it demands nothing.
  package static func demandedInterval() -> TimeSpan? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return TimeSpan(nanoseconds: 1000) * Int64(clamping: microseconds)
  }

  /// `interval` is systemd's.
  package init(
    loop: any Loop, interval: TimeSpan, ping: @escaping () -> Void = { ServiceNotifier().ping() },
    isHealthy: @escaping () -> Bool = { true }
  ) {
    self.loop = loop
    self.interval = interval
    self.ping = ping
    self.isHealthy = isHealthy
  }

  deinit { stop() }

  /// Pings now and from now on. Called on the loop.
  package func start() {
    guard timer == nil else { return }
    turn()
  }

  package func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func turn() {
    if isHealthy() { ping() }
    timer = loop.schedule(at: loop.now.monotonic + interval / 2) { [weak self] in
      self?.turn()
    }
  }
}
