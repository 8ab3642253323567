import MQTT
import Reactor
import SansIO

/// Collects what shall be durable and gives it to the store in one piece at a time: while one commit runs,
/// everything that comes goes into the next, which is what makes a slow disk fast enough.
///
/// A commit that fails is tried again until it succeeds, so the order of changes always holds.
final class CommitQueue {
  private struct Batch {
    var changes: [SessionChange] = []
    var companions: [any Sendable] = []
    var ticket: PersistTicket?
    var completions: [() -> Void] = []
  }

  /// Changes of others that wait while the store takes nothing. Those of messages are limited by the
  /// session's own queues.
  static let companionLimit = 16_384

  var onPersisted: (PersistTicket) -> Void = { _ in }
  /// After a batch: there may be more.
  var onIdle: () -> Void = {}
  var onFailure: (String) -> Void = { _ in }
  var onRecovery: () -> Void = {}
  var onCompanionsRefused: (String) -> Void = { _ in }

  private let store: any SessionStore
  private let loop: any Loop
  private let retry = RetryPolicy(first: .seconds(1), longest: .seconds(16))
  private var generator: SeededGenerator
  private var running: Batch?
  private var next = Batch()
  /// There is something in `next`.
  private var hasNext = false
  private var failures = 0

  init(store: any SessionStore, loop: any Loop, seed: UInt64) {
    self.store = store
    self.loop = loop
    generator = SeededGenerator(seed: seed)
  }

  var hasRoom: Bool { next.companions.count < Self.companionLimit }
  var isIdle: Bool { running == nil && !hasNext }

  func add(_ changes: [SessionChange], _ ticket: PersistTicket) {
    hasNext = true
    next.changes += changes
    next.ticket = ticket
  }

  /// `completion` runs when the companions are durable.
  func add(_ companions: [any Sendable], completion: (() -> Void)? = nil) {
    // Most messages have neither.
    guard companions.count > 0 || completion != nil else { return }
    hasNext = true
    next.companions += companions
    if let completion { next.completions.append(completion) }
  }

  /// Begins the next commit unless one is running.
  func commit() {
    guard hasNext, running == nil else { return }
    hasNext = false
    let batch = next
    running = batch
    next = Batch()
    apply(batch)
  }

  private func apply(_ batch: Batch) {
    store.apply(batch.changes, alongWith: batch.companions) { [weak self] result in
      self?.applied(result)
    }
  }

  private func applied(_ result: Result<Void, SessionStoreFailure>) {
    guard var batch = running else { return }
    switch result {
    case .success:
      running = nil
      if failures > 0 {
        failures = 0
        onRecovery()
      }
      if let ticket = batch.ticket { onPersisted(ticket) }
      for completion in batch.completions { completion() }
      onIdle()
    case .failure(let failure) where failure.isCompanionsFault && !batch.companions.isEmpty:
      onCompanionsRefused(failure.description)
      batch.companions = []
      running = batch
      apply(batch)
    case .failure(let failure):
      if failures == 0 { onFailure(failure.description) }
      let delay = retry.delay(attempt: failures, using: &generator)
      failures = min(failures + 1, 1_000)
      loop.schedule(at: loop.now.monotonic + delay) { [weak self] in
        guard let self, let batch = running else { return }
        apply(batch)
      }
    }
  }
}
