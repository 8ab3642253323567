/// Why a packet cannot be written: its fields have no form on the wire, or one that the standard forbids.
public enum EncodingFailure: Error, Hashable, Sendable {
  /// A string or binary field of more than 65,535 bytes.
  case fieldTooLong
  case nullCharacter
  /// More than 268,435,455 bytes behind the fixed header, or more than the peer takes.
  case packetTooLarge
  /// DUP with QoS 0, a packet identifier that does not go with the QoS, an empty list of filters, a password
  /// without a user name (before 5.0), or a topic that is empty without a topic alias.
  case inconsistentFields
  case clientIdentifier(ClientIdentifier.Failure)
  /// Properties, reason codes, options or a packet type that the version does not have.
  case notInThisVersion
  /// The packet must not have it, or must not have it twice, or not from this end of the connection.
  case propertyNotAllowed(PropertyIdentifier)
  case propertyValue(PropertyIdentifier)
  /// A reason code that the packet must not have.
  case reasonCode(ReasonCode)
  case topicFilter(TopicFailure)
  /// A packet that this end of the connection must not send.
  case wrongSender
}
