import ZCL
import Zigbee

extension AttributeReading {
  /// Reads a raw value with the help of the other values of its device.
  init(_ key: AttributeKey, _ raw: TypedValue, among values: [AttributeKey: StoredValue]) {
    self.init(key: key, raw: raw, value: nil)
    guard let meaningful = raw.meaningful else { return }
    guard key.manufacturer == nil,
      let rule = AttributeUnits.rule(cluster: key.cluster, attribute: key.attribute),
      let number = meaningful.number
    else {
      value = PlainValue(meaningful)
      return
    }
    unit = rule.unit
    switch rule.scale {
    case .divisor(let divisor):
      value = divisor == 1 ? PlainValue(meaningful) : .number(Self.rounded(number / divisor))
    case .attributes(let multiplier, let divisor, let factor):
      if key.cluster == .metering { unit = Self.meteringUnit(rule.unit, key, values) }
      let times = Self.number(multiplier, beside: key, values)
      let by = Self.number(divisor, beside: key, values)
      // The factor turns kW into W; a rate of gas or water has none.
      value = .number(Self.rounded(number * times * (unit == rule.unit ? factor : 1) / by))
    case .logarithmicLux:
      value = .number(number < 1 ? 0 : Self.rounded(Self.powerOfTen((number - 1) / 10_000)))
    }
  }

  /// A factor that the device states; a missing one, or 0, counts as 1.
  private static func number(
    _ attribute: AttributeID, beside key: AttributeKey, _ values: [AttributeKey: StoredValue]
  ) -> Double {
    var other = key
    other.attribute = attribute
    guard let number = values[other]?.value.meaningful?.number, number != 0, number.isFinite else { return 1 }
    return number
  }

  /// The unit of a meter that is not one for electricity (ZCL 10.4.2.2.4.1); the high bit says BCD.
  private static func meteringUnit(
    _ unit: String, _ key: AttributeKey, _ values: [AttributeKey: StoredValue]
  ) -> String {
    var other = key
    other.attribute = AttributeID(0x0300)
    let isRate = unit == "W"
    switch (values[other]?.value.value.integer ?? 0) & 0x7F {
    case 0: return unit
    case 1: return isRate ? "m³/h" : "m³"
    case 2: return isRate ? "ft³/h" : "ft³"
    case 7: return isRate ? "l/h" : "l"
    default: return ""
    }
  }

  /// Six places behind the point: what floating point adds behind them is noise.
  private static func rounded(_ number: Double) -> Double {
    let scaled = (number * 1_000_000).rounded()
    return scaled.isFinite ? scaled / 1_000_000 : number
  }

  /// Whole powers by multiplication, the rest by the series of e to the power of x, which is short for x below
  /// the logarithm of 10.
  private static func powerOfTen(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    var result = 1.0
    for _ in 0..<min(max(Int(whole), 0), 10) { result *= 10 }
    let x = (exponent - whole) * 2.302_585_092_994_046
    var term = 1.0
    var sum = 1.0
    for n in 1...24 {
      term *= x / Double(n)
      sum += term
    }
    // A light meter is no better than its fourth digit.
    return (result * sum * 100).rounded() / 100
  }
}

extension PlainValue {
  /// Nil for lists and structures.
  init?(_ value: ZCLValue) {
    switch value {
    case .boolean(let flag): self = .bool(flag)
    case .unsigned(let number):
      self = Int64(exactly: number).map { .integer($0) } ?? .text(Hexadecimal.digits(number, count: 16))
    case .signed(let number): self = .integer(number)
    case .float(let number): self = .number(number)
    case .string: self = .text(value.text ?? "")
    case .octets(let bytes): self = .text(Hexadecimal.string(bytes))
    case .none, .list, .structure: return nil
    }
  }
}
