import ByteCoding
import SansIO

/// Asks a SOCKS5 proxy for a connection (RFC 1928), with user and password (RFC 1929) where there are
/// credentials. A name goes to the proxy as a name.
///
///     choosing -(05 00)-> asking; -(05 02)-> authenticating -(01 00)-> asking -(05 00 ...)-> done
package struct SOCKS5Handshake: ProxyHandshake {
  private enum Phase {
    case choosing
    case authenticating
    case asking
    case done
  }

  private let host: String
  private let port: UInt16
  private let credentials: ProxySettings.Credentials?
  private var phase = Phase.choosing
  private var collected: [UInt8] = []

  init(host: String, port: UInt16, credentials: ProxySettings.Credentials?) {
    self.host = host
    self.port = port
    self.credentials = credentials
  }

  package mutating func begin() -> ProxyProgress {
    guard (1...255).contains(host.utf8.count) else {
      return .failed(.unusableSetting, "the server's name is too long for a SOCKS proxy")
    }
    guard let credentials else { return .send([5, 1, 0]) }
    guard (1...255).contains(credentials.user.utf8.count),
      (1...255).contains(credentials.password.reveal().count)
    else {
      return .failed(
        .unusableSetting, "the user and the password of a SOCKS proxy must have 1 to 255 bytes each")
    }
    return .send([5, 2, 0, 2])
  }

  package mutating func received(_ bytes: [UInt8]) -> ProxyProgress {
    collected += bytes
    switch phase {
    case .choosing: return choose()
    case .authenticating: return authenticate()
    case .asking: return readReply()
    case .done: return .needsMore
    }
  }

  /// Version, method.
  private mutating func choose() -> ProxyProgress {
    guard collected.first ?? 5 == 5 else {
      return .failed(.proxy, "it does not answer as a SOCKS5 proxy; check the kind and the port")
    }
    guard collected.count >= 2 else { return .needsMore }
    let method = collected[1]
    collected.removeFirst(2)
    switch method {
    case 0: return ask()
    case 2:
      guard let credentials else { break }
      phase = .authenticating
      let (user, password) = (Array(credentials.user.utf8), credentials.password.reveal())
      return .send([1, UInt8(clamping: user.count)] + user + [UInt8(clamping: password.count)] + password)
    default: break
    }
    return .failed(
      .permissionDenied,
      credentials == nil ? "it wants a user and a password" : "it wants another kind of authentication")
  }

  /// Version 1, status.
  private mutating func authenticate() -> ProxyProgress {
    guard collected.count >= 2 else { return .needsMore }
    guard collected[1] == 0 else {
      return .failed(.permissionDenied, "it does not accept the user and the password")
    }
    collected.removeFirst(2)
    return ask()
  }

  /// Version, CONNECT, reserved, address, port.
  private mutating func ask() -> ProxyProgress {
    phase = .asking
    var writer = ByteWriter()
    writer.write([5, 1, 0])
    if let address = IPAddress(host) {
      writer.write(UInt8(address.isVersion6 ? 4 : 1))
      writer.write(address.bytes)
    } else {
      writer.write([3, UInt8(clamping: host.utf8.count)])
      writer.write(host.utf8)
    }
    writer.writeBE(port)
    return .send(writer.bytes)
  }

  /// Version, reply, reserved, address, port; the address is of no use to us.
  private mutating func readReply() -> ProxyProgress {
    guard collected.first ?? 5 == 5 else {
      return .failed(.proxy, "it answers with another version of SOCKS")
    }
    guard collected.count >= 2 else { return .needsMore }
    guard collected[1] == 0 else { return Self.refusal(collected[1]) }
    guard collected.count >= 5 else { return .needsMore }
    let addressCount: Int
    switch collected[3] {
    case 1: addressCount = 4
    case 4: addressCount = 16
    case 3: addressCount = 1 + Int(collected[4])
    default: return .failed(.proxy, "its answer has an address of an unknown kind")
    }
    let count = 4 + addressCount + 2
    guard collected.count >= count else { return .needsMore }
    phase = .done
    defer { collected = [] }
    return .done(rest: Array(collected[count...]))
  }

  /// RFC 1928, 6.
  private static func refusal(_ code: UInt8) -> ProxyProgress {
    switch code {
    case 2: .failed(.permissionDenied, "it does not allow this server or this port")
    case 3: .failed(.proxy, "it cannot reach the server's network")
    case 4: .failed(.proxy, "it cannot reach the server, or does not know its name")
    case 5: .failed(.proxy, "the server does not listen on this port")
    case 6: .failed(.proxy, "the server did not answer it in time")
    case 7: .failed(.proxy, "it does not make such connections")
    case 8: .failed(.proxy, "it does not know addresses of this kind")
    default: .failed(.proxy, "it refuses the connection (code \(code))")
    }
  }
}
