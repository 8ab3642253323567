/// Things an operator may want to read.
public enum SessionDiagnostic: Hashable, Sendable {
  /// User name or password are wrong, or the client may not connect (return codes 4 and 5); tried again
  /// with long pauses until the configuration changes.
  case credentialsRefused(ConnectReturnCode)
  case connectionRefused(ConnectReturnCode)
  /// The same in 5.0, for any reason.
  case connectionRejected(ReasonCode, reasonString: String?)
  /// The broker does not speak the version; the next connection tries the other one.
  case versionRefused(ProtocolVersion, next: ProtocolVersion)
  /// The broker forgot the session; so many messages are published again.
  case sessionLost(republished: Int)
  /// The broker closed three connections in a row within seconds of CONNACK, or said so: a second client has
  /// the same client identifier.
  case takeoverSuspected
  /// An acknowledgement that nothing waits for; harmless, ignored.
  case unexpectedAcknowledgement(PacketType, PacketIdentifier)
  /// PUBREL for a message that was not yet acknowledged with PUBREC.
  case prematureRelease(PacketIdentifier)
  /// Another message came under the identifier of an unfinished QoS 2 message: the broker has lost a part of
  /// its memory. Both are handed out.
  case identifierReused(PacketIdentifier)
  case subscriptionLimit(TopicFilter)
  /// The broker keeps a subscription that it was told to forget.
  case unsubscribeRefused(TopicFilter, ReasonCode)
  /// A message with so long a payload was acknowledged and passed over.
  case messageTooLarge(TopicName, bytes: Int)
  /// The broker says why it answered as it did.
  case reason(PacketType, ReasonCode, String)
  /// A redirection was not followed: it would have been too many in a row.
  case redirectedTooOften
}

extension SessionDiagnostic: CustomStringConvertible {
  public var description: String {
    switch self {
    case .credentialsRefused(let code):
      "the broker refuses the credentials (\(code)); check user, password and client identifier"
    case .connectionRefused(let code): "the broker refuses the connection (\(code))"
    case .connectionRejected(let code, let text):
      "the broker refuses the connection (\(code)\(text.map { ": " + $0 } ?? ""))"
    case .versionRefused(let version, let next):
      "the broker does not take MQTT \(version); MQTT \(next) is tried"
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
    case .unsubscribeRefused(let filter, let code): "the broker keeps the subscription \(filter) (\(code))"
    case .reason(let type, let code, let text): "the broker explains its \(type) (\(code)): \(text)"
    case .redirectedTooOften: "the broker redirects in a circle"
    }
  }
}
