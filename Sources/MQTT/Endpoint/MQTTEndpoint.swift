/// Where a broker is.
///
/// - `mqtt://host[:1883]` over TCP, `mqtts://host[:8883]` over TLS;
/// - `ws://host[:80][/path][?query]` over WebSocket, `wss://host[:443]…` over WebSocket in TLS. Without a path
///   it is `/mqtt`, which most brokers have;
/// - `unix:/path` or `mqtt+unix:/path` for a Unix socket.
///
/// The host is a name or an address, IPv6 in brackets. User and password are refused: URLs are logged.
public struct MQTTEndpoint: Hashable, Sendable, CustomStringConvertible {
  public enum Location: Hashable, Sendable {
    case tcp(host: String, port: UInt16)
    /// The host is also the name that the broker's certificate must have.
    case tls(host: String, port: UInt16)
    /// `target` is the path and the query as they are sent, such as "/mqtt?token=1".
    case webSocket(host: String, port: UInt16, target: String)
    case secureWebSocket(host: String, port: UInt16, target: String)
    case unix(path: String)
  }

  public let location: Location

  public init(_ location: Location) { self.location = location }

  public static let defaultPort: UInt16 = 1883
  public static let defaultTLSPort: UInt16 = 8883
  public static let defaultWebSocketPort: UInt16 = 80
  public static let defaultSecureWebSocketPort: UInt16 = 443
  public static let defaultTarget = "/mqtt"
  /// `sun_path` has 108 bytes with its terminating zero.
  static let unixPathLimit = 107

  /// Reads a URL.
  public init(url: String) throws(MQTTEndpointFailure) {
    var text = try URLText(url)
    if text.takeScheme("mqtt://") {
      let authority = try Self.authorityAlone(&text)
      location = .tcp(host: authority.host, port: authority.port ?? Self.defaultPort)
    } else if text.takeScheme("mqtts://") {
      let authority = try Self.authorityAlone(&text)
      location = .tls(host: authority.host, port: authority.port ?? Self.defaultTLSPort)
    } else if text.takeScheme("ws://") {
      let authority = try URLAuthority(&text)
      location = .webSocket(
        host: authority.host, port: authority.port ?? Self.defaultWebSocketPort,
        target: try Self.target(&text))
    } else if text.takeScheme("wss://") {
      let authority = try URLAuthority(&text)
      location = .secureWebSocket(
        host: authority.host, port: authority.port ?? Self.defaultSecureWebSocketPort,
        target: try Self.target(&text))
    } else if text.takeScheme("unix:") || text.takeScheme("mqtt+unix:") {
      location = .unix(path: try Self.path(&text))
    } else {
      throw MQTTEndpointFailure(.scheme, at: 0)
    }
  }

  /// A Unix socket by its path as it is, absolute and at most 107 bytes long.
  public init(unixPath path: String) throws(MQTTEndpointFailure) {
    guard path.hasPrefix("/"), (2...Self.unixPathLimit).contains(path.utf8.count), !path.utf8.contains(0)
    else {
      throw MQTTEndpointFailure(.path, at: 0)
    }
    location = .unix(path: path)
  }

  /// The host, where there is one.
  public var host: String? {
    switch location {
    case .tcp(let host, _), .tls(let host, _), .webSocket(let host, _, _), .secureWebSocket(let host, _, _):
      host
    case .unix: nil
    }
  }

  public var port: UInt16? {
    switch location {
    case .tcp(_, let port), .tls(_, let port), .webSocket(_, let port, _), .secureWebSocket(_, let port, _):
      port
    case .unix: nil
    }
  }

  public var usesTLS: Bool {
    switch location {
    case .tls, .secureWebSocket: true
    case .tcp, .webSocket, .unix: false
    }
  }

  public var usesWebSocket: Bool {
    switch location {
    case .webSocket, .secureWebSocket: true
    case .tcp, .tls, .unix: false
    }
  }

  /// Whether nobody outside of this machine can be at the other end.
  public var isOnThisMachine: Bool {
    guard let name = host?.lowercased() else { return true }
    return name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }

  /// As `description`, without a query, which may hold a token: for logs.
  public var withoutQuery: String { String(description.prefix { $0 != "?" }) }

  public var description: String {
    switch location {
    case .tcp(let host, let port): "mqtt://\(Self.bracketed(host)):\(port)"
    case .tls(let host, let port): "mqtts://\(Self.bracketed(host)):\(port)"
    case .webSocket(let host, let port, let target): "ws://\(Self.bracketed(host)):\(port)\(target)"
    case .secureWebSocket(let host, let port, let target): "wss://\(Self.bracketed(host)):\(port)\(target)"
    case .unix(let path): "unix:\(Self.percentEncoded(path))"
    }
  }

  // MARK: Parts

  private static func authorityAlone(_ text: inout URLText) throws(MQTTEndpointFailure) -> URLAuthority {
    let authority = try URLAuthority(&text)
    _ = text.take("/")
    guard text.isAtEnd else { throw MQTTEndpointFailure(.path, at: text.offset) }
    return authority
  }

  private static func target(_ text: inout URLText) throws(MQTTEndpointFailure) -> String {
    let path = text.take(until: "?#")
    let query = text.take(until: "#")
    guard text.isAtEnd else { throw MQTTEndpointFailure(.fragment, at: text.offset) }
    for part in [path, query] { _ = try URLText.percentDecoded(part) }
    let written = path.isEmpty ? Array(defaultTarget.utf8)[...] : path
    return String(decoding: written + query, as: UTF8.self)
  }

  private static func path(_ text: inout URLText) throws(MQTTEndpointFailure) -> String {
    let start = text.offset
    // "unix:///path" has an empty host between the second and the third slash.
    let isFullForm = text.rest.starts(with: "///".utf8)
    if isFullForm { _ = text.take("//") }
    let path = try URLText.percentDecoded(text.takeRest())
    guard !path.starts(with: "//".utf8), let written = String(validating: path, as: UTF8.self),
      let endpoint = try? MQTTEndpoint(unixPath: written), case .unix(let checked) = endpoint.location
    else { throw MQTTEndpointFailure(.path, at: start) }
    return checked
  }

  static func bracketed(_ host: String) -> String {
    guard host.contains(":") else { return host }
    return "[" + host.split(separator: "%", maxSplits: 1).joined(separator: "%25") + "]"
  }

  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      if (0x21...0x7E).contains(byte), !"%?#".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
