import MQTT
import Reactor
import SansIO
import Storage

/// Keeps a session in the gateway's store, under a name of its own; other changes of the store may go into
/// its transactions.
package final class SQLiteSessionStore: SessionStore {
  private let store: Store
  private let session: String
  private let loop: any Loop
  private let snapshot: SessionSnapshot
  /// Rows of this session that are no messages. They are set aside, under another session's name.
  package let unreadableRows: Int

  /// - Parameter state: what the store held at the start.
  package init(store: Store, state: StoredState, session: String, loop: any Loop) {
    self.store = store
    self.session = session
    self.loop = loop
    let now = loop.now
    var records: [OutgoingRecord] = []
    var unreadable: [Int64] = []
    for row in state.outbox where row.session == session {
      if let record = OutgoingRecord(row: row, at: now) {
        records.append(record)
      } else {
        unreadable.append(row.sequence)
      }
    }
    unreadableRows = unreadable.count
    var inbound: [PacketIdentifier: MessageDigest] = [:]
    for row in state.inboundPackets where row.session == session {
      guard let identifier = PacketIdentifier(rawValue: row.packetIdentifier) else { continue }
      inbound[identifier] = MessageDigest(rawValue: UInt64(bitPattern: row.messageDigest))
    }
    snapshot = SessionSnapshot(outgoing: records, inbound: inbound)
      .with(state.mqttSessions.first { $0.session == session }, at: now)
    guard !unreadable.isEmpty else { return }
    store.apply(
      unreadable.map {
        .moveOutbox(session: session, sequence: $0, to: Self.placeForUnreadable(of: session))
      })
  }

  /// The session under whose name rows lie that are no messages, for whoever wants to look at them.
  package static func placeForUnreadable(of session: String) -> String { session + " (unreadable)" }

  package func load() -> SessionSnapshot { snapshot }

  package func apply(
    _ changes: [SessionChange], alongWith companions: [any Sendable],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void
  ) {
    var batch = StoreBatch(session: session, wall: loop.now.wall.milliseconds)
    for change in changes { batch.append(change) }
    for case let companion as StoreChange in companions { batch.changes.append(companion) }
    store.apply(batch.changes) { result in
      completion(
        result.mapError { failure in
          guard case .conflict = failure else { return SessionStoreFailure(failure.description) }
          return SessionStoreFailure(failure.description, isCompanionsFault: !companions.isEmpty)
        })
    }
  }
}

/// Changes of a session as changes of the store. Deliveries mostly come in the order of publishing, so that one
/// statement deletes a whole range of messages.
private struct StoreBatch {
  let session: String
  let wall: Int64
  var changes: [StoreChange] = []
  /// The range that the last change deletes.
  private var deleted: ClosedRange<Int64>?

  init(session: String, wall: Int64) {
    self.session = session
    self.wall = wall
  }

  mutating func append(_ change: SessionChange) {
    if case .remove(let sequence) = change { return delete(Int64(clamping: sequence)) }
    deleted = nil
    changes.append(storeChange(change))
  }

  private mutating func delete(_ sequence: Int64) {
    if let range = deleted, range.upperBound < .max, range.upperBound + 1 == sequence {
      let longer = range.lowerBound...sequence
      deleted = longer
      changes[changes.count - 1] = .deleteOutboxRange(session: session, longer)
    } else {
      deleted = sequence...sequence
      changes.append(.deleteOutbox(session: session, sequence: sequence))
    }
  }

  private func storeChange(_ change: SessionChange) -> StoreChange {
    switch change {
    case .insert(let record): .putOutbox(OutboxRow(record, session: session, at: wall))
    case .assign(let sequence, let identifier): update(sequence, .published, identifier)
    case .release(let sequence, let identifier): update(sequence, .released, identifier)
    case .requeue(let sequence): update(sequence, .queued, nil)
    case .remove(let sequence): .deleteOutbox(session: session, sequence: Int64(clamping: sequence))
    case .insertInbound(let identifier, let digest):
      .putInboundPacket(
        InboundPacketRow(
          session: session, packetIdentifier: identifier.rawValue, receivedAt: wall,
          messageDigest: Int64(bitPattern: digest.rawValue)))
    case .removeInbound(let identifier):
      .deleteInboundPacket(session: session, packetIdentifier: identifier.rawValue)
    case .removeAllInbound: .deleteInboundPackets(session: session)
    case .putSession(let record):
      .putMQTTSession(
        MQTTSessionRow(
          session: session, assignedClientIdentifier: record.assignedClientIdentifier,
          expiryInterval: record.expiryInterval, isClosed: record.isClosed, writtenAt: wall))
    }
  }

  private func update(
    _ sequence: UInt64, _ stage: OutboxRow.Stage, _ identifier: PacketIdentifier?
  ) -> StoreChange {
    .updateOutbox(
      session: session, sequence: Int64(clamping: sequence), stage: stage,
      packetIdentifier: identifier?.rawValue)
  }
}

extension OutboxRow {
  fileprivate init(_ record: OutgoingRecord, session: String, at wall: Int64) {
    let message = record.message
    self.init(
      session: session, sequence: Int64(clamping: record.sequence), topic: message.topic.text,
      payload: message.payload, qualityOfService: message.qos.rawValue, isRetained: message.retain,
      packetIdentifier: record.packetIdentifier?.rawValue, stage: record.stage.inStore, createdAt: wall,
      kind: .critical, properties: message.properties.storedBytes)
  }
}

extension OutgoingRecord.Stage {
  fileprivate var inStore: OutboxRow.Stage {
    switch self {
    case .queued: .queued
    case .published: .published
    case .released: .released
    }
  }

  fileprivate init(_ stage: OutboxRow.Stage) {
    switch stage {
    case .queued: self = .queued
    case .published: self = .published
    case .released: self = .released
    }
  }
}

extension OutgoingRecord {
  /// Nil when the row is no message of ours: the file may have been in other hands. Of a message expiry
  /// interval only what is left of it is given.
  fileprivate init?(row: OutboxRow, at now: Instants) {
    guard let sequence = UInt64(exactly: row.sequence), sequence > 0,
      let qos = QualityOfService(rawValue: row.qualityOfService), qos != .atMostOnce,
      let topic = try? TopicName(row.topic), var properties = try? Properties(storedBytes: row.properties)
    else { return nil }
    if let interval = properties.messageExpiryInterval, let age = now.age(of: row.createdAt) {
      properties.messageExpiryInterval = UInt32(clamping: max(0, Int64(interval) - age.seconds))
    }
    self.init(
      sequence: sequence, tag: .none,
      message: Message(
        topic: topic, payload: row.payload, qos: qos, retain: row.isRetained, properties: properties),
      stage: Stage(row.stage),
      packetIdentifier: row.packetIdentifier.flatMap(PacketIdentifier.init(rawValue:)))
  }
}

extension SessionSnapshot {
  fileprivate func with(_ row: MQTTSessionRow?, at now: Instants) -> Self {
    guard let row else { return self }
    var snapshot = self
    snapshot.session = SessionRecord(
      assignedClientIdentifier: row.assignedClientIdentifier, expiryInterval: row.expiryInterval,
      isClosed: row.isClosed)
    snapshot.sessionAge = now.age(of: row.writtenAt)
    return snapshot
  }
}

extension Instants {
  /// How long ago something was written; nil when the clock cannot be believed.
  fileprivate func age(of wallMilliseconds: Int64) -> TimeSpan? {
    guard wallIsTrusted else { return nil }
    return .milliseconds(max(0, wall.millisecondsSince(WallTime(milliseconds: wallMilliseconds))))
  }
}
