import SansIO

/// The QoS 1 and 2 messages that are not delivered yet: those in flight, by packet identifier, and those that
/// wait for a place in the window, in the order of their publishing.
///
/// How many places are taken follows from the table and is counted nowhere else.
struct Outbox: Sendable {
  /// A message without a packet identifier.
  struct Waiting: Sendable {
    var record: OutgoingRecord
    /// When its message expiry interval has passed.
    var expiresAt = MonotonicInstant.never
  }

  /// A message with a packet identifier.
  struct InFlight: Sendable {
    var record: OutgoingRecord
    var expiresAt = MonotonicInstant.never
    /// The packet of this stage may leave when this ticket is durable.
    var ticket: PersistTicket
    /// PUBLISH has left, or may have left before a crash: the next one carries DUP.
    var mayBeSent: Bool
    /// PUBREL has left, or may have.
    var mayBeReleased: Bool
    /// Counts PUBRECs, whose order PUBREL keeps.
    var releaseOrder: UInt64 = 0
    /// Number of the connection on which the packet of this stage has left; 0 for none.
    var sentOn: UInt64 = 0
    var sentAt: MonotonicInstant = .zero

    func isAwaited(_ qos: QualityOfService, _ stage: OutgoingRecord.Stage, on connection: UInt64) -> Bool {
      sentOn == connection && record.stage == stage && record.message.qos == qos
    }

    /// The packet of its stage has left.
    mutating func sent(on connection: UInt64, at now: MonotonicInstant) {
      if record.stage == .released { mayBeReleased = true } else { mayBeSent = true }
      sentOn = connection
      sentAt = now
    }

    /// PUBREC has come.
    mutating func released(in order: UInt64, _ ticket: PersistTicket) {
      record.stage = .released
      releaseOrder = order
      self.ticket = ticket
      sentOn = 0
    }
  }

  /// A packet that may leave when its ticket is durable.
  struct Due: Sendable {
    var ticket: PersistTicket
    var identifier: PacketIdentifier
  }

  var inFlight = PacketTable<InFlight>()
  /// Packets of this connection that wait for their tickets.
  var due = BoundedQueue<Due>(limit: .max)
  /// In flight since an earlier connection, and not yet sent on this one.
  var resends = BoundedQueue<PacketIdentifier>(limit: .max)
  /// Taken back after a lost session; the first to go is last.
  private var requeued: [Waiting] = []
  private var queue = WaitingQueue<Waiting>()
  /// Where in the queue a topic is; only for a queue that conflates.
  private var places: [TopicName: UInt64] = [:]
  private var releases: UInt64 = 0
  private(set) var byteCount = 0
  private(set) var nextSequence: UInt64 = 1

  init(restored records: [OutgoingRecord], identifiers: inout PacketIdentifierAllocator) {
    for record in records.sorted(by: { $0.sequence < $1.sequence }) {
      byteCount += record.message.byteCount
      nextSequence = max(nextSequence, record.sequence == .max ? .max : record.sequence + 1)
      if record.stage != .queued, let identifier = record.packetIdentifier, identifiers.claim(identifier) {
        let isReleased = record.stage == .released
        var entry = InFlight(
          record: record, ticket: PersistTicket(rawValue: 0), mayBeSent: true, mayBeReleased: isReleased)
        if isReleased { entry.releaseOrder = makeReleaseOrder() }
        inFlight.insert(entry, for: identifier)
      } else {
        queue.append(Waiting(record: record))
      }
    }
  }

  var waitingCount: Int { requeued.count + queue.count }
  var count: Int { inFlight.count + waitingCount }
  var isEmpty: Bool { count == 0 }

  /// Places in the window that are taken: resends take theirs when they leave.
  var takenPlaces: Int { inFlight.count - resends.count }

  mutating func makeReleaseOrder() -> UInt64 {
    releases += 1
    return releases
  }

  // MARK: Waiting

  mutating func makeRecord(_ message: Message, tag: PublishTag) -> OutgoingRecord {
    defer { nextSequence += 1 }
    byteCount += message.byteCount
    return OutgoingRecord(sequence: nextSequence, tag: tag, message: message)
  }

  mutating func wait(_ waiting: Waiting, conflating: Bool) {
    let position = queue.append(waiting)
    guard conflating else { return }
    places[waiting.record.message.topic] = position
    guard queue.isSparse else { return }
    queue.compact()
    places.removeAll(keepingCapacity: true)
    queue.forEach { places[$0.record.message.topic] = $1 }
  }

  mutating func nextWaiting() -> Waiting? {
    guard let waiting = requeued.popLast() ?? queue.popFirst() else { return nil }
    if !places.isEmpty, places[waiting.record.message.topic].map({ !queue.contains($0) }) == true {
      places[waiting.record.message.topic] = nil
    }
    return waiting
  }

  /// Takes the waiting message of a topic out of a queue that conflates.
  mutating func takeWaiting(on topic: TopicName) -> OutgoingRecord? {
    guard let position = places.removeValue(forKey: topic), let waiting = queue.remove(at: position) else {
      return nil
    }
    byteCount -= waiting.record.message.byteCount
    return waiting.record
  }

  /// Makes a message that ``nextWaiting()`` gave the next one again.
  mutating func putBack(_ waiting: Waiting) { requeued.append(waiting) }

  /// Forgets a message that ``nextWaiting()`` gave.
  mutating func forget(_ record: OutgoingRecord) { byteCount -= record.message.byteCount }

  /// Takes out what has expired, in order.
  mutating func takeExpired(at now: MonotonicInstant) -> [OutgoingRecord] {
    var expired = requeued.filter { $0.expiresAt <= now }
    if !expired.isEmpty { requeued.removeAll { $0.expiresAt <= now } }
    expired.reverse()
    expired += queue.removeAll { $0.expiresAt <= now }
    for waiting in expired { byteCount -= waiting.record.message.byteCount }
    return expired.map(\.record)
  }

  /// When the next waiting message expires.
  var nextExpiry: MonotonicInstant {
    var next = requeued.map(\.expiresAt).min() ?? .never
    queue.forEach { waiting, _ in next = min(next, waiting.expiresAt) }
    return next
  }

  /// Lets the intervals of restored messages begin.
  mutating func startExpiry(at now: MonotonicInstant) {
    queue.updateAll { waiting in
      if waiting.expiresAt == .never { waiting.expiresAt = .expiry(of: waiting.record.message, from: now) }
    }
    for identifier in inFlight.identifiers {
      inFlight.update(identifier) { entry in
        guard let message = entry?.record.message else { return }
        entry?.expiresAt = .expiry(of: message, from: now)
      }
    }
  }

  /// All of them, in order.
  var records: [OutgoingRecord] {
    var records = requeued.map(\.record)
    queue.forEach { waiting, _ in records.append(waiting.record) }
    inFlight.forEach { records.append($1.record) }
    return records.sorted { $0.sequence < $1.sequence }
  }

  // MARK: In flight

  mutating func complete(_ identifier: PacketIdentifier) -> InFlight? {
    guard let entry = inFlight.remove(identifier) else { return nil }
    byteCount -= entry.record.message.byteCount
    return entry
  }

  /// Those in flight, with the ones released first, each kind in the order in which it has to leave again
  /// (clause 4.6).
  var inOrder: [PacketIdentifier] {
    var entries: [(identifier: PacketIdentifier, released: UInt64, sequence: UInt64)] = []
    inFlight.forEach { identifier, entry in
      let released = entry.record.stage == .released ? entry.releaseOrder : .max
      entries.append((identifier, released, entry.record.sequence))
    }
    return entries.sorted { ($0.released, $0.sequence) < ($1.released, $1.sequence) }.map(\.identifier)
  }

  /// Takes everything out of flight; back to the head of the queue goes what `returns` is true for.
  mutating func takeInFlight(
    returning returns: (InFlight) -> Bool
  ) -> (requeued: [OutgoingRecord], others: [InFlight]) {
    var entries: [InFlight] = []
    inFlight.forEach { entries.append($1) }
    inFlight.removeAll()
    due.removeAll()
    resends.removeAll()
    entries.sort { $0.record.sequence < $1.record.sequence }
    let back = entries.filter(returns)
    let others = entries.filter { !returns($0) }
    for entry in others { byteCount -= entry.record.message.byteCount }
    for entry in back.reversed() {
      var record = entry.record
      record.stage = .queued
      record.packetIdentifier = nil
      requeued.append(Waiting(record: record, expiresAt: entry.expiresAt))
    }
    return (back.map(\.record), others)
  }

  /// When the oldest packet went out on connection `number` that still has no answer.
  func oldestUnanswered(on number: UInt64) -> MonotonicInstant? {
    var oldest: MonotonicInstant?
    inFlight.forEach { _, entry in
      if entry.sentOn == number { oldest = min(oldest ?? entry.sentAt, entry.sentAt) }
    }
    return oldest
  }
}

extension MonotonicInstant {
  /// Later than anything.
  static let never = MonotonicInstant(nanoseconds: .max)

  /// When the message expiry interval of a message ends that begins now.
  static func expiry(of message: Message, from now: MonotonicInstant) -> Self {
    guard let seconds = message.properties.messageExpiryInterval else { return .never }
    return now + .seconds(Int64(seconds))
  }
}
