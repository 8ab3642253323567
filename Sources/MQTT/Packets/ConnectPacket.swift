public import SansIO

/// CONNECT (clause 3.1).
public struct ConnectPacket: Hashable, Sendable {
  /// The packet is written and read in this version, whatever its context says.
  public var version: ProtocolVersion
  /// The rules are those of ``ClientIdentifier``.
  public var clientIdentifier: String
  /// Clean Session; in 5.0 Clean Start, which says nothing about the end of the session.
  public var cleanSession: Bool
  /// Seconds; 0 switches keep-alive off.
  public var keepAlive: UInt16
  /// What the broker publishes when the connection ends without DISCONNECT.
  public var will: Message?
  /// 5.0, clause 3.1.3.2.2: seconds until then, unless a new connection of the session comes first.
  public var willDelayInterval: UInt32
  public var userName: String?
  /// Up to 65,535 bytes; before 5.0 only together with a user name.
  public var password: Secret<[UInt8]>?
  /// 5.0, clause 3.1.2.11.
  public var properties: Properties

  public init(
    version: ProtocolVersion = .v3_1_1, clientIdentifier: String, cleanSession: Bool, keepAlive: UInt16,
    will: Message? = nil, willDelayInterval: UInt32 = 0, userName: String? = nil,
    password: Secret<[UInt8]>? = nil, properties: Properties = Properties()
  ) {
    self.version = version
    self.clientIdentifier = clientIdentifier
    self.cleanSession = cleanSession
    self.keepAlive = keepAlive
    self.will = will
    self.willDelayInterval = willDelayInterval
    self.userName = userName
    self.password = password
    self.properties = properties
  }
}
