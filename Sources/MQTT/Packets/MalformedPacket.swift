/// Received bytes that are no packet, or one that the standard forbids; each closes the connection (clause
/// 4.8 of 3.1.1, 4.13 of 5.0).
public struct MalformedPacket: Error, Hashable, Sendable {
  public var fault: Fault
  /// The packet in which it was found; nil while its type is not known.
  public var type: PacketType?
  /// Bytes of the packet behind its fixed header that had been read by then.
  public var offset: Int?

  public init(_ fault: Fault, in type: PacketType? = nil, at offset: Int? = nil) {
    self.fault = fault
    self.type = type
    self.offset = offset
  }

  /// What a peer of 5.0 is told.
  public var reasonCode: ReasonCode { fault.reasonCode }

  /// What is wrong.
  public enum Fault: Error, Hashable, Sendable {
    /// Type 0, or 15 before 5.0.
    case unknownType(UInt8)
    /// The lower half of the first byte is not what its type demands (table 2.2).
    case reservedFlags(PacketType, UInt8)
    /// A variable byte integer does not end with its fourth byte.
    case lengthTooLong
    /// A variable byte integer has more bytes than it needs.
    case lengthNotMinimal
    /// The packet is larger than this side accepts: size and limit in bytes.
    case tooLarge(Int, limit: Int)
    /// A field reaches beyond the end of its packet or of its properties.
    case truncated
    /// Bytes are left behind the last field.
    case trailingBytes
    /// A string is not UTF-8, or holds a surrogate (clause 1.5.4; 3.1.1: 1.5.3).
    case invalidUTF8
    /// A string holds U+0000.
    case nullCharacter
    /// A string holds a control character or non-character, and ``Strictness/refusesControlCharacters`` is on.
    case controlCharacter
    /// QoS 3, in PUBLISH, SUBSCRIBE or the will.
    case invalidQualityOfService
    /// DUP set with QoS 0.
    case duplicateFlagWithoutAcknowledgement
    case packetIdentifierZero
    case topicName(TopicFailure)
    case topicFilter(TopicFailure)
    /// No topic name, and no topic alias that stands for it.
    case missingTopicName
    /// SUBSCRIBE, SUBACK, UNSUBSCRIBE or UNSUBACK without a filter, return code or reason code.
    case noFilters
    /// A bit or value that the standard reserves in this packet.
    case reservedValue(PacketType)
    /// The protocol name that came, as far as it is text.
    case protocolName
    case protocolLevel(UInt8)
    /// Reserved bit, will flags, or a password without a user name (clauses 3.1.2.3 to 3.1.2.9).
    case connectFlags(UInt8)
    case clientIdentifier(ClientIdentifier.Failure)
    /// An identifier that is no property.
    case unknownProperty(UInt32)
    /// A property that this packet must not have, or not from this end of the connection.
    case propertyNotAllowed(PropertyIdentifier)
    case repeatedProperty(PropertyIdentifier)
    case propertyValue(PropertyIdentifier)
    /// Authentication data without a method, or AUTH without one.
    case missingAuthenticationMethod
    /// A reason code that this packet must not have.
    case reasonCode(ReasonCode)
    /// No-local with a shared subscription.
    case noLocalOnSharedSubscription
    case retainHandling
    /// A payload that is said to be UTF-8 and is not.
    case payloadFormat
    /// A packet that this end of the connection must not send.
    case wrongSender

    /// Clause 4.13.1 of 5.0, and the clause of the field.
    public var reasonCode: ReasonCode {
      switch self {
      case .tooLarge: .packetTooLarge
      case .protocolName, .protocolLevel: .unsupportedProtocolVersion
      case .clientIdentifier(.containsNull): .malformedPacket
      case .clientIdentifier: .clientIdentifierNotValid
      case .payloadFormat: .payloadFormatInvalid
      case .propertyValue(.topicAlias): .topicAliasInvalid
      case .packetIdentifierZero, .missingTopicName, .noFilters, .propertyNotAllowed, .repeatedProperty,
        .propertyValue, .missingAuthenticationMethod, .reasonCode, .noLocalOnSharedSubscription,
        .retainHandling, .wrongSender:
        .protocolError
      default: .malformedPacket
      }
    }
  }
}

extension MalformedPacket: CustomStringConvertible {
  public var description: String {
    let place = type.map { type in " in \(type)" + (offset.map { " at byte \($0)" } ?? "") } ?? ""
    return "\(fault)\(place)"
  }
}
