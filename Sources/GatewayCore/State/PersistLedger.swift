import ZigbeeHost

/// What waits for the disk, and what failed to get there.
struct PersistLedger: Sendable {
  enum Purpose: Hashable, Sendable {
    case event(EventID)
    case acknowledgement(AcknowledgementToken)
    case callRecorded(CallID)
    case callFinished(CallID)
    /// Nobody waits for it.
    case housekeeping
  }

  struct Write: Hashable, Sendable {
    var purpose: Purpose
    var changes: [CoreChange]
  }

  private var waiting: [PersistTicket: Write] = [:]
  /// In their order, for another try.
  private(set) var failed: [Write] = []
  private(set) var droppedWrites = 0
  private var lastTicket: UInt64 = 0

  /// More than the events that may wait can only be housekeeping.
  static let failedLimit = 4_096

  mutating func issue(_ write: Write) -> PersistTicket {
    lastTicket += 1
    let ticket = PersistTicket(rawValue: lastTicket)
    waiting[ticket] = write
    return ticket
  }

  mutating func take(_ ticket: PersistTicket) -> Write? { waiting.removeValue(forKey: ticket) }

  mutating func keepForRetry(_ write: Write) {
    if failed.count >= Self.failedLimit {
      droppedWrites += 1
      guard let index = failed.firstIndex(where: { $0.purpose == .housekeeping }) else { return }
      failed.remove(at: index)
    }
    failed.append(write)
  }

  mutating func takeFailed() -> [Write] {
    defer { failed = [] }
    return failed
  }
}
