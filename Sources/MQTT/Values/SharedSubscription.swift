/// A subscription whose messages are spread over a group of clients: `$share/{name}/{filter}` (5.0, clause
/// 4.8.2). Several brokers serve it in 3.1.1, too.
public struct SharedSubscription: Hashable, Sendable, CustomStringConvertible {
  static let prefix = "$share/"

  /// At least one character, none of `/`, `+`, `#`.
  public let shareName: String
  /// What the group wants.
  public let filter: TopicFilter

  public init(shareName: String, filter: TopicFilter) throws(TopicFailure) {
    guard Self.isShareName(shareName.utf8[...]) else { throw .shareName }
    guard Self.prefix.utf8.count + shareName.utf8.count + 1 + filter.byteCount <= TopicFailure.longestText
    else { throw .tooLong }
    self.shareName = shareName
    self.filter = filter
  }

  /// Nil for a text that does not begin with `$share/`.
  init?(parsing text: String) throws(TopicFailure) {
    guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
    let rest = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), Self.isShareName(rest[..<slash]) else {
      throw .shareName
    }
    shareName = String(Substring(rest[..<slash]))
    filter = try TopicFilter(String(Substring(rest[rest.index(after: slash)...])))
  }

  private static func isShareName(_ name: Substring.UTF8View) -> Bool {
    !name.isEmpty
      && !name.contains { byte in
        byte == 0 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#")
      }
  }

  public var description: String { Self.prefix + shareName + "/" + filter.text }
}
