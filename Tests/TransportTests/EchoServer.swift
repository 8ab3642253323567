import Foundation

/// A blocking TCP echo on the loopback, on threads of its own.
final class EchoServer: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var connections: [Int32] = []

  struct Failure: Error {}

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = UInt16(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = UInt32(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let result = withUnsafeMutableBytes(of: &address) { buffer -> Int32 in
      guard let pointer = buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
      guard bind(descriptor, pointer, length) == 0, listen(descriptor, 8) == 0 else { return -1 }
      return getsockname(descriptor, pointer, &length)
    }
    guard result == 0 else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve() }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      lock.withLock { connections.append(connection) }
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
          let count = read(connection, &bytes, bytes.count)
          guard count > 0, send(connection, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return }
        }
      }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for connection in lock.withLock({ connections }) { shutdown(connection, Int32(SHUT_RDWR)) }
  }
}
