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
  /// Rows of this session that are no messages: left out of the snapshot, and in the store.
  package let unreadableRows: Int

  /// - Parameter state: what the store held at the start.
  package init(store: Store, state: StoredState, session: String, loop: any Loop) {
    self.store = store
    self.session = session
    self.loop = loop
    let rows = state.outbox.filter { $0.session == session }
    let records = rows.compactMap(OutgoingRecord.init(row:))
    unreadableRows = rows.count - records.count
    var inbound: [PacketIdentifier: MessageDigest] = [:]
    for row in state.inboundPackets where row.session == session {
      guard let identifier = PacketIdentifier(rawValue: row.packetIdentifier) else { continue }
      inbound[identifier] = MessageDigest(rawValue: UInt64(bitPattern: row.messageDigest))
    }
    snapshot = SessionSnapshot(outgoing: records, inbound: inbound)
  }

  package func load() -> SessionSnapshot { snapshot }

  package func apply(
    _ changes: [SessionChange], alongWith companions: [any Sendable],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void
  ) {
    let wall = loop.now.wall.milliseconds
    let others = companions.compactMap { $0 as? StoreChange }
    store.apply(changes.map { storeChange($0, at: wall) } + others) { result in
      completion(
        result.mapError { failure in
          guard case .conflict = failure else { return SessionStoreFailure(failure.description) }
          return SessionStoreFailure(failure.description, isCompanionsFault: !companions.isEmpty)
        })
    }
  }

  private func storeChange(_ change: SessionChange, at wall: Int64) -> StoreChange {
    switch change {
    case .insert(let record):
      .putOutbox(OutboxRow(record, session: session, at: wall))
    case .assign(let sequence, let identifier):
      .updateOutbox(
        session: session, sequence: Int64(clamping: sequence), stage: .published,
        packetIdentifier: identifier.rawValue)
    case .release(let sequence, let identifier):
      .updateOutbox(
        session: session, sequence: Int64(clamping: sequence), stage: .released,
        packetIdentifier: identifier.rawValue)
    case .requeue(let sequence):
      .updateOutbox(
        session: session, sequence: Int64(clamping: sequence), stage: .queued, packetIdentifier: nil)
    case .remove(let sequence):
      .deleteOutbox(session: session, sequence: Int64(clamping: sequence))
    case .insertInbound(let identifier, let digest):
      .putInboundPacket(
        InboundPacketRow(
          session: session, packetIdentifier: identifier.rawValue, receivedAt: wall,
          messageDigest: Int64(bitPattern: digest.rawValue)))
    case .removeInbound(let identifier):
      .deleteInboundPacket(session: session, packetIdentifier: identifier.rawValue)
    case .removeAllInbound:
      .deleteInboundPackets(session: session)
    }
  }
}

extension OutboxRow {
  fileprivate init(_ record: OutgoingRecord, session: String, at wall: Int64) {
    self.init(
      session: session, sequence: Int64(clamping: record.sequence), topic: record.message.topic.text,
      payload: record.message.payload, qualityOfService: record.message.qos.rawValue,
      isRetained: record.message.retain, packetIdentifier: record.packetIdentifier?.rawValue,
      stage: record.stage.inStore, createdAt: wall, kind: .critical)
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
  /// Nil when the row is no message of ours: the file may have been in other hands.
  fileprivate init?(row: OutboxRow) {
    guard let sequence = UInt64(exactly: row.sequence), sequence > 0,
      let qos = QualityOfService(rawValue: row.qualityOfService), qos != .atMostOnce,
      let topic = try? TopicName(row.topic)
    else { return nil }
    self.init(
      sequence: sequence, tag: .none,
      message: Message(topic: topic, payload: row.payload, qos: qos, retain: row.isRetained),
      stage: Stage(row.stage),
      packetIdentifier: row.packetIdentifier.flatMap(PacketIdentifier.init(rawValue:)))
  }
}
