import ByteCoding

/// The text form of a pinned public key: the SHA-256 of its SubjectPublicKeyInfo in Base64, with or without
/// "sha256/" before it, or in 64 hexadecimal digits.
enum PublicKeyPin {
  /// The 32 bytes; nil when the text is no such form.
  static func bytes(_ text: String) -> [UInt8]? {
    if text.utf8.count == 64, let bytes = HexadecimalText.bytes(Array(text.utf8)) { return bytes }
    let prefix = "sha256/"
    let letters = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
    return Base64.decode(letters).flatMap { $0.count == 32 ? $0 : nil }
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
