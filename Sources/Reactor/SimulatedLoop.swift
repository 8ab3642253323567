import CLinux
import SansIO
import Synchronization

/// The loop of a repeatable world: no descriptors, and time that passes only when nothing is left to do.
///
/// Without a seed it keeps the order of the real loop: posted work and jobs as they came, timers by instant
/// and then by scheduling. With a seed it draws from the seed what the real loop leaves open: whether
/// work or a due timer comes first, which of the timers of one instant, and which task goes on. Work posted
/// keeps its order always, as `post` promises. The same seed gives the same run.
///
/// It belongs to the thread that runs it; while it stands still, whoever holds it may touch what lives on it.
package final class SimulatedLoop: Loop, SerialExecutor, TaskExecutor, @unchecked Sendable {
  private let posted = LoopQueue()
  private let jobs = LoopQueue()
  private var readyJobs: [LoopEntry] = []
  private var timers = TimerHeap()
  private var random: SeededGenerator?
  /// 0 while nobody runs the loop.
  private let runner = Atomic<UInt>(0)
  private var monotonic: MonotonicInstant
  private var wallOffset: Int64
  private var isStopping = false

  /// Whether `now` says that the wall clock may be believed.
  package var wallIsTrusted = true

  /// The number of entries run so far: a cheap fingerprint of a run.
  package private(set) var steps: UInt64 = 0

  /// `seed` nil keeps the real loop's order. The clocks start where they are told.
  package init(
    seed: UInt64? = nil, monotonic: MonotonicInstant = MonotonicInstant(nanoseconds: 1_000_000_000),
    wall: WallTime = WallTime(milliseconds: 1_800_000_000_000)
  ) {
    random = seed.map(SeededGenerator.init(seed:))
    self.monotonic = monotonic
    wallOffset = wall.milliseconds &- monotonic.nanoseconds / 1_000_000
  }

  // MARK: Clocks

  package var now: Instants {
    checkOwner()
    return Instants(monotonic: monotonic, wall: wall, wallIsTrusted: wallIsTrusted)
  }

  /// The wall clock; setting it makes it jump and leaves the monotonic one alone.
  package var wall: WallTime {
    get { WallTime(milliseconds: wallOffset &+ monotonic.nanoseconds / 1_000_000) }
    set { wallOffset = newValue.milliseconds &- monotonic.nanoseconds / 1_000_000 }
  }

  // MARK: The face of a loop

  @discardableResult
  package func schedule(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    checkOwner()
    return timers.insert(at: instant, body)
  }

  package func cancel(_ timer: TimerToken) {
    checkOwner()
    timers.remove(timer)
  }

  package func post(_ body: @escaping @Sendable () -> Void) { _ = posted.append(.work(body)) }

  package func enqueue(_ job: consuming ExecutorJob) {
    _ = (random == nil ? posted : jobs).append(.job(UnownedJob(job)))
  }

  package func spawn(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self, operation: body)
  }

  package var isCurrent: Bool {
    let thread = runner.load(ordering: .acquiring)
    return thread == 0 || thread == clinux_thread_identity()
  }
  package func isIsolatingCurrentContext() -> Bool? { isCurrent }
  package func checkIsolated() { checkOwner() }

  private func checkOwner() {
    precondition(isCurrent, "the simulated loop was used off its thread")
  }

  // MARK: Running

  /// Runs everything up to and including `instant`, where the clock then stands.
  package func run(until instant: MonotonicInstant) {
    running {
      while !isStopping {
        if runOne() { continue }
        guard let nearest = timers.nearest, nearest <= instant else { break }
        monotonic = max(monotonic, nearest)
      }
      if !isStopping { monotonic = max(monotonic, instant) }
    }
  }

  /// Runs everything due in the next `interval`.
  package func advance(by interval: TimeSpan) { run(until: monotonic + interval) }

  /// Runs what is due now and lets no time pass.
  package func settle() { run(until: monotonic) }

  /// Runs, letting time pass, until nothing is left to do; false when `limit` of virtual time was over first.
  @discardableResult
  package func runUntilIdle(limit: TimeSpan) -> Bool {
    let end = monotonic + limit
    var isIdle = false
    running {
      while !isStopping {
        if runOne() { continue }
        guard let nearest = timers.nearest else {
          isIdle = true
          break
        }
        guard nearest <= end else { break }
        monotonic = max(monotonic, nearest)
      }
    }
    return isIdle
  }

  /// Runs until `condition` holds, looking after each entry; false when `limit` of virtual time was over first.
  @discardableResult
  package func run(limit: TimeSpan, until condition: () -> Bool) -> Bool {
    let end = monotonic + limit
    var holds = false
    running {
      while !isStopping {
        holds = condition()
        if holds { return }
        if runOne() { continue }
        guard let nearest = timers.nearest, nearest <= end else { break }
        monotonic = max(monotonic, nearest)
      }
      if !holds { holds = condition() }
    }
    return holds
  }

  /// Ends the present run after the present entry.
  package func stop() { isStopping = true }

  private func running(_ body: () -> Void) {
    let (isMine, _) = runner.compareExchange(
      expected: 0, desired: clinux_thread_identity(), ordering: .acquiringAndReleasing)
    precondition(isMine, "the simulated loop was run from within itself")
    isStopping = false
    body()
    runner.store(0, ordering: .releasing)
  }

  /// Runs one entry that needs no time to pass; false when there is none.
  private func runOne() -> Bool {
    let hasRun = random == nil ? runNextInOrder() : runNextBySeed()
    if hasRun { steps &+= 1 }
    return hasRun
  }

  private func runNextInOrder() -> Bool {
    if let body = timers.popDue(at: monotonic, upTo: .max) {
      body()
      return true
    }
    guard let entry = posted.popFirst() else { return false }
    run(entry)
    return true
  }

  private func runNextBySeed() -> Bool {
    while let job = jobs.popFirst() { readyJobs.append(job) }
    let hasTimer = timers.nearest.map { $0 <= monotonic } ?? false
    let kinds = (posted.isEmpty ? [] : [0]) + (readyJobs.isEmpty ? [] : [1]) + (hasTimer ? [2] : [])
    guard !kinds.isEmpty else { return false }
    switch kinds[draw(below: kinds.count)] {
    case 0:
      if let entry = posted.popFirst() { run(entry) }
    case 1: run(readyJobs.remove(at: draw(below: readyJobs.count)))
    default: timers.popDue(at: monotonic, choosing: draw(below:))?()
    }
    return true
  }

  private func draw(below count: Int) -> Int {
    guard count > 1, let number = random?.next() else { return 0 }
    return Int(number % UInt64(count))
  }

  private func run(_ entry: LoopEntry) {
    switch entry {
    case .work(let body): body()
    case .job(let job):
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}
