import SansIO

/// A proxy between this machine and the server; it looks the server's name up.
package struct ProxySettings: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// RFC 1928.
    case socks5
    /// The CONNECT method (RFC 9110, 9.3.6).
    case http
  }

  package struct Credentials: Hashable, Sendable {
    package var user: String
    package var password: Secret<[UInt8]>

    package init(user: String, password: Secret<[UInt8]>) {
      self.user = user
      self.password = password
    }
  }

  package var kind: Kind
  package var host: String
  package var port: UInt16
  package var credentials: Credentials?

  package init(kind: Kind, host: String, port: UInt16, credentials: Credentials? = nil) {
    self.kind = kind
    self.host = host
    self.port = port
    self.credentials = credentials
  }

  var place: String { "\(kind.rawValue) proxy \(host.contains(":") ? "[\(host)]" : host):\(port)" }

  package func handshake(with host: String, _ port: UInt16) -> any ProxyHandshake {
    switch kind {
    case .socks5: SOCKS5Handshake(host: host, port: port, credentials: credentials)
    case .http: HTTPConnectHandshake(host: host, port: port, credentials: credentials)
    }
  }
}
