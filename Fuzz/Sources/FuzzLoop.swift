import Reactor
import SansIO
import Synchronization

/// A loop that stands still but for what is posted, for parts of the shell that need one.
final class FuzzLoop: Loop {
  private let posted = Mutex<[@Sendable () -> Void]>([])
  let now = Instants(
    monotonic: MonotonicInstant(nanoseconds: 1_000_000_000),
    wall: WallTime(milliseconds: 1_790_000_000_000), wallIsTrusted: true)
  var isCurrent: Bool { true }

  @discardableResult
  func schedule(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    TimerToken(rawValue: 0)
  }

  func cancel(_ timer: TimerToken) {}

  func post(_ body: @escaping @Sendable () -> Void) { posted.withLock { $0.append(body) } }

  func spawn(_ body: @escaping @Sendable () async -> Void) {
    require(false, "no task is started here")
  }

  /// Runs what is posted until nothing is left.
  func turn() {
    for _ in 0..<1_024 {
      let bodies = posted.withLock { bodies in
        defer { bodies = [] }
        return bodies
      }
      if bodies.isEmpty { return }
      for body in bodies { body() }
    }
    require(false, "posted work never ends")
  }
}
