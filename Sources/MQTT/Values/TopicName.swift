/// The topic a message is published to: 1 to 65,535 bytes of UTF-8 without wildcards (clause 4.7).
///
/// Two names are equal when their bytes are: the standard forbids normalisation, which Swift's own string
/// comparison would bring in.
public struct TopicName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) throws(TopicFailure) {
    if let failure = Self.failure(of: text) { throw failure }
    self.text = text
  }

  /// What is wrong with a text as a name; nil when it can be one.
  static func failure(of text: String) -> TopicFailure? {
    // By span, since this is done for every message: the iterator of a UTF-8 view takes three times as long.
    let bytes = text.utf8Span.span
    if bytes.isEmpty { return .empty }
    if bytes.count > TopicFailure.longestText { return .tooLong }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0 { return .containsNull }
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") { return .containsWildcard }
    }
    return nil
  }

  private init(unchecked text: String) { self.text = text }

  /// The empty name of a PUBLISH whose topic alias stands for the name (5.0, clause 3.3.2.3.4). No message
  /// may be handed to anybody under it.
  public static let aliased = Self(unchecked: "")

  public var description: String { text }

  /// Bytes on the wire, without the length.
  public var byteCount: Int { text.utf8.count }

  public static func == (left: Self, right: Self) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.indices.allSatisfy { left[$0] == right[$0] } }
    }
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
