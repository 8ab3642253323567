/// Where a broker is: `mqtt://host[:port]`, `mqtts://host[:port]` or `unix:/path`.
public struct MQTTEndpoint: Hashable, Sendable, CustomStringConvertible {
  public enum Location: Hashable, Sendable {
    case tcp(host: String, port: UInt16)
    /// The host is also the name that the broker's certificate must have.
    case tls(host: String, port: UInt16)
    case unix(path: String)
  }

  public let location: Location

  public init(_ location: Location) { self.location = location }

  public static let defaultPort: UInt16 = 1883
  public static let defaultTLSPort: UInt16 = 8883

  /// Reads a URL.
  public init(url text: String) throws(MQTTEndpointFailure) {
    if text.hasPrefix("unix:") {
      var path = text.dropFirst(5)
      while path.hasPrefix("//") { path = path.dropFirst() }
      guard path.hasPrefix("/"), path.utf8.count > 1 else { throw .path }
      // sun_path has 108 bytes with its terminating zero.
      guard path.utf8.count <= 107, !path.utf8.contains(0) else { throw .path }
      location = .unix(path: String(path))
    } else if text.hasPrefix("mqtts://") {
      let (host, port) = try Self.readAuthority(text.dropFirst(8))
      location = .tls(host: host, port: port ?? Self.defaultTLSPort)
    } else if text.hasPrefix("mqtt://") {
      let (host, port) = try Self.readAuthority(text.dropFirst(7))
      location = .tcp(host: host, port: port ?? Self.defaultPort)
    } else {
      throw .scheme
    }
  }

  private static func readAuthority(
    _ text: Substring
  ) throws(MQTTEndpointFailure) -> (host: String, port: UInt16?) {
    var rest = text
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard !rest.contains("@") else { throw .credentials }
    guard !rest.contains(where: { "/?# ".contains($0) }), !rest.utf8.contains(0) else { throw .host }
    let host: Substring
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { throw .host }
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(host.count)
    }
    guard !host.isEmpty, host.utf8.count <= 255 else { throw .host }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0, rest.utf8.count <= 6,
      rest.dropFirst().allSatisfy(\.isNumber)
    else { throw .port }
    return (String(host), port)
  }

  public var description: String {
    switch location {
    case .tcp(let host, let port): "mqtt://\(Self.bracketed(host)):\(port)"
    case .tls(let host, let port): "mqtts://\(Self.bracketed(host)):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

/// What is wrong with the URL of a broker.
public enum MQTTEndpointFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case scheme
  case host
  case port
  case path
  /// User and password do not belong in a URL, which ends up in logs.
  case credentials

  public var description: String {
    switch self {
    case .scheme: "the URL must begin with mqtt://, mqtts:// or unix:"
    case .host: "the URL has no usable host name"
    case .port: "the port must be a number from 1 to 65535"
    case .path: "the path of the Unix socket must be absolute and at most 107 bytes long"
    case .credentials:
      "user and password do not belong in the URL, which is logged; set them by their own keys"
    }
  }
}
