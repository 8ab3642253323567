extension JSONParser {
  /// A string from its opening quote to behind its closing one.
  mutating func string() throws(JSONError) -> String {
    position += 1
    var runStart = position
    var text: String?
    while true {
      guard let byte = current else { throw error(.unexpectedEnd) }
      switch byte {
      case UInt8(ascii: "\""):
        let run = String(decoding: bytes[runStart..<position], as: UTF8.self)
        position += 1
        return text.map { $0 + run } ?? run
      case UInt8(ascii: "\\"):
        var longer = text ?? ""
        longer += String(decoding: bytes[runStart..<position], as: UTF8.self)
        longer.unicodeScalars.append(try escape())
        text = longer
        runStart = position
      case 0..<0x20:
        throw error(.controlCharacter(byte))
      case 0x20..<0x80:
        position += 1
      default:
        position += try multibyteLength(lead: byte)
      }
    }
  }

  private mutating func escape() throws(JSONError) -> UnicodeScalar {
    let start = position
    position += 1
    guard let byte = current else { throw error(.unexpectedEnd) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default: throw error(.invalidEscape, at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> UnicodeScalar {
    let first = try hexadecimalUnit()
    if let scalar = UnicodeScalar(first) { return scalar }
    guard first < 0xDC00, current == UInt8(ascii: "\\") else { throw error(.loneSurrogate, at: start) }
    position += 1
    guard current == UInt8(ascii: "u") else { throw error(.loneSurrogate, at: start) }
    position += 1
    let second = try hexadecimalUnit()
    guard (0xDC00...0xDFFF).contains(second) else { throw error(.loneSurrogate, at: start) }
    let combined = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    guard let scalar = UnicodeScalar(combined) else { throw error(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func hexadecimalUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw error(.unexpectedEnd) }
      guard let digit = Self.hexadecimalDigit(byte) else { throw error(.invalidEscape) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The length of the well-formed sequence at hand (Unicode, table 3-7): no overlong forms, no
  /// surrogates, nothing above U+10FFFF.
  private func multibyteLength(lead: UInt8) throws(JSONError) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw error(.invalidUTF8)
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
      throw error(.invalidUTF8)
    }
    for index in position + 2..<max(position + length, position + 2)
    where bytes[index] & 0xC0 != 0x80 {
      throw error(.invalidUTF8)
    }
    return length
  }
}
