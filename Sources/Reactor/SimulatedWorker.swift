import SansIO

/// The repeatable stand-in for `SerialWorker`: the work is done on the loop, `latency` of the loop's time
/// after the piece before it was done.
package final class SimulatedWorker: Worker, @unchecked Sendable {
  private let loop: any Loop
  private let limit: Int
  private var waiting = 0
  private var isFinished = false
  private var freeAt = MonotonicInstant.zero

  /// How long each piece takes, or takes from now on.
  package var latency: TimeSpan

  package init(
    loop: any Loop, latency: TimeSpan = .zero, limit: Int = SerialWorker.standardLimit
  ) {
    self.loop = loop
    self.latency = latency
    self.limit = limit
  }

  @discardableResult
  package func submit<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping (Result) -> Void
  ) -> Bool {
    precondition(loop.isCurrent, "work was submitted off the loop")
    guard !isFinished, waiting < limit else { return false }
    waiting += 1
    // A nanosecond keeps the order where the latency is zero and the loop shuffles equal instants.
    freeAt = max(freeAt, loop.now.monotonic) + max(latency, TimeSpan(nanoseconds: 1))
    loop.schedule(at: freeAt) { [self] in
      waiting -= 1
      completion(work())
    }
    return true
  }

  package func finish() { isFinished = true }
}
