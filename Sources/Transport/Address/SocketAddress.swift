import Glibc

/// A socket address as the system wants it.
struct SocketAddress: Hashable, Sendable {
  let family: Int32
  let bytes: [UInt8]

  /// The numeric form, such as "192.0.2.1" or "2001:db8::1"; "?" when the system does not know.
  var text: String {
    var host = [CChar](repeating: 0, count: 256)
    let result = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { address in
        getnameinfo(
          address.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count), &host,
          socklen_t(host.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard result == 0 else { return "?" }
    return String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// connect(2)
  func connect(_ descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
      } ?? -1
    }
  }
}
