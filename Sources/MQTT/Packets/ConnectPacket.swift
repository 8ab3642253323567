public import SansIO

/// CONNECT (clause 3.1).
public struct ConnectPacket: Hashable, Sendable {
  public var clientIdentifier: String
  public var cleanSession: Bool
  /// Seconds; 0 switches keep-alive off.
  public var keepAlive: UInt16
  /// What the broker publishes when the connection ends without DISCONNECT.
  public var will: Message?
  public var userName: String?
  public var password: Secret<[UInt8]>?

  public init(
    clientIdentifier: String, cleanSession: Bool, keepAlive: UInt16, will: Message? = nil,
    userName: String? = nil, password: Secret<[UInt8]>? = nil
  ) {
    self.clientIdentifier = clientIdentifier
    self.cleanSession = cleanSession
    self.keepAlive = keepAlive
    self.will = will
    self.userName = userName
    self.password = password
  }
}

/// CONNACK (clause 3.2).
public struct ConnectAcknowledgement: Hashable, Sendable {
  public var sessionPresent: Bool
  public var returnCode: ConnectReturnCode

  public init(sessionPresent: Bool, returnCode: ConnectReturnCode) {
    self.sessionPresent = sessionPresent
    self.returnCode = returnCode
  }
}

/// Table 3.1. Open, since a broker may send what the table reserves.
public struct ConnectReturnCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let accepted = Self(rawValue: 0)
  public static let unacceptableProtocolVersion = Self(rawValue: 1)
  public static let identifierRejected = Self(rawValue: 2)
  public static let serverUnavailable = Self(rawValue: 3)
  public static let badUserNameOrPassword = Self(rawValue: 4)
  public static let notAuthorized = Self(rawValue: 5)

  public var description: String {
    switch self {
    case .accepted: "accepted"
    case .unacceptableProtocolVersion: "unacceptable protocol version"
    case .identifierRejected: "client identifier rejected"
    case .serverUnavailable: "server unavailable"
    case .badUserNameOrPassword: "bad user name or password"
    case .notAuthorized: "not authorized"
    default: "return code \(rawValue)"
    }
  }
}
