/// The time of day, in milliseconds since 1970-01-01 UTC, as the shell believes it.
///
/// For stamps in messages and records only: nothing may wait for it, since it jumps.
public struct WallTime: Comparable, Hashable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  public var seconds: Int64 { milliseconds / 1000 }

  /// The difference, held one away from the ends of the range, so that its magnitude exists: a stored time may
  /// be anything.
  public func millisecondsSince(_ other: Self) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? (milliseconds < other.milliseconds ? -.max : .max) : max(difference, -.max)
  }
}

/// Both clocks, read once per turn of the loop.
public struct Instants: Hashable, Sendable {
  public var monotonic: MonotonicInstant
  public var wall: WallTime
  /// Whether the wall clock may be believed (`[security] clock`, reliability rule 9).
  public var wallIsTrusted: Bool

  public init(monotonic: MonotonicInstant, wall: WallTime, wallIsTrusted: Bool) {
    self.monotonic = monotonic
    self.wall = wall
    self.wallIsTrusted = wallIsTrusted
  }
}
