import SansIO

/// Watches how many frames arrive damaged. UNPI's check byte lets one in some hundred damaged frames pass as
/// good, so a bad line is told before it does harm.
struct LineQualityMonitor: Sendable {
  static let window = TimeSpan.hours(1)
  /// Above one wrong check byte in so many bytes the line is bad.
  static let bytesPerFailure: UInt64 = 100_000
  /// Fewer in a window are chance, such as a cable touched.
  static let leastFailures: UInt64 = 3

  private var windowStart: MonotonicInstant?
  private var bytesAtStart: UInt64 = 0
  private var failuresAtStart: UInt64 = 0
  private var hasTold = false

  /// Takes the totals so far; gives the text of a warning, at most once in a window.
  mutating func check(bytes: UInt64, failures: UInt64, at now: MonotonicInstant) -> String? {
    guard let start = windowStart, now - start < Self.window else {
      windowStart = now
      bytesAtStart = bytes
      failuresAtStart = failures
      hasTold = false
      return nil
    }
    let received = bytes &- bytesAtStart
    let failed = failures &- failuresAtStart
    guard !hasTold, failed >= Self.leastFailures,
      failed.multipliedReportingOverflow(by: Self.bytesPerFailure).partialValue > received
    else { return nil }
    hasTold = true
    return "the serial line damages frames (\(failed) in \(received) bytes): try another cable or port, a "
      + "shorter USB extension, or hardware flow control where the adapter has it"
  }
}
