import CUdev
import Glibc
import Reactor

/// Tells when serial ports come and go. Where there is no udev it tells nothing, and whoever waits for a
/// port goes on trying by time.
package final class PortMonitor {
  package enum Change: Hashable, Sendable {
    case added(String)
    case removed(String)
  }

  /// The most notices that are read in one turn.
  static let noticesPerTurn = 32

  package var onChange: ((Change) -> Void)?
  private let loop: EventLoop
  private var udev: OpaquePointer?
  private var monitor: OpaquePointer?
  private var token: WatchToken?

  package init(loop: EventLoop) { self.loop = loop }

  deinit { stop() }

  /// False where the kernel's notices cannot be had.
  @discardableResult
  package func start() -> Bool {
    guard monitor == nil else { return true }
    // udev's notices come after its rules have set modes and links; without the daemon there are only
    // the kernel's.
    let source = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    udev = udev_new()
    monitor = udev.flatMap { udev_monitor_new_from_netlink($0, source) }
    guard let monitor,
      udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil) >= 0,
      udev_monitor_enable_receiving(monitor) >= 0
    else {
      stop()
      return false
    }
    do throws(SystemError) {
      token = try loop.watch(fd: udev_monitor_get_fd(monitor), interest: .read) { [weak self] _ in
        self?.receive()
      }
    } catch {
      stop()
      return false
    }
    return true
  }

  package func stop() {
    if let token { loop.unwatch(token) }
    token = nil
    if let monitor { udev_monitor_unref(monitor) }
    monitor = nil
    if let udev { udev_unref(udev) }
    udev = nil
  }

  private func receive() {
    for _ in 0..<Self.noticesPerTurn {
      guard let monitor, let device = udev_monitor_receive_device(monitor) else { return }
      defer { udev_device_unref(device) }
      guard let action = udev_device_get_action(device).map({ String(cString: $0) }),
        let path = udev_device_get_devnode(device).map({ String(cString: $0) })
      else { continue }
      switch action {
      case "add": onChange?(.added(path))
      case "remove": onChange?(.removed(path))
      default: break
      }
    }
  }
}
