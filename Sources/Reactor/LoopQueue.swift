import Synchronization

/// Work that waits for its turn on a loop, put there by any thread.
enum LoopEntry: Sendable {
  case work(@Sendable () -> Void)
  case job(UnownedJob)
}

/// The queue through which other threads, tasks and the loop itself hand work to a loop.
///
/// It is not bounded: what fills it is bounded where it arises (each worker, each stream, each task).
final class LoopQueue: Sendable {
  private struct State {
    var entries: [LoopEntry] = []
    var head = 0
    var isSignalled = false
  }

  private let state = Mutex(State())

  /// Appends; true when the loop must be woken for it.
  func append(_ entry: LoopEntry) -> Bool {
    state.withLock { state in
      state.entries.append(entry)
      defer { state.isSignalled = true }
      return !state.isSignalled
    }
  }

  /// Takes the oldest entry; nil when there is none, after which the next append wakes the loop.
  func popFirst() -> LoopEntry? {
    state.withLock { state in
      guard state.head < state.entries.count else {
        state.entries.removeAll(keepingCapacity: state.entries.count <= 1024)
        state.head = 0
        state.isSignalled = false
        return nil
      }
      let entry = state.entries[state.head]
      state.head += 1
      if state.head > 4096, state.head * 2 > state.entries.count {
        state.entries.removeFirst(state.head)
        state.head = 0
      }
      return entry
    }
  }

  var isEmpty: Bool { state.withLock { $0.head == $0.entries.count } }
}
