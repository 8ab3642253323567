/// What is wrong with the URL of a broker or a proxy, and where.
public struct MQTTEndpointFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case scheme
    /// Of a proxy.
    case proxyScheme
    case host
    case port
    case path
    /// Of a WebSocket: a fragment has no meaning there (RFC 6455, 3).
    case fragment
    /// User and password do not belong in a URL, which ends up in logs.
    case credentials
    case percent
    case character
    case length
  }

  public let reason: Reason
  /// The place of the first character that is wrong, counted in bytes from 0.
  public let position: Int

  public init(_ reason: Reason, at position: Int) {
    self.reason = reason
    self.position = position
  }

  /// What is wrong, without the place.
  public var problem: String {
    switch reason {
    case .scheme: "the URL must begin with mqtt://, mqtts://, ws://, wss:// or unix:"
    case .proxyScheme: "the URL of a proxy must begin with socks5:// or http://"
    case .host:
      "there must be a host name or an address here, IPv6 in brackets; other letters than a to z as xn--"
    case .port: "the port must be a number from 1 to 65535"
    case .path:
      "only ws:// and wss:// URLs have a path; that of a Unix socket is absolute and at most 107 bytes long"
    case .fragment: "a URL of a broker has no part behind #"
    case .credentials:
      "user and password do not belong in the URL, which is logged; set them by their own keys"
    case .percent: "a percent sign must have two hexadecimal digits behind it; % itself is written %25"
    case .character: "blanks, control characters and letters outside ASCII must be written with percent signs"
    case .length: "the URL has more than \(URLText.limit) characters"
    }
  }

  public var description: String { "\(problem) (character \(position + 1) of the URL)" }
}
