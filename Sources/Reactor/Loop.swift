import SansIO

/// What the drivers of machines need of a loop. `EventLoop` is the real one, `SimulatedLoop` its
/// virtual-time twin; neither is named by code above this protocol.
///
/// Everything that a loop runs (timers, descriptors, posted work, spawned tasks) runs on its one thread,
/// in a fixed order, and never two at once. Objects confined to the loop are ordinary classes.
package protocol Loop: AnyObject, Sendable {
  /// Both clocks, read once at the beginning of the present turn. Only on the loop.
  var now: Instants { get }

  /// Runs `body` on the loop at `instant` or as soon after it as the loop turns. Only on the loop.
  @discardableResult
  func schedule(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken

  /// Forgets a timer; harmless when it has run. Only on the loop.
  func cancel(_ timer: TimerToken)

  /// Runs `body` on the loop, in the order of the calls. From any thread.
  func post(_ body: @escaping @Sendable () -> Void)

  /// Starts a task that never leaves the loop's thread (rule 3: no other way to start one).
  func spawn(_ body: @escaping @Sendable () async -> Void)

  /// Whether the caller is on the loop's thread.
  var isCurrent: Bool { get }
}

/// Names one timer of one loop.
package struct TimerToken: Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Carries a loop-confined object through a `@Sendable` closure back to its loop; touching it anywhere
/// else is a programmer's error and traps.
package struct LoopBound<Value>: @unchecked Sendable {
  private let value: Value
  private let loop: any Loop

  package init(_ value: Value, on loop: any Loop) {
    self.value = value
    self.loop = loop
  }

  package var unwrapped: Value {
    precondition(loop.isCurrent, "a loop-confined object was touched off its loop")
    return value
  }
}
