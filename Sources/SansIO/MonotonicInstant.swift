/// A point on the monotonic clock, in nanoseconds since an origin that only the shell knows.
///
/// Machines get it as an argument; they never ask a clock.
public struct MonotonicInstant: Comparable, Hashable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static let zero = MonotonicInstant(nanoseconds: 0)

  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  public static func + (instant: Self, interval: TimeSpan) -> Self {
    Self(nanoseconds: instant.nanoseconds.addingClamped(interval.nanoseconds))
  }

  public static func - (left: Self, right: Self) -> TimeSpan {
    TimeSpan(nanoseconds: left.nanoseconds.addingClamped(-right.nanoseconds))
  }
}

/// A length of time, in nanoseconds.
public struct TimeSpan: Comparable, Hashable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static let zero = TimeSpan(nanoseconds: 0)

  public static func milliseconds(_ value: Int64) -> Self {
    Self(nanoseconds: value.multipliedClamped(1_000_000))
  }

  public static func seconds(_ value: Int64) -> Self {
    Self(nanoseconds: value.multipliedClamped(1_000_000_000))
  }

  public static func minutes(_ value: Int64) -> Self { .seconds(value.multipliedClamped(60)) }
  public static func hours(_ value: Int64) -> Self { .seconds(value.multipliedClamped(3_600)) }

  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
  public var seconds: Int64 { nanoseconds / 1_000_000_000 }

  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  public static func + (left: Self, right: Self) -> Self {
    Self(nanoseconds: left.nanoseconds.addingClamped(right.nanoseconds))
  }

  public static func * (interval: Self, factor: Int64) -> Self {
    Self(nanoseconds: interval.nanoseconds.multipliedClamped(factor))
  }

  public static func / (interval: Self, divisor: Int64) -> Self {
    Self(nanoseconds: divisor == 0 ? 0 : interval.nanoseconds / divisor)
  }
}

extension Int64 {
  /// The sum, held at the ends of the range: a time that lies too far away is "never", not a trap.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  func multipliedClamped(_ factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? ((self < 0) == (factor < 0) ? .max : .min) : product
  }
}
