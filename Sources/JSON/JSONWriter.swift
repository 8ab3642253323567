/// Writes compact JSON: no white space, members in their order, only what must be escaped escaped.
///
/// Values go straight into bytes, whole ones by `write(_:)`, objects and arrays member by member between their
/// `begin` and `end`; the caller keeps the two in balance.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// Something stands before the next member of the present object or array.
  private var needsComma = false

  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  // MARK: Structure

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The key of the next value; one that needs no escapes, as those of this program's own forms.
  public mutating func key(_ key: StaticString) {
    let needsComma = needsComma
    key.withUTF8Buffer { name in
      bytes.append(addingCapacity: name.count + 4) { room in
        if needsComma { room.append(UInt8(ascii: ",")) }
        room.append(UInt8(ascii: "\""))
        for byte in name { room.append(byte) }
        room.append(UInt8(ascii: "\""))
        room.append(UInt8(ascii: ":"))
      }
    }
    self.needsComma = false
  }

  public mutating func member(_ key: StaticString, _ value: JSONValue) {
    self.key(key)
    write(value)
  }

  /// A text of this program's own, which needs no escapes.
  public mutating func member(_ key: StaticString, literal text: StaticString) {
    self.key(key)
    text.withUTF8Buffer { writePlain($0) }
    needsComma = true
  }

  public mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    write(text)
  }

  public mutating func member(_ key: StaticString, _ number: Int64) {
    self.key(key)
    write(number)
  }

  /// A number as a string, as some readers want it.
  public mutating func member(_ key: StaticString, quoted number: Int64) {
    self.key(key)
    bytes.append(UInt8(ascii: "\""))
    writeDigits(number)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  // MARK: Values

  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeWord("null")
    case .bool(let value): writeWord(value ? "true" : "false")
    case .integer(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        write(member.value)
      }
      endObject()
    }
  }

  public mutating func write(_ number: Int64) {
    separate()
    writeDigits(number)
    needsComma = true
  }

  /// The shortest digits that read back as the same double. JSON has no word for infinity or not-a-number,
  /// so they become null.
  public mutating func write(_ number: Double) {
    guard number.isFinite else { return writeWord("null") }
    separate()
    append(number.description)
    needsComma = true
  }

  public mutating func write(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { characters in
      // Nearly every text is plain: it goes in one piece.
      if characters.contains(where: Self.needsEscape) {
        bytes.append(UInt8(ascii: "\""))
        for character in characters { writeEscaped(character) }
        bytes.append(UInt8(ascii: "\""))
      } else {
        writePlain(characters)
      }
    }
    needsComma = true
  }

  /// Between quotation marks, as it is.
  private mutating func writePlain(_ characters: UnsafeBufferPointer<UInt8>) {
    bytes.append(addingCapacity: characters.count + 2) { room in
      room.append(UInt8(ascii: "\""))
      for byte in characters { room.append(byte) }
      room.append(UInt8(ascii: "\""))
    }
  }

  private mutating func writeWord(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  private mutating func writeDigits(_ number: Int64) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.endIndex
    var magnitude = number.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
      magnitude /= 10
    } while magnitude > 0
    bytes.append(addingCapacity: 21) { room in
      if number < 0 { room.append(UInt8(ascii: "-")) }
      for index in first..<digits.endIndex { room.append(digits[index]) }
    }
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0..<0x20: append((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
    default: bytes.append(byte)
    }
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
