extension JSONParser {
  /// number = [ minus ] int [ frac ] [ exp ] (RFC 8259 section 6)
  mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let whole = try integerPart(isNegative: isNegative)
    var isWhole = true
    if current == UInt8(ascii: ".") {
      position += 1
      isWhole = false
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      isWhole = false
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    if isWhole, let whole, !(isNegative && whole == 0) { return .integer(whole) }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
    else { throw error(.numberOutOfRange, at: start) }
    return .number(value)
  }

  /// The digits before the point; nil when they exceed 64 bits. A leading zero stands alone.
  private mutating func integerPart(isNegative: Bool) throws(JSONError) -> Int64? {
    if current == UInt8(ascii: "0") {
      position += 1
      if let current, Self.isDigit(current) { throw error(.invalidNumber) }
      return 0
    }
    var value: Int64? = 0
    let start = position
    while let byte = current, Self.isDigit(byte) {
      let digit = Int64(byte - UInt8(ascii: "0"))
      value = value.flatMap { Self.append(isNegative ? -digit : digit, to: $0) }
      position += 1
    }
    guard position > start else { throw invalidNumber() }
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = current, Self.isDigit(byte) { position += 1 }
    guard position > start else { throw invalidNumber() }
  }

  private func invalidNumber() -> JSONError {
    error(current == nil ? .unexpectedEnd : .invalidNumber)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func append(_ digit: Int64, to value: Int64) -> Int64? {
    let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, overflow) = product.addingReportingOverflow(digit)
    return tooLarge || overflow ? nil : sum
  }
}
