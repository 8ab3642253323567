import Zigbee

/// The definitions of the MT commands, parsed once from the text in `MTCommandDefinitions`.
package struct MTCommandTable: Sendable {
  /// How one field lies on the wire and is shown.
  enum Kind: Hashable, Sendable {
    /// Little-endian, shown in decimal.
    case number(bytes: Int)
    case signed
    /// Little-endian, shown in hexadecimal.
    case identifier(bytes: Int)
    case ieee
    /// All bytes that are left.
    case rest
    case fixedBytes(Int)
    /// As many bytes as the field named before says.
    case countedBytes(by: String)
    /// Bytes behind a length that is not shown.
    case prefixedBytes(lengthBytes: Int)
    /// Elements behind a count that is not shown.
    case prefixedList(of: String)
    /// As many elements as the field named before says.
    case countedList(by: String, of: String)
    /// Elements up to the end.
    case restList(of: String)
    /// Bits of one byte, lowest first; the byte is taken with its first field.
    case bits(Int)
    /// The lowest bits of the byte that the next field takes.
    case peekedBits(Int)
    /// Eight bytes whose meaning is told by an address mode before: group, network or IEEE address.
    /// The shown name gets `_group`, `_nwk` or `_ieee`.
    case address(mode: String)
  }

  struct FieldDefinition: Hashable, Sendable {
    var name: String
    var kind: Kind
    /// Older firmware leaves it out.
    var isOptional: Bool
  }

  struct Key: Hashable {
    var type: MTMessageType
    var id: MTCommandID
  }

  struct Definition {
    var name: String
    var fields: [FieldDefinition]
  }

  package static let standard = MTCommandTable(text: MTCommandDefinitions.text)

  private(set) var commands: [Key: Definition] = [:]
  private(set) var structures: [String: [FieldDefinition]] = [:]
  /// Lines that could not be read; a test keeps this empty.
  private(set) var rejectedLines: [String] = []

  init(text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if !parse(line.split(separator: " ").map(String.init)) { rejectedLines.append(String(line)) }
    }
  }

  private mutating func parse(_ words: [String]) -> Bool {
    guard words.count >= 2 else { return false }
    if words[0] == "struct" {
      guard let fields = Self.fields(words[2...]) else { return false }
      structures[words[1]] = fields
      return true
    }
    guard words.count >= 4, let subsystem = MTSubsystem(name: words[0]),
      let command = UInt8(words[1], radix: 16), let fields = Self.fields(words[4...])
    else { return false }
    let id = MTCommandID(subsystem, command)
    guard let type = MTMessageType.allCases.first(where: { $0.name == words[2] }) else { return false }
    commands[Key(type: type, id: id)] = Definition(name: words[3], fields: fields)
    return true
  }

  private static func fields(_ words: ArraySlice<String>) -> [FieldDefinition]? {
    var fields: [FieldDefinition] = []
    for word in words {
      let isOptional = word.hasSuffix("?")
      let parts = word.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let kindText = isOptional ? parts[1].dropLast() : parts[1]
      guard let kind = kind(kindText) else { return nil }
      fields.append(FieldDefinition(name: String(parts[0]), kind: kind, isOptional: isOptional))
    }
    return fields
  }

  private static let plainKinds: [String: Kind] = [
    "u8": .number(bytes: 1), "u16": .number(bytes: 2), "u24": .number(bytes: 3), "u32": .number(bytes: 4),
    "i8": .signed, "x8": .identifier(bytes: 1), "x16": .identifier(bytes: 2), "x32": .identifier(bytes: 4),
    "ieee": .ieee, "rest": .rest, "lv8": .prefixedBytes(lengthBytes: 1),
    "lv16": .prefixedBytes(lengthBytes: 2),
  ]

  private static func kind(_ text: Substring) -> Kind? {
    if let plain = plainKinds[String(text)] { return plain }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let arguments = text[text.index(after: open)...].dropLast().split(separator: ",").map(String.init)
    guard let first = arguments.first else { return nil }
    switch (text[..<open], arguments.count) {
    case ("bytes", 1): return Int(first).map { .fixedBytes($0) } ?? .countedBytes(by: first)
    case ("list", 1): return .prefixedList(of: first)
    case ("list", 2): return .countedList(by: first, of: arguments[1])
    case ("all", 1): return .restList(of: first)
    case ("bits", 1): return Int(first).map { .bits($0) }
    case ("peek", 1): return Int(first).map { .peekedBits($0) }
    case ("addr", 1): return .address(mode: first)
    default: return nil
    }
  }

  /// What the elements of a list are: a plain kind or a structure.
  func element(_ name: String) -> [FieldDefinition]? {
    if let kind = Self.plainKinds[name] { return [FieldDefinition(name: "", kind: kind, isOptional: false)] }
    return structures[name]
  }
}
