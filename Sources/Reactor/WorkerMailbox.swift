import Glibc
import SansIO

/// What lies between a loop and its worker: a bounded queue under a lock, and a condition to wait on.
final class WorkerMailbox: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var queue: BoundedQueue<@Sendable () -> Void>
  private var isFinished = false
  private var hasEnded = false

  init(limit: Int) {
    queue = BoundedQueue(limit: limit)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  var count: Int { locked { queue.count } }

  func append(_ work: @escaping @Sendable () -> Void) -> Bool {
    locked {
      guard !isFinished, queue.append(work) else { return false }
      pthread_cond_broadcast(condition)
      return true
    }
  }

  func finish() {
    locked {
      isFinished = true
      _ = pthread_cond_broadcast(condition)
    }
  }

  /// Blocks until there is work; nil when there will be none.
  func waitForNext() -> (@Sendable () -> Void)? {
    locked {
      while queue.isEmpty, !isFinished { pthread_cond_wait(condition, mutex) }
      return queue.popFirst()
    }
  }

  func markEnded() {
    locked {
      hasEnded = true
      _ = pthread_cond_broadcast(condition)
    }
  }

  func waitUntilEnded() {
    locked {
      while !hasEnded { pthread_cond_wait(condition, mutex) }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
