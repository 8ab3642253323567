internal import CLinux
internal import Glibc
internal import SansIO

/// The one thread that runs the engine: everything that was asked while a commit was on its way to the disk
/// becomes the next commit.
final class StoreThread: @unchecked Sendable {
  // Everything below is guarded by `mutex`, but for `engine`, which belongs to the thread once it runs.
  private let engine: StoreEngine
  private let options: StoreOptions
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var requests: [StoreRequest] = []
  private var isEnding = false
  private var thread: pthread_t?
  private var lastStatistics = StoreStatistics()

  init(engine: StoreEngine, options: StoreOptions) {
    self.engine = engine
    self.options = options
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  var statistics: StoreStatistics { locked { lastStatistics } }

  /// False when the system gives no thread.
  func start() -> Bool {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        clinux_name_thread("storage")
        Unmanaged<StoreThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return false
    }
    self.thread = thread
    return true
  }

  /// Gives a request to the thread; false when too many wait.
  func enqueue(_ request: StoreRequest) -> Bool {
    locked {
      guard requests.count < options.waitingRequests else { return false }
      requests.append(request)
      pthread_cond_signal(condition)
      return true
    }
  }

  /// Waits until everything that was asked is done, the store is closed and the thread has ended.
  func end() {
    guard let thread else { return }
    locked {
      isEnding = true
      pthread_cond_signal(condition)
    }
    pthread_join(thread, nil)
    self.thread = nil
  }

  private func run() {
    engine.begin(at: Self.now)
    while let batch = nextBatch() {
      let now = Self.now
      if batch.isEmpty { engine.deadlinePassed(at: now) } else { engine.execute(batch, at: now) }
      let statistics = engine.statistics
      locked { lastStatistics = statistics }
    }
    // A queue that was full had no room for a request to close.
    engine.execute([.close({ _ in })], at: Self.now)
    let statistics = engine.statistics
    locked { lastStatistics = statistics }
  }

  /// The next requests; none when the engine's deadline has come; nil at the end.
  private func nextBatch() -> [StoreRequest]? {
    locked {
      while requests.isEmpty {
        if isEnding { return nil }
        guard let deadline = engine.nextDeadline else {
          pthread_cond_wait(condition, mutex)
          continue
        }
        if deadline <= Self.now { return [] }
        var time = timespec(
          tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
          tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &time)
      }
      let batch = Array(requests.prefix(options.requestsPerCommit))
      requests.removeFirst(batch.count)
      return batch
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  static var now: MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}
