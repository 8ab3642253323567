/// Which departures from the standard a decoder lets pass.
///
/// What cannot be read unambiguously (truncated fields, unknown properties, QoS 3, a packet identifier of 0,
/// flags of a packet that is no PUBLISH ...) is refused always.
public struct Strictness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Refuses strings with control characters (U+0001 to U+001F, U+007F to U+009F) and non-characters
  /// (clause 1.5.4 of 5.0, 1.5.3 of 3.1.1: a receiver may close the connection).
  public static let refusesControlCharacters = Self(rawValue: 1 << 0)
  /// Refuses a payload that is said to be UTF-8 and is not, with 0x99 (5.0, clause 3.3.2.3.2).
  public static let checksPayloadFormat = Self(rawValue: 1 << 1)
  /// Takes U+0000 in strings, other than topics.
  public static let allowsNullCharacters = Self(rawValue: 1 << 2)
  /// Takes remaining lengths and property lengths with more bytes than they need (clause 1.5.5 of 5.0).
  public static let allowsLongLengths = Self(rawValue: 1 << 3)
  /// Takes DUP with QoS 0, and passes over it.
  public static let allowsDuplicateFlagWithQoS0 = Self(rawValue: 1 << 4)
  /// Takes bytes behind the last field of an acknowledgement, and passes over them.
  public static let allowsTrailingBytes = Self(rawValue: 1 << 5)
  /// Takes reason codes that the standard does not list for their packet, and return codes of SUBACK other
  /// than those of 3.1.1, as failures when their top bit is set.
  public static let allowsAnyReasonCode = Self(rawValue: 1 << 6)
  /// Takes a CONNACK that refuses the connection and says that a session is present, and reserved bits of its
  /// flags.
  public static let allowsConnectAcknowledgementFlags = Self(rawValue: 1 << 7)
  /// Takes client identifiers of more than 23 characters in 3.1.
  public static let allowsLongClientIdentifiers = Self(rawValue: 1 << 8)
  /// To the letter of the standard; what it leaves to the receiver is taken.
  public static let strict: Self = []
  /// What brokers in the field are known to get wrong and what can be understood nevertheless.
  public static let lenient: Self = [
    .allowsNullCharacters, .allowsLongLengths, .allowsDuplicateFlagWithQoS0, .allowsTrailingBytes,
    .allowsAnyReasonCode, .allowsConnectAcknowledgementFlags, .allowsLongClientIdentifiers,
  ]
}
