/// The fields of packets (clause 1.5) at the end of an output buffer. Lengths have been checked before.
extension [UInt8] {
  /// First byte and remaining length (clause 2.2.3; 5.0: 2.1.4).
  mutating func appendFixedHeader(_ type: PacketType, flags: UInt8 = 0, remainingLength: Int) {
    append(type.rawValue << 4 | flags)
    appendVariableByteInteger(remainingLength)
  }

  mutating func appendTwoByteInteger(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  mutating func appendFourByteInteger(_ value: UInt32) {
    appendTwoByteInteger(UInt16(truncatingIfNeeded: value >> 16))
    appendTwoByteInteger(UInt16(truncatingIfNeeded: value))
  }

  /// 7 bits a byte, least significant first, in as few bytes as it takes.
  mutating func appendVariableByteInteger(_ value: Int) {
    var rest = value
    while rest > 127 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func appendString(_ text: String) {
    appendTwoByteInteger(UInt16(truncatingIfNeeded: text.utf8.count))
    append(contentsOf: text.utf8)
  }

  mutating func appendBinary(_ bytes: [UInt8]) {
    appendTwoByteInteger(UInt16(truncatingIfNeeded: bytes.count))
    append(contentsOf: bytes)
  }

  /// The property length and the properties; nothing before 5.0.
  mutating func appendProperties(_ properties: Properties, byteCount: Int, _ context: CodecContext) {
    guard context.version.hasProperties else { return }
    appendVariableByteInteger(byteCount)
    for property in properties { appendProperty(property) }
  }

  mutating func appendProperty(_ property: Property) {
    append(property.identifier.rawValue)
    switch property.value {
    case .number(let number): appendNumber(number, as: property.identifier.format)
    case .text(let text): appendString(text)
    case .binary(let bytes): appendBinary(bytes)
    case .pair(let name, let value):
      appendString(name)
      appendString(value)
    }
  }

  private mutating func appendNumber(_ number: UInt32, as format: PropertyIdentifier.Format) {
    switch format {
    case .byte: append(UInt8(truncatingIfNeeded: number))
    case .twoByteInteger: appendTwoByteInteger(UInt16(truncatingIfNeeded: number))
    case .fourByteInteger: appendFourByteInteger(number)
    default: appendVariableByteInteger(Int(number))
    }
  }
}
