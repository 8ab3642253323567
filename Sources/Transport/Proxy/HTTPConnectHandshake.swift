import SansIO

/// Asks an HTTP proxy for a tunnel (RFC 9110, 9.3.6), with Basic authentication (RFC 7617) where there are
/// credentials.
///
///     asking -(2xx)-> done; -(1xx)-> asking; -(anything else)-> failed
package struct HTTPConnectHandshake: ProxyHandshake {
  private let host: String
  private let port: UInt16
  private let credentials: ProxySettings.Credentials?
  private var parser = HTTPResponseParser()

  init(host: String, port: UInt16, credentials: ProxySettings.Credentials?) {
    self.host = host
    self.port = port
    self.credentials = credentials
  }

  package mutating func begin() -> ProxyProgress {
    let target = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    var request = Array("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n".utf8)
    if let credentials {
      guard !credentials.user.utf8.contains(UInt8(ascii: ":")) else {
        return .failed(.unusableSetting, "the user of an HTTP proxy cannot have a colon in it")
      }
      let pair = Base64.encode(
        Array(credentials.user.utf8) + [UInt8(ascii: ":")] + credentials.password.reveal())
      request += "Proxy-Authorization: Basic \(pair)\r\n".utf8
    }
    return .send(request + "\r\n".utf8)
  }

  package mutating func received(_ bytes: [UInt8]) -> ProxyProgress {
    var bytes = bytes
    while true {
      switch parser.received(bytes) {
      case .needsMore: return .needsMore
      case .malformed(let problem): return .failed(.proxy, "it does not answer as an HTTP proxy (\(problem))")
      case .head(let head, let rest):
        guard (100...199).contains(head.status) else { return Self.progress(head, rest) }
        bytes = rest
      }
    }
  }

  private static func progress(_ head: HTTPResponseHead, _ rest: [UInt8]) -> ProxyProgress {
    switch head.status {
    case 200...299: .done(rest: rest)
    case 407:
      .failed(.permissionDenied, "it wants a user and a password, or other ones (\(head.summary))")
    case 403: .failed(.permissionDenied, "it does not allow this server or this port (\(head.summary))")
    case 502, 503, 504: .failed(.proxy, "it cannot reach the server (\(head.summary))")
    default: .failed(.proxy, "it refuses the connection (\(head.summary))")
    }
  }
}
