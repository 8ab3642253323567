/// Exponential back-off with jitter: 1 s doubling to 64 s unless said otherwise.
public struct RetryPolicy: Hashable, Sendable {
  public var first: TimeSpan
  public var longest: TimeSpan

  public init(first: TimeSpan = .seconds(1), longest: TimeSpan = .seconds(64)) {
    self.first = first
    self.longest = longest
  }

  /// How long to wait before try number `attempt` (from 0): between half and all of the step, so that
  /// many gateways that lost the same broker do not come back at the same instant.
  public func delay(attempt: Int, using generator: inout SeededGenerator) -> TimeSpan {
    var step = first
    for _ in 0..<min(max(attempt, 0), 32) where step < longest { step = step * 2 }
    step = min(step, longest)
    let half = step.nanoseconds / 2
    let jitter = Int64(generator.next() % UInt64(max(half, 1)))
    return TimeSpan(nanoseconds: half + jitter)
  }
}
