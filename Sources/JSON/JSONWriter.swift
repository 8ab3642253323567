/// Writes compact JSON: no white space, members in their order, only what must be escaped escaped.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += value.description.utf8
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The shortest digits that read back as the same double. JSON has no word for infinity or not-a-number,
  /// so they become null.
  private mutating func write(_ value: Double) {
    bytes += value.isFinite ? value.description.utf8 : "null".utf8
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0..<0x20: bytes += ((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONValue {
  /// The compact text in UTF-8.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
