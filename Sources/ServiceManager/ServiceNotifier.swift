import CLinux
import CSystemd

/// Tells systemd how the service is doing. Outside of systemd (`NOTIFY_SOCKET` not set) it does nothing.
package struct ServiceNotifier: Sendable {
  /// The most bytes of a status line.
  static let statusLimit = 256

  package init() {}

  package func ready() { notify("READY=1") }

  /// A reload has begun; `ready()` ends it. The stamp is what `Type=notify-reload` asks for.
  package func reloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(clinux_monotonic_nanoseconds() / 1000)")
  }

  package func stopping() { notify("STOPPING=1") }

  /// The line that `systemctl status` shows.
  package func status(_ text: String) {
    notify("STATUS=\(LogText.harmless(text, limit: Self.statusLimit))")
  }

  package func ping() { notify("WATCHDOG=1") }

  /// Asks for more time to start or stop.
  package func extendTimeout(seconds: Int64) {
    notify("EXTEND_TIMEOUT_USEC=\(max(0, seconds) &* 1_000_000)")
  }

  /// Whether the last word reached somebody is not ours to act upon: a service without a listener goes on.
  private func notify(_ state: String) { sd_notify(0, state) }
}
