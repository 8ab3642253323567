/// How one field lies on the wire and is shown.
public enum FieldKind: Hashable, Sendable {
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
  /// A number at the beginning of what the next field takes, shown in hexadecimal.
  case peekedIdentifier(bytes: Int)
  /// Eight bytes whose meaning is told by an address mode before: group, network or IEEE address.
  /// The shown name gets `_group`, `_nwk` or `_ieee`.
  case address(mode: String)

  /// Shows what the next field holds, and has no bytes of its own.
  var isPeek: Bool {
    switch self {
    case .peekedBits, .peekedIdentifier: true
    default: false
    }
  }

  private static let plain: [String: FieldKind] = [
    "u8": .number(bytes: 1), "u16": .number(bytes: 2), "u24": .number(bytes: 3), "u32": .number(bytes: 4),
    "i8": .signed, "x8": .identifier(bytes: 1), "x16": .identifier(bytes: 2), "x32": .identifier(bytes: 4),
    "ieee": .ieee, "key": .fixedBytes(16), "rest": .rest, "lv8": .prefixedBytes(lengthBytes: 1),
    "lv16": .prefixedBytes(lengthBytes: 2), "lv32": .prefixedBytes(lengthBytes: 4),
    "peekx32": .peekedIdentifier(bytes: 4),
  ]

  /// `plain` of the words without arguments.
  static func plain(_ name: String) -> FieldKind? { plain[name] }

  /// Reads `u8`, `bytes(n)`, `list(count,x16)` and the like.
  init?(_ text: some StringProtocol) {
    let text = Substring(text)
    if let plain = Self.plain[String(text)] {
      self = plain
      return
    }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let arguments = text[text.index(after: open)...].dropLast().split(separator: ",").map(String.init)
    guard let first = arguments.first else { return nil }
    switch (text[..<open], arguments.count) {
    case ("bytes", 1): self = Int(first).map { .fixedBytes($0) } ?? .countedBytes(by: first)
    case ("list", 1): self = .prefixedList(of: first)
    case ("list", 2): self = .countedList(by: first, of: arguments[1])
    case ("all", 1): self = .restList(of: first)
    case ("bits", 1):
      guard let count = Int(first) else { return nil }
      self = .bits(count)
    case ("peek", 1):
      guard let count = Int(first) else { return nil }
      self = .peekedBits(count)
    case ("addr", 1): self = .address(mode: first)
    default: return nil
    }
  }
}
