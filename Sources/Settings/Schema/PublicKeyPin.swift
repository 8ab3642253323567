/// The text form of a pinned public key: the SHA-256 of its SubjectPublicKeyInfo in Base64, with or without
/// "sha256/" before it, or in 64 hexadecimal digits.
enum PublicKeyPin {
  /// The 32 bytes; nil when the text is no such form.
  static func bytes(_ text: String) -> [UInt8]? {
    if text.utf8.count == 64, let bytes = HexadecimalText.bytes(Array(text.utf8)) { return bytes }
    let prefix = "sha256/"
    return fromBase64(Array((text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]).utf8))
  }

  /// 43 letters and the sign that fills them up.
  private static func fromBase64(_ text: [UInt8]) -> [UInt8]? {
    guard text.count == 44, text.last == UInt8(ascii: "=") else { return nil }
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for letter in text.dropLast() {
      guard let value = value(letter) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      bits &= (1 << UInt32(count)) - 1
    }
    // What is left over has to be nothing, so that one pin has one form.
    return bits == 0 ? bytes : nil
  }

  private static func value(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// Bytes written as hexadecimal digits.
enum HexadecimalText {
  /// nil for anything else, and for an odd number of digits.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: text.count, by: 2) {
      guard let high = digit(text[place]), let low = digit(text[place + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
