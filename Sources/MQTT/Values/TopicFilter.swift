/// What a subscription asks for: levels separated by `/`, where `+` stands for one level and a last `#` for
/// the level before it and everything below (clause 4.7.1).
public struct TopicFilter: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) throws(TopicFailure) {
    guard !text.utf8.isEmpty else { throw .empty }
    guard text.utf8.count <= TopicFailure.longestText else { throw .tooLong }
    guard !text.utf8.contains(0) else { throw .containsNull }
    var rest = text.utf8[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      guard !Self.isMisplaced(rest[..<slash], isLast: false) else { throw .misplacedWildcard }
      rest = rest[rest.index(after: slash)...]
    }
    guard !Self.isMisplaced(rest, isLast: true) else { throw .misplacedWildcard }
    self.text = text
  }

  private static func isMisplaced(_ level: Substring.UTF8View, isLast: Bool) -> Bool {
    if level.contains(UInt8(ascii: "#")) { return !isLast || level.count != 1 }
    return level.contains(UInt8(ascii: "+")) && level.count != 1
  }

  /// The filter that asks for exactly one topic.
  public init(_ topic: TopicName) { text = topic.text }

  /// The filter of a shared subscription, as it goes over the wire.
  public init(_ subscription: SharedSubscription) { text = subscription.description }

  /// The parts of `$share/{name}/{filter}`; nil for any other filter. In 5.0 a filter that begins with
  /// `$share/` and has no such parts must not be sent.
  public var sharedSubscription: SharedSubscription? {
    do { return try SharedSubscription(parsing: text) } catch { return nil }
  }

  /// In 5.0 what begins with `$share/` has to be a shared subscription ([MQTT-4.8.2-1], [MQTT-4.8.2-2]).
  func check(in version: ProtocolVersion) throws(TopicFailure) {
    if version.hasProperties { _ = try SharedSubscription(parsing: text) }
  }

  public var description: String { text }
  public var byteCount: Int { text.utf8.count }

  /// Whether a message to `topic` is asked for. A wildcard in the first level does not reach topics that
  /// begin with `$` (clause 4.7.2).
  public func matches(_ topic: TopicName) -> Bool {
    if let sharedSubscription { return sharedSubscription.filter.matches(topic) }
    guard topic.byteCount > 0 else { return false }
    var filter = text.utf8[...]
    var name = topic.text.utf8[...]
    if name.first == UInt8(ascii: "$"), let first = filter.first,
      first == UInt8(ascii: "+") || first == UInt8(ascii: "#")
    {
      return false
    }
    while true {
      let wanted = Self.takeLevel(&filter)
      if wanted.level.elementsEqual("#".utf8) { return true }
      let actual = Self.takeLevel(&name)
      guard wanted.level.elementsEqual("+".utf8) || wanted.level.elementsEqual(actual.level) else {
        return false
      }
      switch (wanted.hasMore, actual.hasMore) {
      case (true, true): continue
      case (false, false): return true
      case (true, false): return filter.elementsEqual("#".utf8)
      case (false, true): return false
      }
    }
  }

  private static func takeLevel(
    _ rest: inout Substring.UTF8View
  ) -> (level: Substring.UTF8View, hasMore: Bool) {
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
      defer { rest = rest[rest.endIndex...] }
      return (rest, false)
    }
    let level = rest[..<slash]
    rest = rest[rest.index(after: slash)...]
    return (level, true)
  }

  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
