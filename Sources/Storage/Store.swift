package import Reactor
package import SansIO

/// The durable truth of the gateway: one SQLite file in the state directory.
///
/// Opened and read before the loop runs (`init`, `loadAll`), then changed through `apply`, whose completion
/// comes on the loop when the changes are synced or have failed. Confined to the loop.
package final class Store {
  /// Who does the work: a thread of its own, since an fsync must not stall the radio, or the loop itself,
  /// which makes whole-gateway runs on a simulated loop repeatable.
  package enum Execution: Hashable, Sendable { case thread, loop }

  /// What was found at the start.
  package let opening: StoreOpening
  /// Called on the loop whenever `state` has changed.
  package var stateChanged: (StoreState) -> Void = { _ in }
  package private(set) var state: StoreState

  private let loop: any Loop
  private let engine: StoreEngine
  private let options: StoreOptions
  /// nil: the loop does the work.
  private var thread: StoreThread?
  private var isStarted = false
  private var waiting: [StoreRequest] = []
  private var isDrainPosted = false
  private var timer: (token: TimerToken, at: MonotonicInstant)?
  /// Batched changes that nobody waits for: the thread is woken for many of them at once.
  private var gathered: [StoreChange] = []
  private var gatherTimer: TimerToken?

  /// Opens the store. Never fails: see `opening` and `state`.
  package init(
    directory: String, loop: any Loop, openedAt wall: WallTime, execution: Execution = .thread,
    options: StoreOptions = StoreOptions()
  ) {
    self.loop = loop
    self.options = options
    engine = StoreEngine(directory: directory, options: options)
    opening = engine.open(at: wall)
    state = engine.state
    thread = execution == .thread ? StoreThread(engine: engine, options: options) : nil
  }

  deinit {
    handOver()
    thread?.end()
  }

  /// Everything that was stored when the store was opened. Once, and before `start`.
  package func loadAll() -> Result<StoredState, StoreFailure> {
    precondition(!isStarted, "the state is read before the store starts")
    return engine.takeStored()
  }

  /// The same for a store that was unavailable at the start, when its state has become
  /// `.degraded(.unread)`; changes are taken from then on.
  package func loadAgain(completion: @escaping (Result<StoredState, StoreFailure>) -> Void) {
    let home = LoopBound(completion, on: loop)
    let loop = loop
    enqueue(.load { result in loop.post { home.unwrapped(result) } })
  }

  /// Begins to work; what was asked before waits until now.
  package func start() {
    guard !isStarted else { return }
    isStarted = true
    let home = LoopBound(WeakStore(self), on: loop)
    let loop = loop
    engine.stateChanged = { state in
      loop.post { home.unwrapped.store?.enter(state) }
    }
    if thread?.start() == false { thread = nil }
    if thread == nil {
      engine.begin(at: loop.now.monotonic)
      arm()
    }
    let requests = waiting
    waiting = []
    for request in requests { enqueue(request) }
  }

  /// Makes changes, all or none of them. The completion comes on the loop; a failure means that nothing is
  /// known to be durable.
  package func apply(
    _ changes: [StoreChange], durability: StoreDurability = .synced,
    completion: ((Result<Void, StoreFailure>) -> Void)? = nil
  ) {
    if durability == .batched, completion == nil, isStarted, thread != nil { return gather(changes) }
    enqueue(.write(changes, durability, completion.map(onLoop)))
  }

  /// Reads on the store's thread, after every change that was asked before and is not batched.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (StoreReader) throws(StoreFailure) -> Value,
    completion: @escaping (Result<Value, StoreFailure>) -> Void
  ) {
    let home = LoopBound(completion, on: loop)
    let loop = loop
    enqueue(
      .read { reader in
        let result = reader.flatMap { reader in Result { () throws(StoreFailure) in try body(reader) } }
        loop.post { home.unwrapped(result) }
      })
  }

  package func usage(completion: @escaping (Result<StoreUsage, StoreFailure>) -> Void) {
    let options = options
    read({ (reader) throws(StoreFailure) in try reader.usage(options: options) }, completion: completion)
  }

  /// Writes what waits now.
  package func flush(completion: @escaping (Result<Void, StoreFailure>) -> Void = { _ in }) {
    enqueue(.flush(onLoop(completion)))
  }

  /// Writes what waits and closes the file; the completion comes on the loop.
  package func close(completion: @escaping (Result<Void, StoreFailure>) -> Void) {
    enqueue(.close(onLoop(completion)))
  }

  /// The same at the end of the process, when the loop does not turn any more: returns when all is written.
  package func closeAndWait() {
    start()
    if let thread {
      handOver()
      return thread.end()
    }
    waiting.append(.close({ _ in }))
    drain()
  }

  package var statistics: StoreStatistics { thread?.statistics ?? engine.statistics }

  // MARK: The way to the engine

  private func onLoop(_ completion: @escaping (Result<Void, StoreFailure>) -> Void) -> StoreCompletion {
    let home = LoopBound(completion, on: loop)
    let loop = loop
    return { result in loop.post { home.unwrapped(result) } }
  }

  private func enqueue(_ request: StoreRequest) {
    guard isStarted, let thread else {
      guard waiting.count < options.waitingRequests else { return refuse(request) }
      waiting.append(request)
      if isStarted { postDrain() }
      return
    }
    handOver()
    if !thread.enqueue(request) { refuse(request) }
  }

  private func gather(_ changes: [StoreChange]) {
    gathered += changes
    guard gathered.count < options.gatheredChanges else { return handOver() }
    guard gatherTimer == nil else { return }
    gatherTimer = loop.schedule(at: loop.now.monotonic + options.gatherInterval) { [weak self] in
      guard let self else { return }
      gatherTimer = nil
      handOver()
    }
  }

  /// Before every other request, so that the order of changes holds.
  private func handOver() {
    guard !gathered.isEmpty, let thread else { return }
    let changes = gathered
    gathered.removeAll(keepingCapacity: true)
    // A queue that is full has no room for what nobody waits for either.
    _ = thread.enqueue(.write(changes, .batched, nil))
  }

  private func refuse(_ request: StoreRequest) {
    switch request {
    case .write(_, _, let completion): completion?(.failure(.queueFull))
    case .flush(let completion), .close(let completion): completion(.failure(.queueFull))
    case .read(let body): body(.failure(.queueFull))
    case .load(let completion): completion(.failure(.queueFull))
    }
  }

  private func enter(_ state: StoreState) {
    guard state != self.state else { return }
    self.state = state
    stateChanged(state)
  }

  // MARK: Work on the loop itself

  private func postDrain() {
    guard !isDrainPosted else { return }
    isDrainPosted = true
    let home = LoopBound(WeakStore(self), on: loop)
    loop.post { home.unwrapped.store?.drain() }
  }

  private func drain() {
    isDrainPosted = false
    let requests = waiting
    waiting = []
    engine.execute(requests, at: loop.now.monotonic)
    arm()
  }

  private func arm() {
    guard engine.nextDeadline != timer?.at else { return }
    if let timer { loop.cancel(timer.token) }
    timer = engine.nextDeadline.map { deadline in
      let token = loop.schedule(at: deadline) { [weak self] in
        guard let self else { return }
        timer = nil
        engine.deadlinePassed(at: loop.now.monotonic)
        arm()
      }
      return (token, deadline)
    }
  }
}

/// A store that may be gone when a posted closure runs.
private struct WeakStore {
  weak var store: Store?
  init(_ store: Store) { self.store = store }
}
