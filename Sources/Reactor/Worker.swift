/// A place off the loop for work that blocks: fsync, name look-ups, key files.
///
/// The work is done one after the other, in the order of the calls; each completion runs on the loop, in
/// the same order.
package protocol Worker: AnyObject, Sendable {
  /// Called on the loop. False when the queue is full or finished: then nothing runs.
  @discardableResult
  func submit<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping (Result) -> Void
  ) -> Bool

  /// Takes no more work. What was submitted is still done, and its completions still come.
  func finish()
}

extension Worker {
  /// Awaits the work's result, on the loop; nil when the queue is full or finished.
  package func perform<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result? {
    await withCheckedContinuation { continuation in
      let isTaken = submit(work) { continuation.resume(returning: $0) }
      if !isTaken { continuation.resume(returning: nil) }
    }
  }
}
