extension DisconnectReason: CustomStringConvertible {
  /// For people: what happened, and what can be done where that is known.
  public var description: String {
    switch self {
    case .closedByBroker: "the broker closed the connection"
    case .transport(let text): text
    case .connectionTimeout: "connecting took too long"
    case .connectAcknowledgementTimeout:
      "the broker did not answer CONNECT; is it an MQTT broker, and does the port speak TLS?"
    case .refused(let code):
      switch code {
      case .badUserNameOrPassword, .notAuthorized:
        "the broker refused the client (\(code)); check user, password and client identifier"
      default: "the broker refused the client (\(code))"
      }
    case .malformed(let reason): "the broker sent a malformed packet (\(reason))"
    case .protocolViolation(let violation): "the broker broke the protocol (\(violation))"
    case .keepAliveTimeout: "the broker did not answer a ping; the link is dead"
    case .subscribeTimeout: "the broker did not answer SUBSCRIBE"
    case .acknowledgementTimeout: "the broker did not acknowledge a message"
    case .tooManyUnaccepted: "messages came faster than they could be handled"
    case .invalidConfiguration(let failure): "the client's configuration cannot be sent (\(failure))"
    case .drained: "disconnected as asked"
    }
  }
}

extension DropReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .offline: "no connection to the broker"
    case .congested: "the link to the broker is congested"
    case .transientQueueFull: "the queue of unacknowledged messages is full"
    case .durableQueueFull: "too many messages wait for the broker"
    case .tooLarge: "the message is larger than allowed"
    }
  }
}

extension SessionDiagnostic: CustomStringConvertible {
  public var description: String {
    switch self {
    case .credentialsRefused(let code):
      "the broker refuses the credentials (\(code)); check user, password and client identifier"
    case .connectionRefused(let code): "the broker refuses the connection (\(code))"
    case .sessionLost(let count):
      "the broker has forgotten the session; \(count) messages are published again"
    case .takeoverSuspected:
      "the broker ends every connection at once; another client probably has the same client identifier"
    case .unexpectedAcknowledgement(let type, let identifier):
      "nothing waits for \(type) \(identifier); ignored"
    case .prematureRelease(let identifier): "PUBREL \(identifier) came before its PUBREC"
    case .identifierReused(let identifier):
      "the broker uses packet identifier \(identifier) for two messages; it has lost a part of its memory"
    case .messageTooLarge(let topic, let bytes):
      "a message of \(bytes) bytes on \(topic.text) is larger than allowed and was passed over"
    case .subscriptionLimit(let filter): "too many subscriptions; \(filter) is left out"
    }
  }
}
