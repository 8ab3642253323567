/// The name under which a server keeps a client's session (clause 3.1.3.1).
///
/// 3.1 demands 1 to 23 characters. Later versions take any string; an empty one asks the server to make up a
/// name, which in 3.1.1 needs a clean session.
public struct ClientIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is no client identifier.
  public enum Failure: Error, Hashable, Sendable {
    /// Not allowed in 3.1, and in 3.1.1 without a clean session.
    case empty
    /// More than 23 characters in 3.1, more than 65,535 bytes later.
    case tooLong
    case containsNull
  }

  static let longestIn3_1 = 23

  public let text: String

  public init(
    _ text: String, version: ProtocolVersion = .v3_1_1, cleanSession: Bool = false
  ) throws(Failure) {
    if let failure = Self.failure(of: text, version: version, cleanSession: cleanSession) { throw failure }
    self.text = text
  }

  /// What is wrong with a text as an identifier; nil when it can be sent.
  static func failure(of text: String, version: ProtocolVersion, cleanSession: Bool) -> Failure? {
    switch version {
    case .v3_1:
      if text.isEmpty { return .empty }
      if text.unicodeScalars.count > longestIn3_1 { return .tooLong }
    case .v3_1_1:
      if text.isEmpty, !cleanSession { return .empty }
    case .v5: break
    }
    if text.utf8.count > TopicFailure.longestText { return .tooLong }
    return text.utf8.contains(0) ? .containsNull : nil
  }

  /// Whether every server has to take it: 1 to 23 of the characters 0-9, a-z and A-Z ([MQTT-3.1.3-5]).
  public var isAcceptedEverywhere: Bool {
    (1...Self.longestIn3_1).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      }
  }

  public var description: String { text }
}
