/// DISCONNECT (clause 3.14): from the client, in 5.0 also from the server.
public struct DisconnectPacket: Hashable, Sendable {
  /// Always ``ReasonCode/normalDisconnection`` in 3.1.1.
  public var reasonCode: ReasonCode
  /// Session expiry interval (client), reason string, server reference (server), user properties.
  public var properties: Properties

  public init(reasonCode: ReasonCode = .normalDisconnection, properties: Properties = Properties()) {
    self.reasonCode = reasonCode
    self.properties = properties
  }
}

/// AUTH (5.0, clause 3.15).
public struct AuthenticationPacket: Hashable, Sendable {
  /// Success (server), continue authentication, or re-authenticate (client).
  public var reasonCode: ReasonCode
  /// Authentication method and data, reason string, user properties.
  public var properties: Properties

  public init(reasonCode: ReasonCode = .success, properties: Properties = Properties()) {
    self.reasonCode = reasonCode
    self.properties = properties
  }
}
