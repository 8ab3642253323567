internal import SansIO

/// The store without its thread: it commits groups of requests, keeps what may wait, and comes back from
/// failures. Used by one thread at a time; the time is an argument.
///
/// Healthy -> degraded when a commit fails; the changes of that commit fail with it, waiting ones are kept.
/// Degraded -> healthy when a commit succeeds, be it a caller's or the probe that runs every
/// `retryInterval`. After anything but a full or a busy disk the connection is thrown away and opened anew,
/// since what it believes to be written may not be (an fsync that failed once must not be believed later).
/// Unavailable at the start -> unread when the file can be opened after all -> healthy when it was loaded: a
/// process that does not know what is stored must not change it.
final class StoreEngine {
  private let file: DatabaseFile
  private let options: StoreOptions
  private let directory: StateDirectory
  private var database: Database?
  private var pending = PendingChanges()
  private var pendingCompletions: [StoreCompletion] = []
  private var flushAt: MonotonicInstant?
  private var retryAt: MonotonicInstant?
  private var isClosed = false
  private var openedAt = WallTime(milliseconds: 0)
  /// The file was unavailable at the start, and the runtime has not taken what is in it since.
  private var isUnread = false
  private var stored: Result<StoredState, StoreFailure> = .failure(.closed)
  private(set) var statistics = StoreStatistics()
  private(set) var state = StoreState.healthy {
    didSet { if state != oldValue { stateChanged(state) } }
  }
  var stateChanged: (StoreState) -> Void = { _ in }

  init(directory path: String, options: StoreOptions) {
    self.options = options
    directory = StateDirectory(path: path)
    file = DatabaseFile(directory: directory, options: options)
  }

  /// Opens at the start, the only time when a damaged file is set aside: later the runtime's knowledge
  /// would not be in the fresh one.
  func open(at wall: WallTime) -> StoreOpening {
    openedAt = wall
    do throws(StoreFailure) {
      let opening = try openUnread()
      if opening == .readOnly { state = .degraded(.readOnly) }
      return opening
    } catch {
      state = .degraded(error)
      stored = .failure(error)
      isUnread = true
      return .unavailable(error)
    }
  }

  /// Opens the file for a process that knows nothing of what is in it.
  private func openUnread() throws(StoreFailure) -> StoreOpening {
    let (opened, opening, found) = try file.openAtStart(openedAt)
    database = opened
    stored = .success(found)
    return opening
  }

  /// Gives what was read when the file was opened, once.
  func takeStored() -> Result<StoredState, StoreFailure> {
    defer { stored = .failure(.closed) }
    return stored
  }

  private func load(at now: MonotonicInstant) -> Result<StoredState, StoreFailure> {
    if isUnread, database == nil, retryAt.map({ $0 <= now }) ?? true { probe(at: now) }
    guard isUnread, database != nil else { return .failure(state.failure ?? .closed) }
    let result = takeStored()
    guard case .success = result else { return result }
    isUnread = false
    state = database?.isReadOnly == true ? .degraded(.readOnly) : .healthy
    return result
  }

  var reader: Result<StoreReader, StoreFailure> {
    if isClosed { return .failure(.closed) }
    guard let database else { return .failure(state.failure ?? .closed) }
    return .success(StoreReader(database: database))
  }

  // MARK: Requests

  /// Called once before anything else that has a time.
  func begin(at now: MonotonicInstant) {
    if state != .healthy { retryAt = now + options.retryInterval }
  }

  func execute(_ requests: [StoreRequest], at now: MonotonicInstant) {
    var group = StoreGroup()
    for request in requests {
      if isClosed {
        Self.refuse(request)
        continue
      }
      switch request {
      case .write(let changes, .synced, let completion):
        group.append(StoreWrite(changes: changes, completion: completion ?? { _ in }))
      case .write(let changes, .batched, let completion):
        // What waits is written before a group that meets the same rows: so this one may not wait with it.
        if group.meets(changes) { commit(&group, at: now) }
        batch(changes, completion, at: now)
      case .read(let body):
        commit(&group, at: now)
        body(reader)
      case .load(let completion):
        commit(&group, at: now)
        completion(load(at: now))
      case .flush(let completion):
        group.append(StoreWrite(changes: [], completion: completion))
        commit(&group, at: now, withPending: true)
      case .close(let completion):
        commit(&group, at: now)
        close(completion, at: now)
      }
    }
    commit(&group, at: now)
    if pending.count >= options.batchedChanges, state == .healthy { flush(at: now) }
    if state != .healthy, retryAt == nil, !isClosed { retryAt = now + options.retryInterval }
  }

  private static func refuse(_ request: StoreRequest) {
    switch request {
    case .write(_, _, let completion): completion?(.failure(.closed))
    case .flush(let completion): completion(.failure(.closed))
    case .read(let body): body(.failure(.closed))
    case .load(let completion): completion(.failure(.closed))
    case .close(let completion): completion(.success(()))
    }
  }

  private func batch(
    _ changes: [StoreChange], _ completion: StoreCompletion?, at now: MonotonicInstant
  ) {
    guard pending.count + changes.count <= options.waitingChanges else {
      completion?(.failure(.queueFull))
      return
    }
    for change in changes { pending.add(change) }
    statistics.batchedChanges += changes.count
    if let completion { pendingCompletions.append(completion) }
    if flushAt == nil { flushAt = now + options.batchInterval }
  }

  private func close(_ completion: StoreCompletion, at now: MonotonicInstant) {
    if !pending.isEmpty { flush(at: now) }
    let failure = pending.isEmpty ? nil : state.failure
    for waiting in pendingCompletions { waiting(.failure(failure ?? .closed)) }
    pendingCompletions = []
    if let database, !database.isReadOnly { try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    database = nil
    directory.release()
    isClosed = true
    flushAt = nil
    retryAt = nil
    completion(failure.map { .failure($0) } ?? .success(()))
  }

  // MARK: Time

  var nextDeadline: MonotonicInstant? {
    guard let flushAt else { return retryAt }
    return retryAt.map { min($0, flushAt) } ?? flushAt
  }

  func deadlinePassed(at now: MonotonicInstant) {
    if let retryAt, retryAt <= now { probe(at: now) }
    if let flushAt, flushAt <= now { flush(at: now) }
  }

  private func flush(at now: MonotonicInstant) {
    var none = StoreGroup()
    none.append(StoreWrite(changes: [], completion: { _ in }))
    commit(&none, at: now, withPending: true)
    flushAt = pending.isEmpty ? nil : now + options.batchInterval
  }

  /// Finds out whether the disk takes writes again.
  private func probe(at now: MonotonicInstant) {
    retryAt = nil
    let mark = StoreChange.putMetadata(key: "store.probe", value: [])
    var group = StoreGroup()
    group.append(StoreWrite(changes: [mark], completion: { _ in }))
    commit(&group, at: now, withPending: true)
  }

  // MARK: Commit

  private func commit(_ group: inout StoreGroup, at now: MonotonicInstant, withPending: Bool = false) {
    guard !group.writes.isEmpty else { return }
    let writes = group.writes
    group = StoreGroup()
    let takesPending =
      withPending || writes.contains { $0.changes.contains(where: pending.mustPrecede) }
    let waiting = takesPending ? pending.inOrder : []
    do throws(StoreFailure) {
      let failures = try transact(waiting.map { [$0] } + writes.map(\.changes), at: now)
      if takesPending { settlePending(failures.prefix(waiting.count)) }
      succeeded(writes)
      for (write, failure) in zip(writes, failures.dropFirst(waiting.count)) {
        write.completion(failure.map { .failure($0) } ?? .success(()))
      }
    } catch {
      statistics.failedCommits += 1
      degrade(error, at: now)
      for write in writes { write.completion(.failure(error)) }
    }
  }

  private func succeeded(_ writes: [StoreWrite]) {
    statistics.synchronisedChanges += writes.reduce(0) { $0 + $1.changes.count }
    retryAt = nil
    state = .healthy
  }

  /// The batch is on the disk. A change in it that broke a rule is reported to all who wait for the batch:
  /// which of them wrote it is not known any more.
  private func settlePending(_ failures: ArraySlice<StoreFailure?>) {
    let failure = failures.compactMap { $0 }.first
    statistics.batchedChangesWritten += failures.count { $0 == nil }
    pending.removeAll()
    flushAt = nil
    let completions = pendingCompletions
    pendingCompletions = []
    for completion in completions { completion(failure.map { .failure($0) } ?? .success(())) }
  }

  private func degrade(_ failure: StoreFailure, at now: MonotonicInstant) {
    switch failure {
    case .diskFull, .inUse, .unread: break
    case .readOnly where database?.isReadOnly == true: break
    default: database = nil
    }
    retryAt = retryAt ?? now + options.retryInterval
    state = .degraded(failure)
  }

  /// One transaction of several units; a unit that breaks a rule is undone alone and its failure given,
  /// anything else undoes all.
  private func transact(
    _ units: [[StoreChange]], at now: MonotonicInstant
  ) throws(StoreFailure) -> [StoreFailure?] {
    let database = try writable(at: now)
    guard units.contains(where: { !$0.isEmpty }) else { return units.map { _ in nil } }
    let writer = StoreWriter(database: database, options: options)
    try database.execute("BEGIN IMMEDIATE")
    do throws(StoreFailure) {
      var failures: [StoreFailure?] = []
      for unit in units { failures.append(try Self.apply(unit, with: writer)) }
      try database.run("COMMIT")
      statistics.commits += 1
      return failures
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  private static func apply(
    _ unit: [StoreChange], with writer: StoreWriter
  ) throws(StoreFailure) -> StoreFailure? {
    guard !unit.isEmpty else { return nil }
    try writer.database.run("SAVEPOINT unit")
    do throws(StoreFailure) {
      for change in unit { try writer.apply(change) }
      try writer.database.run("RELEASE unit")
      return nil
    } catch {
      guard case .conflict = error else { throw error }
      try writer.database.run("ROLLBACK TO unit")
      try writer.database.run("RELEASE unit")
      return error
    }
  }

  /// The connection, opened anew where it was lost and the time to try has come.
  private func writable(at now: MonotonicInstant) throws(StoreFailure) -> Database {
    if isUnread, database != nil { throw .unread }
    if let open = database, !open.isReadOnly {
      if open.fileNumber == nil || file.isInPlace(open) { return open }
      state = .degraded(.removed)
      let rescued = try file.rescue(open)
      database = rescued
      return rescued
    }
    if let retryAt, now < retryAt { throw state.failure ?? .closed }
    if isUnread {
      switch try openUnread() {
      case .fresh, .replaced: isUnread = false
      default: throw .unread
      }
      if let database { return database }
    }
    let (opened, opening) = try file.reopen()
    database = opened
    guard opening != .readOnly else { throw .readOnly }
    // What a failed commit left in the log is written again before anything builds on it.
    try opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return opened
  }
}
