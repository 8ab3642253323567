import CLinux
import Glibc
import Reactor
import SansIO

/// Tells when the wall clock was set, and when the machine comes back from being suspended; the kernel ends
/// a timer on the wall clock in both cases. Where there is no such timer it tells nothing.
package final class ClockMonitor {
  package var onNotice: ((ClockNotice) -> Void)?
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var token: WatchToken?
  private var comparison = ClockComparison(ClockMonitor.read())

  package init(loop: EventLoop) { self.loop = loop }

  deinit { stop() }

  /// False where the kernel has no such timer.
  @discardableResult
  package func start() -> Bool {
    guard descriptor < 0 else { return true }
    comparison = ClockComparison(Self.read())
    descriptor = clinux_wall_timer()
    guard descriptor >= 0, clinux_arm_wall_timer(descriptor) == 0 else {
      stop()
      return false
    }
    token = try? loop.watch(fd: descriptor, interest: .read) { [weak self] _ in self?.rearm() }
    guard token != nil else {
      stop()
      return false
    }
    return true
  }

  package func stop() {
    if let token { loop.unwatch(token) }
    token = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func rearm() {
    var expirations: UInt64 = 0
    Glibc.read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    guard clinux_arm_wall_timer(descriptor) == 0 else { return stop() }
    check()
  }

  /// Compares the clocks now, without waiting for the kernel's word.
  package func check() {
    for notice in comparison.notices(Self.read()) { onNotice?(notice) }
  }

  private static func read() -> ClockReading {
    ClockReading(
      monotonic: MonotonicInstant(nanoseconds: clinux_monotonic_nanoseconds()),
      boot: MonotonicInstant(nanoseconds: clinux_boot_nanoseconds()),
      wall: WallTime(milliseconds: clinux_wall_milliseconds()))
  }
}
