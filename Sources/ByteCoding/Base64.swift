/// Base 64 of RFC 4648, clause 4, with padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[index] : 0) }
      for index in 0..<4 {
        let digit = alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
        text.append(index <= group.count ? digit : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for a text of another form: other characters, missing padding, bits behind the end.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    var padded = 0
    while padded < 2, digits.last == padding {
      digits.removeLast()
      padded += 1
    }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      bits &= (1 << UInt32(bitCount)) - 1
    }
    return bits == 0 && bitCount == 2 * padded ? bytes : nil
  }
}
