/// What CONNACK of 3.1 and 3.1.1 answers (3.1.1, table 3.1). Open, since a broker may send what the table
/// reserves.
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

  /// The same in the codes of 5.0; ``ReasonCode/unspecifiedError`` for what the table reserves.
  public var reasonCode: ReasonCode {
    switch self {
    case .accepted: .success
    case .unacceptableProtocolVersion: .unsupportedProtocolVersion
    case .identifierRejected: .clientIdentifierNotValid
    case .serverUnavailable: .serverUnavailable
    case .badUserNameOrPassword: .badUserNameOrPassword
    case .notAuthorized: .notAuthorized
    default: .unspecifiedError
    }
  }

  /// The nearest code of 3.1.1.
  public init(_ reasonCode: ReasonCode) {
    switch reasonCode {
    case .unsupportedProtocolVersion: self = .unacceptableProtocolVersion
    case .clientIdentifierNotValid: self = .identifierRejected
    case .badUserNameOrPassword, .badAuthenticationMethod: self = .badUserNameOrPassword
    case .notAuthorized, .banned: self = .notAuthorized
    default: self = reasonCode.isFailure ? .serverUnavailable : .accepted
    }
  }
}
