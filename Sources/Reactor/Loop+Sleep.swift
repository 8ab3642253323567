import SansIO

/// The one wake-up of a sleeper: by its timer or by cancellation, whichever comes first. Loop-confined.
private final class Sleeper {
  var continuation: CheckedContinuation<Void, Never>?
  var timer: TimerToken?
  var isOver = false

  func wake(on loop: any Loop) {
    isOver = true
    if let timer { loop.cancel(timer) }
    continuation?.resume()
    continuation = nil
  }
}

extension Loop {
  /// Waits on the loop's clock, virtual or real; returns early when the task is cancelled. Only in tasks of
  /// the loop.
  package func sleep(until instant: MonotonicInstant) async {
    let sleeper = LoopBound(Sleeper(), on: self)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let state = sleeper.unwrapped
        guard !state.isOver, !Task.isCancelled else { return continuation.resume() }
        state.continuation = continuation
        state.timer = schedule(at: instant) { state.wake(on: self) }
      }
    } onCancel: {
      post { sleeper.unwrapped.wake(on: self) }
    }
  }

  /// Waits from the beginning of the present turn.
  package func sleep(for interval: TimeSpan) async {
    await sleep(until: now.monotonic + interval)
  }
}
