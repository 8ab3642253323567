import SansIO

/// The QoS 1 and 2 messages that are not delivered yet, in order of their sequence: first those in flight,
/// then those that wait.
struct Outbox: Sendable {
  /// A message with a packet identifier.
  struct InFlight: Sendable {
    var record: OutgoingRecord
    var identifier: PacketIdentifier
    /// The packet of this stage may leave when this ticket is durable.
    var ticket: PersistTicket
    /// PUBLISH has left, or may have left before a crash: the next one carries DUP.
    var maySent: Bool
    /// PUBREL has left, or may have.
    var mayReleased: Bool
    /// Number of the connection on which the packet of this stage has left; 0 for none.
    var sentOn: UInt64 = 0
    var sentAt: MonotonicInstant = .zero
  }

  var inFlight: [InFlight] = []
  /// Taken back after a lost session; the first to go is last.
  private var requeued: [OutgoingRecord] = []
  private var queue: BoundedQueue<OutgoingRecord>
  private(set) var byteCount = 0
  private(set) var nextSequence: UInt64 = 1

  init(restored records: [OutgoingRecord], identifiers: inout PacketIdentifierAllocator) {
    queue = BoundedQueue(limit: .max)
    for record in records.sorted(by: { $0.sequence < $1.sequence }) {
      byteCount += record.message.byteCount
      nextSequence = max(nextSequence, record.sequence == .max ? .max : record.sequence + 1)
      if record.stage != .queued, let identifier = record.packetIdentifier, identifiers.claim(identifier) {
        inFlight.append(
          InFlight(
            record: record, identifier: identifier, ticket: PersistTicket(rawValue: 0), maySent: true,
            mayReleased: record.stage == .released))
      } else {
        queue.append(record)
      }
    }
  }

  var waitingCount: Int { requeued.count + queue.count }
  var count: Int { inFlight.count + waitingCount }
  var isEmpty: Bool { count == 0 }

  func accepts(_ message: Message, limits: SessionLimits) -> Bool {
    count < limits.durableQueueMessages && byteCount + message.byteCount <= limits.durableQueueBytes
  }

  mutating func makeRecord(_ message: Message, tag: PublishTag) -> OutgoingRecord {
    defer { nextSequence += 1 }
    byteCount += message.byteCount
    return OutgoingRecord(sequence: nextSequence, tag: tag, message: message)
  }

  mutating func wait(_ record: OutgoingRecord) { queue.append(record) }

  mutating func nextWaiting() -> OutgoingRecord? { requeued.popLast() ?? queue.popFirst() }

  func index(of identifier: PacketIdentifier) -> Int? {
    inFlight.firstIndex { $0.identifier == identifier }
  }

  mutating func complete(at index: Int) -> InFlight {
    let entry = inFlight.remove(at: index)
    byteCount -= entry.record.message.byteCount
    return entry
  }

  /// Takes everything in flight back to the head of the queue, except what `policy` counts as delivered.
  mutating func requeueInFlight(
    policy: SessionLossPolicy
  ) -> (requeued: [InFlight], finished: [InFlight]) {
    let countsAsDelivered = { (entry: InFlight) in policy == .republishUnreleased && entry.mayReleased }
    let finished = inFlight.filter(countsAsDelivered)
    let taken = inFlight.filter { !countsAsDelivered($0) }
    inFlight = []
    for entry in finished { byteCount -= entry.record.message.byteCount }
    for entry in taken.reversed() {
      var record = entry.record
      record.stage = .queued
      record.packetIdentifier = nil
      requeued.append(record)
    }
    return (taken, finished)
  }

  /// When the oldest packet went out on connection `number` that still has no answer.
  func oldestUnanswered(on number: UInt64) -> MonotonicInstant? {
    inFlight.lazy.filter { $0.sentOn == number }.map(\.sentAt).min()
  }
}
