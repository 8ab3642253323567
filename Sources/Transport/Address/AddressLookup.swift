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
}

/// The addresses of a host; blocks for as long as the system's resolver likes, so never on the loop.
enum AddressLookup {
  /// The most addresses of one host that are tried.
  static let limit = 8

  enum Outcome: Sendable {
    case found([SocketAddress])
    /// The resolver's text.
    case failed(String)
  }

  static func addresses(host: String, port: UInt16) -> Outcome {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    var result = getaddrinfo(host, "\(port)", &hints, &list)
    if result == EAI_NONAME || result == EAI_FAMILY {
      // Without any outside address AI_ADDRCONFIG hides ::1, which may well be what is asked for.
      hints.ai_flags = AI_NUMERICSERV
      result = getaddrinfo(host, "\(port)", &hints, &list)
    }
    guard result == 0 else {
      return .failed(
        result == EAI_SYSTEM ? String(cString: strerror(errno)) : String(cString: gai_strerror(result)))
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let current = entry?.pointee, addresses.count < limit {
      if let address = current.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(current.ai_addrlen))
        addresses.append(SocketAddress(family: current.ai_family, bytes: Array(bytes)))
      }
      entry = current.ai_next
    }
    return addresses.isEmpty ? .failed("it has no address") : .found(addresses)
  }
}
