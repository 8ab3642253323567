/// The proxy through which a broker is reached: `socks5://host[:1080]` or `http://host[:8080]` (CONNECT). The
/// broker's name is looked up by the proxy; so `socks5h://` means the same.
public struct MQTTProxy: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable {
    case socks5
    case http
  }

  public let kind: Kind
  public let host: String
  public let port: UInt16

  public static let defaultSOCKSPort: UInt16 = 1080
  public static let defaultHTTPPort: UInt16 = 8080

  /// Reads a URL.
  public init(url: String) throws(MQTTEndpointFailure) {
    var text = try URLText(url)
    if text.takeScheme("socks5://") || text.takeScheme("socks5h://") {
      kind = .socks5
    } else if text.takeScheme("http://") {
      kind = .http
    } else {
      throw MQTTEndpointFailure(.proxyScheme, at: 0)
    }
    let authority = try URLAuthority(&text)
    _ = text.take("/")
    guard text.isAtEnd else { throw MQTTEndpointFailure(.path, at: text.offset) }
    host = authority.host
    port = authority.port ?? (kind == .http ? Self.defaultHTTPPort : Self.defaultSOCKSPort)
  }

  public var description: String { "\(kind.rawValue)://\(MQTTEndpoint.bracketed(host)):\(port)" }
}
