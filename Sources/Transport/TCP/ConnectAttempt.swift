import CLinux
import Glibc
import Reactor
import SansIO

/// One attempt at one address. Its descriptor is its own until `takeDescriptor()`.
final class ConnectAttempt {
  let address: SocketAddress
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var token: WatchToken?

  init(loop: EventLoop, address: SocketAddress) {
    self.loop = loop
    self.address = address
  }

  deinit { abandon() }

  /// Begins; the error number where that fails at once. Otherwise `onEnd` comes later, with 0 for success.
  func begin(_ settings: TCPSettings, onEnd: @escaping (Int32) -> Void) -> Int32? {
    descriptor = clinux_stream_socket(address.family)
    guard descriptor >= 0 else { return errno }
    clinux_tcp_tune(
      descriptor, Int32(clamping: max(settings.keepAliveInterval.seconds, 1)),
      UInt32(clamping: settings.userTimeout.milliseconds))
    let result = address.connect(descriptor)
    guard result == 0 || errno == EINPROGRESS else { return errno }
    do throws(SystemError) {
      token = try loop.watch(fd: descriptor, interest: .write) { [weak self] _ in
        guard let self else { return }
        forgetWatch()
        onEnd(clinux_socket_error(descriptor))
      }
    } catch {
      return error.number
    }
    return nil
  }

  /// Gives the connected descriptor away.
  func takeDescriptor() -> Int32 {
    forgetWatch()
    defer { descriptor = -1 }
    return descriptor
  }

  func abandon() {
    forgetWatch()
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func forgetWatch() {
    if let token { loop.unwatch(token) }
    token = nil
  }
}
