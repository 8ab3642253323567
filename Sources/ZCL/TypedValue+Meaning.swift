extension ZCLValue {
  /// A number of any kind.
  public var number: Double? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .unsigned(let value): Double(value)
    case .signed(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  /// The bytes of either kind of string.
  public var bytes: [UInt8]? {
    switch self {
    case .string(let bytes), .octets(let bytes): bytes
    default: nil
    }
  }
}

extension DataType {
  /// The bits that mean "no value" in a type of fixed length (ZCL table 2-10, column "non-value"); nil for
  /// types that have none, where every pattern is data.
  public var nonValueBits: UInt64? {
    guard let length = fixedLength, (1...8).contains(length) else { return nil }
    let ones = UInt64.max >> UInt64(64 - 8 * length)
    switch rawValue {
    case 0x10, 0x20...0x27, 0x30, 0x31, 0xE0...0xE2, 0xE8...0xEA, 0xF0: return ones
    case 0x28...0x2F: return 1 << UInt64(8 * length - 1)
    default: return nil
    }
  }
}

extension TypedValue {
  /// Whether the wire says "there is no value" (coordinators 4.2): publishing 65535 would be wrong.
  public var isNonValue: Bool {
    switch value {
    case .none: true
    case .float(let number): number.isNaN
    case .unsigned(let bits): bits == type.nonValueBits
    case .signed(let number):
      type.nonValueBits.map { ZCLValue.signExtended($0, byteCount: type.fixedLength ?? 8) } == number
    default: false
    }
  }

  /// The value, or nil where there is none. A boolean byte above 1 is true.
  public var meaningful: ZCLValue? {
    if isNonValue { return nil }
    if type == .boolean, case .unsigned(let byte) = value { return .boolean(byte != 0) }
    return value
  }

  /// This value as the type that the cluster declares, for devices that send another one (an int32 as
  /// uint16, a boolean as uint8, a temperature as unsigned). nil when it cannot be that type.
  public func coerced(to declared: DataType) -> TypedValue? {
    if declared == type { return self }
    if value == .none { return TypedValue(declared, .none) }
    if declared == .boolean {
      return value.integer.map { TypedValue(declared, .boolean($0 != 0)) }
    }
    if declared.isFloatingPoint { return value.number.map { TypedValue(declared, .float($0)) } }
    switch declared {
    case .octetString, .longOctetString, .key128:
      return value.bytes.map { TypedValue(declared, .octets($0)) }
    case .characterString, .longCharacterString:
      return value.bytes.map { TypedValue(declared, .string($0)) }
    default: return coercedInteger(to: declared)
    }
  }

  private func coercedInteger(to declared: DataType) -> TypedValue? {
    guard let length = declared.fixedLength, (1...8).contains(length) else { return nil }
    let ones = UInt64.max >> UInt64(64 - 8 * length)
    let hasSameLength = type.fixedLength == length
    switch value {
    case .unsigned(let bits):
      if declared.isSigned {
        // The same number of bytes is the same pattern under the wrong name.
        let limit = hasSameLength ? ones : ones >> 1
        guard bits <= limit else { return nil }
        return TypedValue(declared, .signed(ZCLValue.signExtended(bits, byteCount: length)))
      }
      return bits <= ones ? TypedValue(declared, .unsigned(bits)) : nil
    case .signed(let number):
      return Self.integer(number, as: declared, ones: ones, keepsPattern: hasSameLength)
    case .boolean(let flag):
      return Self.integer(flag ? 1 : 0, as: declared, ones: ones, keepsPattern: false)
    case .float(let number):
      guard let whole = Int64(exactly: number.rounded()) else { return nil }
      return Self.integer(whole, as: declared, ones: ones, keepsPattern: false)
    default: return nil
    }
  }

  private static func integer(
    _ number: Int64, as declared: DataType, ones: UInt64, keepsPattern: Bool
  ) -> TypedValue? {
    if declared.isSigned {
      let largest = Int64(bitPattern: ones >> 1)
      return (-largest - 1...largest).contains(number) ? TypedValue(declared, .signed(number)) : nil
    }
    if number < 0 {
      return keepsPattern ? TypedValue(declared, .unsigned(UInt64(bitPattern: number) & ones)) : nil
    }
    return UInt64(number) <= ones ? TypedValue(declared, .unsigned(UInt64(number))) : nil
  }
}
