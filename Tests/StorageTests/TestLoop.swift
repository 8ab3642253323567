import Foundation
import Reactor
import SansIO
import Storage
import Synchronization
import Testing

/// A loop that is turned by the test, on the test's thread, with a clock that the test moves.
final class TestLoop: Loop, @unchecked Sendable {
  private let posted = Mutex<[@Sendable () -> Void]>([])
  private var timers: [(token: TimerToken, at: MonotonicInstant, body: () -> Void)] = []
  private var nextToken: UInt64 = 0
  var now = Instants(
    monotonic: .zero, wall: WallTime(milliseconds: 1_700_000_000_000), wallIsTrusted: true)
  var isCurrent: Bool { true }

  func schedule(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    nextToken += 1
    let token = TimerToken(rawValue: nextToken)
    timers.append((token, instant, body))
    return token
  }

  func cancel(_ timer: TimerToken) { timers.removeAll { $0.token == timer } }

  func post(_ body: @escaping @Sendable () -> Void) { posted.withLock { $0.append(body) } }

  func spawn(_ body: @escaping @Sendable () async -> Void) {
    Issue.record("the store starts no tasks")
  }

  /// Runs what was posted until `condition` holds; false when it does not within ten seconds.
  func run(until condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(10)
    while !condition() {
      let bodies = posted.withLock { bodies in
        defer { bodies = [] }
        return bodies
      }
      if bodies.isEmpty {
        if Date() > end { return false }
        usleep(200)
      }
      for body in bodies { body() }
    }
    return true
  }

  /// Moves the clock and runs the timers whose time has come.
  func advance(by interval: TimeSpan) {
    now.monotonic = now.monotonic + interval
    while let index = timers.firstIndex(where: { $0.at <= now.monotonic }) {
      timers.remove(at: index).body()
    }
  }
}

extension Store {
  /// Applies and waits for the completion.
  func applyAndWait(
    _ changes: [StoreChange], durability: StoreDurability = .synced, on loop: TestLoop
  ) -> Result<Void, StoreFailure> {
    var result: Result<Void, StoreFailure>?
    apply(changes, durability: durability) { result = $0 }
    guard loop.run(until: { result != nil }), let result else {
      return .failure(.other(code: -1, message: "late"))
    }
    return result
  }

  func readAndWait<Value: Sendable>(
    on loop: TestLoop, _ body: @escaping @Sendable (StoreReader) throws(StoreFailure) -> Value
  ) throws -> Value {
    var result: Result<Value, StoreFailure>?
    read(body) { result = $0 }
    guard loop.run(until: { result != nil }), let result else { throw StoreFailure.closed }
    return try result.get()
  }
}

extension Result {
  var isSuccess: Bool {
    if case .success = self { true } else { false }
  }

  var failureValue: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
