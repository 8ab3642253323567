import CLinux
import Glibc

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
    // The network that a machine joined later has other name servers.
    clinux_refresh_resolver()
    var (result, addresses) = ask(host, port, flags: AI_NUMERICSERV | AI_ADDRCONFIG)
    if result == EAI_NONAME || result == EAI_FAMILY {
      // Without any outside address AI_ADDRCONFIG hides ::1, which may well be what is asked for.
      (result, addresses) = ask(host, port, flags: AI_NUMERICSERV)
    }
    guard result == 0 else {
      return .failed(
        result == EAI_SYSTEM ? String(cString: strerror(errno)) : String(cString: gai_strerror(result)))
    }
    return addresses.isEmpty ? .failed("it has no address") : .found(addresses)
  }

  /// The address that the text itself is; nil for a name. Does not block.
  static func literal(host: String, port: UInt16) -> SocketAddress? {
    ask(host, port, flags: AI_NUMERICSERV | AI_NUMERICHOST).addresses.first
  }

  private static func ask(
    _ host: String, _ port: UInt16, flags: Int32
  ) -> (result: Int32, addresses: [SocketAddress]) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, "\(port)", &hints, &list)
    guard result == 0 else { return (result, []) }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let current = entry?.pointee, addresses.count < limit {
      if let address = current.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(current.ai_addrlen))
        let found = SocketAddress(family: current.ai_family, bytes: Array(bytes))
        if !addresses.contains(found) { addresses.append(found) }
      }
      entry = current.ai_next
    }
    return (0, addresses)
  }
}
