/// A value of type ToD (ZCL 2.6.2.17): a byte each for hours, minutes, seconds and hundredths, in this order. A
/// part of 0xFF is not stated.
public struct TimeOfDay: Hashable, Sendable {
  public var hour: UInt8?
  public var minute: UInt8?
  public var second: UInt8?
  public var hundredth: UInt8?

  public init(hour: UInt8?, minute: UInt8?, second: UInt8?, hundredth: UInt8?) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.hundredth = hundredth
  }

  /// nil for a value of another type, and where no part is stated.
  public init?(_ typed: TypedValue) {
    guard typed.type == .timeOfDay, let parts = CalendarParts(typed) else { return nil }
    self.init(hour: parts[0], minute: parts[1], second: parts[2], hundredth: parts[3])
  }

  public var typedValue: TypedValue {
    CalendarParts.value(of: .timeOfDay, [hour, minute, second, hundredth])
  }
}

/// A value of type date (ZCL 2.6.2.18): a byte each for years since 1900, month, day and weekday, in this order.
/// A part of 0xFF is not stated.
public struct CalendarDate: Hashable, Sendable {
  /// 1900 to 2154.
  public var year: Int?
  public var month: UInt8?
  public var day: UInt8?
  /// 1 is Monday, 7 Sunday.
  public var weekday: UInt8?

  public init(year: Int?, month: UInt8?, day: UInt8?, weekday: UInt8?) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
  }

  /// nil for a value of another type, and where no part is stated.
  public init?(_ typed: TypedValue) {
    guard typed.type == .date, let parts = CalendarParts(typed) else { return nil }
    self.init(year: parts[0].map { 1_900 + Int($0) }, month: parts[1], day: parts[2], weekday: parts[3])
  }

  /// A year outside of the type's range is not stated.
  public var typedValue: TypedValue {
    let years = year.flatMap { (1_900...2_154).contains($0) ? UInt8($0 - 1_900) : nil }
    return CalendarParts.value(of: .date, [years, month, day, weekday])
  }
}

/// The four bytes of a time of day or date.
private struct CalendarParts {
  private let bits: UInt64

  init?(_ typed: TypedValue) {
    guard case .unsigned(let bits) = typed.value, !typed.isNonValue else { return nil }
    self.bits = bits
  }

  subscript(index: Int) -> UInt8? {
    let byte = UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))
    return byte == 0xFF ? nil : byte
  }

  static func value(of type: DataType, _ parts: [UInt8?]) -> TypedValue {
    let bits = parts.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1 ?? 0xFF) }
    return TypedValue(type, .unsigned(bits))
  }
}
