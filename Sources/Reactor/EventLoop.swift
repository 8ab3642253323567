import CLinux
import CSystemd
import Glibc
import SansIO
import Synchronization

/// The loop of the real world, on sd-event.
///
/// A turn is: wait, read both clocks, dispatch one event (a signal before all else; a descriptor, the due
/// timers or the posted work, the longest waiting first), then what that event posted to its own loop, then
/// the work put off to the end of the turn. Timers run in the order of their instants and, when those are
/// equal, of their scheduling; posted work and the jobs of tasks run in the order in which they came. Timers
/// and posted work are bounded per turn, so none of them can starve the descriptors.
///
/// The loop belongs to the thread that made it until `run()` gives it to its caller's. Its state is touched
/// on that thread only, except for the queue, which has its own lock, and the owner.
package final class EventLoop: Loop, SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// How many timers, and how many posted entries, one turn runs at most.
  static let entriesPerTurn = 256

  let event: OpaquePointer
  private let wakeDescriptor: Int32
  let queue = LoopQueue()

  private let owner = Atomic<UInt>(clinux_thread_identity())
  private var isStopping = false
  private var timers = TimerHeap()
  private var timerSource: OpaquePointer?
  private var armedFor: MonotonicInstant?
  private var putOff: [() -> Void] = []
  private var takenUp: [() -> Void] = []
  private var isTurning = false
  /// The loop itself has put entries into the queue in this turn: they need no wake-up.
  private var hasOwnEntries = false
  private var instants: Instants
  private var trust: ClockTrust
  private var lastWatch: UInt64 = 0
  var watches: [UInt64: DescriptorWatch] = [:]
  var signalHandler: ((LoopSignal) -> Void)?
  var signalSources: [OpaquePointer] = []

  /// Fails only when the system has no descriptors or memory left.
  package init(clock policy: ClockPolicy = .synchronised) throws(SystemError) {
    var made: OpaquePointer?
    let result = sd_event_new(&made)
    guard let made else { throw SystemError(number: -result, call: "sd_event_new") }
    event = made
    wakeDescriptor = clinux_eventfd()
    trust = ClockTrust(policy: policy)
    instants = Instants(
      monotonic: MonotonicInstant(nanoseconds: clinux_monotonic_nanoseconds()),
      wall: WallTime(milliseconds: clinux_wall_milliseconds()), wallIsTrusted: false)
    guard wakeDescriptor >= 0 else { throw SystemError(number: errno, call: "eventfd") }
    try addSources()
    readClocks()
  }

  private func addSources() throws(SystemError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var result = sd_event_add_io(
      event, nil, wakeDescriptor, clinux_epoll_in,
      { _, _, _, context in
        EventLoop.from(context)?.runQueue()
        return 0
      }, context)
    guard result >= 0 else { throw SystemError(number: -result, call: "sd_event_add_io") }
    result = sd_event_add_time(
      event, &timerSource, CLOCK_MONOTONIC, 0, 1,
      { _, _, context in
        EventLoop.from(context)?.runTimers()
        return 0
      }, context)
    guard result >= 0 else { throw SystemError(number: -result, call: "sd_event_add_time") }
    sd_event_source_set_enabled(timerSource, Int32(SD_EVENT_OFF))
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> EventLoop? {
    context.map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  deinit {
    for watch in watches.values { watch.end() }
    for source in signalSources { sd_event_source_disable_unref(source) }
    sd_event_source_disable_unref(timerSource)
    sd_event_unref(event)
    close(wakeDescriptor)
  }

  // MARK: Running

  /// Turns until `stop()`, on the calling thread, which becomes the loop's own.
  package func run() throws(SystemError) {
    owner.store(clinux_thread_identity(), ordering: .releasing)
    isTurning = true
    defer {
      isStopping = false
      isTurning = false
    }
    readClocks()
    finishTurn()
    while !isStopping {
      armTimer()
      let result = sd_event_run(event, UInt64.max)
      guard result >= 0 else { throw SystemError(number: -result, call: "sd_event_run") }
      finishTurn()
    }
  }

  /// Ends `run()` after the present turn; called before `run()`, ends that at once. From any thread.
  package func stop() {
    guard isCurrent else { return post { [self] in isStopping = true } }
    isStopping = true
  }

  package var isCurrent: Bool {
    owner.load(ordering: .acquiring) == clinux_thread_identity()
  }

  package var now: Instants {
    checkOwner()
    return instants
  }

  /// Sets when the wall clock may be believed.
  package func setClockPolicy(_ policy: ClockPolicy) {
    checkOwner()
    trust.policy = policy
    readClocks()
  }

  func checkOwner() {
    precondition(isCurrent, "the event loop was used off its thread")
  }

  /// Called at the beginning of whatever a turn dispatches.
  func readClocks() {
    let monotonic = MonotonicInstant(nanoseconds: clinux_monotonic_nanoseconds())
    let wall = WallTime(milliseconds: clinux_wall_milliseconds())
    instants = Instants(
      monotonic: monotonic, wall: wall, wallIsTrusted: trust.trusts(wall, at: monotonic))
  }

  // MARK: Timers

  @discardableResult
  package func schedule(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    checkOwner()
    return timers.insert(at: instant, body)
  }

  package func cancel(_ timer: TimerToken) {
    checkOwner()
    timers.remove(timer)
  }

  private func runTimers() {
    readClocks()
    armedFor = nil
    let last = timers.lastNumber
    for _ in 0..<Self.entriesPerTurn {
      guard let body = timers.popDue(at: instants.monotonic, upTo: last) else { return }
      body()
    }
  }

  private func armTimer() {
    let nearest = timers.nearest
    guard nearest != armedFor else { return }
    armedFor = nearest
    guard let nearest else {
      sd_event_source_set_enabled(timerSource, Int32(SD_EVENT_OFF))
      return
    }
    // Rounded up, since a timer must not run early.
    let microseconds = nearest.nanoseconds / 1000 + (nearest.nanoseconds % 1000 > 0 ? 1 : 0)
    sd_event_source_set_time(timerSource, UInt64(max(microseconds, 1)))
    sd_event_source_set_enabled(timerSource, Int32(SD_EVENT_ONESHOT))
  }

  // MARK: Posted work and tasks

  package func post(_ body: @escaping @Sendable () -> Void) { enqueue(.work(body)) }

  package func enqueue(_ job: consuming ExecutorJob) { enqueue(.job(UnownedJob(job))) }

  /// What the loop hands to itself runs before it waits again, without the system's help.
  private func enqueue(_ entry: LoopEntry) {
    let needsWake = queue.append(entry)
    if isCurrent, isTurning {
      hasOwnEntries = true
    } else if needsWake {
      wake()
    }
  }

  package func spawn(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self, operation: body)
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package func checkIsolated() { checkOwner() }

  private func wake() {
    var one: UInt64 = 1
    write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
  }

  private func runQueue() {
    readClocks()
    var counter: UInt64 = 0
    read(wakeDescriptor, &counter, MemoryLayout<UInt64>.size)
    for _ in 0..<Self.entriesPerTurn {
      guard let entry = queue.popFirst() else { return }
      run(entry)
    }
    wake()
  }

  private func run(_ entry: LoopEntry) {
    switch entry {
    case .work(let body): body()
    case .job(let job):
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  /// Runs `body` when the present turn has dispatched its event: the place for writes that gather.
  package func atEndOfTurn(_ body: @escaping () -> Void) {
    checkOwner()
    putOff.append(body)
  }

  private func finishTurn() {
    var left = Self.entriesPerTurn
    repeat {
      if hasOwnEntries { runOwnEntries(&left) }
      runPutOff()
    } while hasOwnEntries && left > 0
    if hasOwnEntries {
      hasOwnEntries = false
      wake()
    }
  }

  private func runOwnEntries(_ left: inout Int) {
    hasOwnEntries = false
    while left > 0 {
      guard let entry = queue.popFirst() else { return }
      left -= 1
      run(entry)
    }
    hasOwnEntries = true
  }

  private func runPutOff() {
    while !putOff.isEmpty {
      // Two arrays by turns, so that neither is made anew.
      swap(&putOff, &takenUp)
      for body in takenUp { body() }
      takenUp.removeAll(keepingCapacity: true)
    }
  }

  func nextWatchNumber() -> UInt64 {
    lastWatch += 1
    return lastWatch
  }
}
