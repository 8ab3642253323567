/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
  static func text(_ bytes: [UInt8], digits: String) -> String {
    let digits = Array(digits.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Nil for anything that is not one.
  static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    var result: [UInt8] = []
    var high: UInt8?
    for digit in text {
      guard let value = digit.hexDigitValue.map(UInt8.init) else { return nil }
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return result
  }
}
