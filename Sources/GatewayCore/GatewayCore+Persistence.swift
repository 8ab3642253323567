import SansIO
import ZigbeeHost

extension GatewayCore {
  mutating func persist(_ changes: [CoreChange], for purpose: PersistLedger.Purpose) {
    emit(.persist(changes, ledger.issue(PersistLedger.Write(purpose: purpose, changes: changes))))
  }

  /// The changes of a ticket are on the disk.
  package mutating func persisted(_ ticket: PersistTicket, at now: Instants) {
    noteClock(now)
    guard let write = ledger.take(ticket) else { return }
    if storageFault != nil {
      storageFault = nil
      raise(.gatewayState(state), at: now)
      retryFailedWrites()
    }
    switch write.purpose {
    case .event(let id):
      journal.notePersisted(id)
      tellEvents(at: now)
    case .acknowledgement(let token): emit(.host(.acknowledge(token)))
    case .callRecorded(let id): callRecorded(id, at: now)
    case .callFinished(let id): answer(id, at: now)
    case .housekeeping: break
    }
  }

  /// The changes of a ticket are not on the disk, and nobody may act as if they were.
  package mutating func persistFailed(_ ticket: PersistTicket, reason: String, at now: Instants) {
    noteClock(now)
    guard let write = ledger.take(ticket) else { return }
    if storageFault != reason {
      storageFault = reason
      emit(.diagnostic(.error("the state cannot be stored: \(reason)")))
      raise(.gatewayState(state), at: now)
    }
    switch write.purpose {
    case .event, .acknowledgement, .housekeeping: ledger.keepForRetry(write)
    case .callRecorded(let id): recordFailed(id, at: now)
    case .callFinished(let id):
      ledger.keepForRetry(PersistLedger.Write(purpose: .housekeeping, changes: write.changes))
      answerUnrecorded(id, at: now)
    }
    if !ledger.failed.isEmpty, deadlines[.storageRetry] == nil {
      deadlines[.storageRetry] = now.monotonic + configuration.limits.storageRetry
    }
  }

  /// In their order, so that a later state of a row is written after an earlier one.
  mutating func retryFailedWrites() {
    deadlines[.storageRetry] = nil
    for write in ledger.takeFailed() { persist(write.changes, for: write.purpose) }
  }

  mutating func tellEvents(at now: Instants) {
    while let event = journal.takeNextToTell() {
      emit(.event(event))
      settle(event.id)
    }
  }

  /// One durable front door has made this event its own.
  package mutating func eventStored(_ event: EventID, at now: Instants) {
    noteClock(now)
    journal.noteStored(event)
    settle(event)
  }

  private mutating func settle(_ id: EventID) {
    guard let tokens = journal.settle(id) else { return }
    for token in tokens { emit(.host(.acknowledge(token))) }
    persist([.removeEvent(id)], for: .housekeeping)
  }
}
