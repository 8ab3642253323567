/// The topic a message is published to: 1 to 65,535 bytes of UTF-8 without wildcards (clause 4.7).
///
/// Two names are equal when their bytes are: the standard forbids normalisation, which Swift's own string
/// comparison would bring in.
public struct TopicName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) throws(TopicFailure) {
    let bytes = text.utf8
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= TopicFailure.longestText else { throw .tooLong }
    for byte in bytes {
      if byte == 0 { throw .containsNull }
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") { throw .containsWildcard }
    }
    self.text = text
  }

  public var description: String { text }

  /// Bytes on the wire, without the length.
  public var byteCount: Int { text.utf8.count }

  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
