/// What is wrong with received bytes; each closes the connection (clause 4.8).
public enum MalformedPacket: Error, Hashable, Sendable {
  /// Type 0 or 15.
  case unknownType(UInt8)
  /// The lower half of the first byte is not what its type demands (table 2.2).
  case reservedFlags(PacketType, UInt8)
  /// The remaining length does not end with its fourth byte.
  case lengthTooLong
  /// The packet is larger than this side accepts: size and limit in bytes.
  case tooLarge(Int, limit: Int)
  /// A field reaches beyond the end of its packet.
  case truncated
  /// Bytes are left behind the last field.
  case trailingBytes
  /// A string is not UTF-8, or holds a surrogate (clause 1.5.3).
  case invalidUTF8
  /// A string holds U+0000.
  case nullCharacter
  /// QoS 3, in PUBLISH, SUBSCRIBE or the will.
  case invalidQualityOfService
  /// DUP set with QoS 0.
  case duplicateFlagWithoutAcknowledgement
  case packetIdentifierZero
  case topicName(TopicFailure)
  case topicFilter(TopicFailure)
  /// SUBSCRIBE, SUBACK or UNSUBSCRIBE without a filter or return code.
  case noFilters
  /// A bit or value that the standard reserves in this packet.
  case reservedValue(PacketType)
  case protocolName
  case protocolLevel(UInt8)
  /// Will flags, or a password without a user name (clauses 3.1.2.5 to 3.1.2.9).
  case connectFlags(UInt8)
  /// No client identifier and no clean session (clause 3.1.3.1).
  case clientIdentifier
}

/// Why a packet cannot be written: its fields have no form on the wire.
public enum EncodingFailure: Error, Hashable, Sendable {
  /// A string or binary field of more than 65,535 bytes.
  case fieldTooLong
  case nullCharacter
  /// More than 268,435,455 bytes behind the fixed header.
  case packetTooLarge
  /// DUP with QoS 0, a packet identifier that does not go with the QoS, an empty list of filters, a password
  /// without a user name, or an empty client identifier without a clean session.
  case inconsistentFields
}
