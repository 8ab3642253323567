extension DisconnectReason: CustomStringConvertible {
  /// For people: what happened, and what can be done where that is known.
  public var description: String {
    switch self {
    case .closedByBroker: "the broker closed the connection"
    case .disconnectedByBroker(let code, let text):
      "the broker ended the connection (\(code)\(Self.explanation(text)))"
    case .transport(let text): text
    case .connectionTimeout: "connecting took too long"
    case .connectAcknowledgementTimeout:
      "the broker did not answer CONNECT; is it an MQTT broker, and does the port speak TLS?"
    case .refused(let code):
      "the broker refused the client (\(code))\(isCredentialsRefusal ? Self.advice : "")"
    case .rejected(let code, let text):
      "the broker refused the client (\(code)\(Self.explanation(text)))\(isCredentialsRefusal ? Self.advice : "")"
    case .malformed(let reason): "the broker sent a malformed packet (\(reason))"
    case .protocolViolation(let violation): "the broker broke the protocol (\(violation))"
    case .keepAliveTimeout: "the broker did not answer a ping; the link is dead"
    case .subscribeTimeout: "the broker did not answer SUBSCRIBE"
    case .acknowledgementTimeout: "the broker did not acknowledge a message"
    case .tooManyUnaccepted: "messages came faster than they could be handled"
    case .authenticationTimeout: "the broker did not go on with the authentication"
    case .authentication(let failure): "the authentication failed (\(failure))"
    case .invalidConfiguration(let failure): "the client's configuration cannot be sent (\(failure))"
    case .drained: "disconnected as asked"
    }
  }

  private static let advice = "; check user, password and client identifier"

  private static func explanation(_ text: String?) -> String { text.map { ": " + $0 } ?? "" }
}
