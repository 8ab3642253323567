import CLinux
import Glibc
import Reactor

/// Tells when links, addresses and routes of this machine come and go. Where the kernel's notices cannot be
/// had it tells nothing, and whoever waits for the network goes on trying by time.
package final class NetworkMonitor {
  /// The kernel's datagrams are at most this long.
  static let datagramLimit = 32 * 1_024
  static let datagramsPerTurn = 16

  package var onChange: ((NetworkChange) -> Void)?
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var token: WatchToken?
  private var table = NetworkTable()
  private var chunk = [UInt8](repeating: 0, count: NetworkMonitor.datagramLimit)

  package init(loop: EventLoop) { self.loop = loop }

  deinit { stop() }

  /// False where AF_NETLINK is refused.
  @discardableResult
  package func start() -> Bool {
    guard descriptor < 0 else { return true }
    descriptor = clinux_route_socket()
    guard descriptor >= 0 else { return false }
    token = try? loop.watch(fd: descriptor, interest: .read) { [weak self] _ in self?.receive() }
    guard token != nil else {
      stop()
      return false
    }
    table.begin()
    drain()
    return true
  }

  package func stop() {
    if let token { loop.unwatch(token) }
    token = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Whether the address is one of this machine's now; nil where that is not known.
  package func holds(_ address: IPAddress) -> Bool? { descriptor < 0 ? nil : table.holds(address) }

  private func receive() {
    for _ in 0..<Self.datagramsPerTurn where descriptor >= 0 {
      let capacity = chunk.count
      let count = clinux_route_receive(descriptor, &chunk, capacity)
      if count > 0 {
        table.received(Array(chunk[..<count]))
      } else if count < 0, errno == ENOBUFS || errno == EMSGSIZE {
        table.overran()
      } else {
        break
      }
      drain()
    }
  }

  private func drain() {
    while let output = table.nextOutput() {
      switch output {
      case .send(let request): clinux_route_send(descriptor, request, request.count)
      case .change(let change): onChange?(change)
      }
    }
  }
}
