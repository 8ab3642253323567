import ZigbeeHost

/// The critical events between the device that told them and the front doors that deliver them.
///
/// An event is recorded, then told to the front doors in the order of their numbers, then made durable by each,
/// and only then does the device get its answer: whoever loses power on the way hears of it again.
struct EventJournal: Sendable {
  struct Entry: Sendable {
    var event: CoreEvent
    var tokens: [AcknowledgementToken] = []
    var isPersisted = false
    var isTold = false
    var storedBy = 0
  }

  private(set) var entries: [EventID: Entry] = [:]
  /// Untold ones in their order.
  private var untold: [EventID] = []
  private var untoldHead = 0
  let frontDoors: Int
  let limit: Int

  init(frontDoors: Int, limit: Int) {
    self.frontDoors = frontDoors
    self.limit = limit
  }

  var isFull: Bool { entries.count >= limit }

  mutating func insert(_ event: CoreEvent, token: AcknowledgementToken?, isPersisted: Bool) {
    entries[event.id] = Entry(
      event: event, tokens: token.map { [$0] } ?? [], isPersisted: isPersisted)
    untold.append(event.id)
  }

  mutating func notePersisted(_ id: EventID) { entries[id]?.isPersisted = true }
  mutating func noteStored(_ id: EventID) { entries[id]?.storedBy += 1 }

  /// The next event to tell: none overtakes another.
  mutating func takeNextToTell() -> CoreEvent? {
    guard untoldHead < untold.count, let entry = entries[untold[untoldHead]], entry.isPersisted else {
      return nil
    }
    entries[entry.event.id]?.isTold = true
    untoldHead += 1
    if untoldHead == untold.count || untoldHead > 256 {
      untold.removeFirst(untoldHead)
      untoldHead = 0
    }
    return entry.event
  }

  /// The tokens that may be acknowledged now, if every front door has the event; it is forgotten then.
  mutating func settle(_ id: EventID) -> [AcknowledgementToken]? {
    guard let entry = entries[id], entry.isTold, entry.storedBy >= frontDoors else { return nil }
    entries[id] = nil
    return entry.tokens
  }
}
