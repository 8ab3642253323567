/// What kind of failure ended a connection, or kept it from being made: it decides how soon a next try makes
/// sense and what has to change before it.
public enum ConnectionFailureClass: Hashable, Sendable, CaseIterable {
  /// The network or the broker was not there; the next second may change that.
  case link
  /// The broker is there and takes nobody for now.
  case serverBusy
  /// The broker does not accept who the client says it is.
  case credentials
  /// The broker does not accept the client whatever its credentials, or the client cannot say what it is told
  /// to: somebody has to change a configuration.
  case configuration
  /// Another client has taken the session by using the same client identifier.
  case takenOver
  /// The owner asked for it.
  case wanted
}

extension DisconnectReason {
  public var failureClass: ConnectionFailureClass {
    switch self {
    case .refused(let code): code.failureClass
    case .rejected(let code, _), .disconnectedByBroker(let code, _): code.failureClass
    case .invalidConfiguration: .configuration
    case .authentication: .credentials
    case .drained: .wanted
    default: .link
    }
  }
}

extension ReasonCode {
  /// For CONNACK and DISCONNECT of 5.0.
  var failureClass: ConnectionFailureClass {
    switch self {
    case .badUserNameOrPassword, .notAuthorized, .badAuthenticationMethod: .credentials
    case .sessionTakenOver: .takenOver
    case .serverUnavailable, .serverBusy, .serverShuttingDown, .quotaExceeded, .connectionRateExceeded,
      .messageRateTooHigh:
      .serverBusy
    case .malformedPacket, .protocolError, .unsupportedProtocolVersion, .clientIdentifierNotValid, .banned,
      .topicNameInvalid, .packetTooLarge, .retainNotSupported, .qosNotSupported, .useAnotherServer,
      .serverMoved:
      .configuration
    default: .link
    }
  }
}

extension ConnectReturnCode {
  var failureClass: ConnectionFailureClass {
    switch self {
    case .serverUnavailable: .serverBusy
    case .badUserNameOrPassword, .notAuthorized: .credentials
    default: .configuration
    }
  }
}
