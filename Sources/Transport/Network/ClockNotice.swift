import SansIO

/// Something happened to this machine's clocks.
package enum ClockNotice: Hashable, Sendable {
  /// The wall clock was set: forwards, or backwards when negative.
  case set(by: TimeSpan)
  /// The machine was suspended for so long.
  case resumed(after: TimeSpan)
}

/// The three clocks, read at once.
struct ClockReading: Hashable {
  var monotonic: MonotonicInstant
  /// As the monotonic clock, and it goes on while the machine is suspended.
  var boot: MonotonicInstant
  var wall: WallTime
}

/// What two readings say of the time between them: the boot clock runs ahead of the monotonic one by what
/// was slept through, and the wall clock runs away from the boot clock by what it was set.
struct ClockComparison {
  /// Less than this is the clocks' being read one after the other, or a slow correction.
  static let threshold = TimeSpan.milliseconds(500)

  private var last: ClockReading

  init(_ first: ClockReading) { last = first }

  mutating func notices(_ now: ClockReading) -> [ClockNotice] {
    defer { last = now }
    var notices: [ClockNotice] = []
    let awake = now.monotonic - last.monotonic
    let passed = now.boot - last.boot
    let slept = TimeSpan(nanoseconds: passed.nanoseconds &- awake.nanoseconds)
    if slept >= Self.threshold { notices.append(.resumed(after: slept)) }
    let (milliseconds, overflow) =
      now.wall.milliseconds.subtractingReportingOverflow(last.wall.milliseconds)
    let jump = TimeSpan.milliseconds(overflow ? 0 : milliseconds &- passed.milliseconds)
    if jump >= Self.threshold || jump <= TimeSpan(nanoseconds: -Self.threshold.nanoseconds) {
      notices.append(.set(by: jump))
    }
    return notices
  }
}
