/// The rules for UTF-8 encoded strings (5.0, clause 1.5.4; 3.1.1, clause 1.5.3).
extension String {
  /// A copy of the bytes, if the rules allow them as a string.
  init(validating bytes: Span<UInt8>, strictness: Strictness) throws(MalformedPacket.Fault) {
    if !strictness.contains(.allowsNullCharacters) {
      for index in bytes.indices where bytes[index] == 0 { throw .nullCharacter }
    }
    do { self.init(copying: try UTF8Span(validating: bytes)) } catch { throw .invalidUTF8 }
    if strictness.contains(.refusesControlCharacters), unicodeScalars.contains(where: Self.isRefusable) {
      throw .controlCharacter
    }
  }

  /// U+0001 to U+001F, U+007F to U+009F and the non-characters of Unicode, which a receiver may refuse.
  private static func isRefusable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x01...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}
