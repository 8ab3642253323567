/// The `FIELD:TYPE` words of a command line.
enum CommandFieldParser {
  typealias Word = ClusterDirectoryParser.Word

  static func fields(_ words: ArraySlice<Word>) throws(ClusterDirectoryError) -> [CommandField] {
    var fields: [CommandField] = []
    for word in words {
      fields.append(try field(word, known: fields.map(\.name)))
    }
    return fields
  }

  private static func field(
    _ word: Word, known: [String]
  ) throws(ClusterDirectoryError) -> CommandField {
    let parts = word.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw word.error("expected FIELD:TYPE, found \"\(word.text)\"") }
    var name = word
    name.text = parts[0]
    let halves = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let type = halves.first, let kind = kind(type, known: known) else {
      throw word.error("unknown type in \"\(word.text)\"")
    }
    var presence = CommandField.Presence.always
    if halves.count == 2 { presence = try self.presence(halves[1], word: word, known: known) }
    return CommandField(name: try ClusterDirectoryParser.name(name), kind: kind, presence: presence)
  }

  private static func kind(_ text: Substring, known: [String]) -> CommandField.Kind? {
    switch text {
    case "id8": return .identifier(byteCount: 1)
    case "id16": return .identifier(byteCount: 2)
    case "id32": return .identifier(byteCount: 4)
    case "uint16be": return .bigEndian(byteCount: 2)
    case "uint32be": return .bigEndian(byteCount: 4)
    case "bytes": return .remainder
    case "code": return .code
    case "eventcode": return .eventCode
    case "datapoints": return .datapoints
    default: break
    }
    if text.hasPrefix("bytes["), text.hasSuffix("]") {
      let count = String(text.dropFirst(6).dropLast())
      return known.contains(count) ? .bytes(countedBy: count) : nil
    }
    if text.hasSuffix("[]") { return element(text.dropLast(2)).map { .countedList($0) } }
    if text.hasSuffix("*") { return element(text.dropLast()).map { .list($0) } }
    return DataType(name: text).map { .value($0) }
  }

  /// Elements must have a length of their own above zero.
  private static func element(_ text: Substring) -> CommandField.Kind? {
    guard let type = DataType(name: text), type.fixedLength != 0 else { return nil }
    return .value(type)
  }

  /// Behind the question mark: nothing, `FIELD=VALUE`, `FIELD&MASK` or `FIELD&MASK=VALUE`.
  private static func presence(
    _ text: Substring, word: Word, known: [String]
  ) throws(ClusterDirectoryError) -> CommandField.Presence {
    if text.isEmpty { return .optional }
    let sides = text.split(separator: "=", maxSplits: 1)
    let left = (sides.first ?? "").split(separator: "&", maxSplits: 1)
    guard let first = left.first, known.contains(String(first)) else {
      throw word.error("a condition names a field before, found \"\(text)\"")
    }
    let mask = left.count == 2 ? number(left[1]) : UInt64.max
    guard let mask, left.count == 2 || sides.count == 2 else {
      throw word.error("expected FIELD=VALUE, FIELD&MASK or FIELD&MASK=VALUE, found \"\(text)\"")
    }
    if sides.count == 1 { return .whenSet(field: String(first), mask: mask) }
    guard let value = number(sides[1]) else {
      throw word.error("expected a number behind =, found \"\(sides[1])\"")
    }
    return .when(field: String(first), mask: mask, equals: value)
  }

  private static func number(_ text: Substring) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}
