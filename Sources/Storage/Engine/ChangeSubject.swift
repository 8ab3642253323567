/// The row that a change is about, and which part of it: of two waiting changes with the same subject and
/// aspect only the later one is written.
///
/// What changes with every frame has a form of its own, of numbers alone.
enum ChangeSubject: Hashable, Sendable {
  enum Aspect: Hashable, Sendable { case row, part }

  case device(ieee: UInt64)
  /// `place` is endpoint, cluster, manufacturer and attribute.
  case attribute(ieee: UInt64, place: UInt64)
  case other(table: String, key: [ColumnValue])

  init(_ row: AttributeRow) {
    let endpoint = UInt64(row.endpoint) << 48 | UInt64(row.cluster) << 32
    self = .attribute(
      ieee: row.ieee, place: endpoint | UInt64(row.manufacturer) << 16 | UInt64(row.attribute))
  }

  init(table: String, key: [ColumnValue]) { self = .other(table: table, key: key) }
}

extension StoreChange {
  /// nil: the change is about many rows, or every single one of its kind counts.
  var subject: ChangeSubject? {
    switch self {
    case .putDevice(let row): .device(ieee: row.ieee)
    case .deviceSeen(let sighting): .device(ieee: sighting.ieee)
    case .putAttribute(let row): ChangeSubject(row)
    case .putDesiredState(let row): Self.subject(of: row)
    case .deleteDesiredState(let ieee, let kind, let key):
      ChangeSubject(table: "desired_state", key: [.init(ieee), .init(kind), .init(key)])
    case .putScene(let row): Self.subject(of: row)
    case .deleteScene(let group, let scene): ChangeSubject(table: "scene", key: [.init(group), .init(scene)])
    case .putLockUser(let row): Self.subject(of: row)
    case .deleteLockUser(let ieee, let user):
      ChangeSubject(table: "lock_user", key: [.init(ieee), .init(user)])
    case .putGroup(let row): Self.subject(of: row)
    case .putEndpoints, .deleteDevice, .deleteGroup, .dropTelemetry, .deleteSession, .deleteInboundPackets,
      .deleteOutboxRange, .moveOutbox, .deleteHandledCalls, .appendAudit:
      nil
    default: messageSubject
    }
  }

  private var messageSubject: ChangeSubject? {
    switch self {
    case .putOutbox(let row): Self.subject(of: row)
    case .updateOutbox(let session, let sequence, _, _), .deleteOutbox(let session, let sequence):
      ChangeSubject(table: "outbox", key: [.init(session), .init(sequence)])
    case .putMQTTSession(let row): Self.subject(of: row)
    case .putInboundPacket(let row): Self.subject(of: row)
    case .deleteInboundPacket(let session, let packet):
      ChangeSubject(table: "inbound_packet", key: [.init(session), .init(packet)])
    case .putHandledCall(let row): Self.subject(of: row)
    case .putPendingCommand(let row): Self.subject(of: row)
    case .deletePendingCommand(let id): ChangeSubject(table: "pending_command", key: [.init(id)])
    case .putAllowedUser(let row): Self.subject(of: row)
    case .deleteAllowedUser(let user): ChangeSubject(table: "allowed_user", key: [.init(user)])
    case .putNetworkBackup(let row): ChangeSubject(table: "network_backup", key: [.init(row.takenAt)])
    case .putMetadata(let key, _), .deleteMetadata(let key):
      ChangeSubject(table: "metadata", key: [.init(key)])
    default: nil
    }
  }

  /// Whether the change touches only a part of its row, so that it cannot stand for the whole.
  var aspect: ChangeSubject.Aspect {
    switch self {
    case .deviceSeen, .updateOutbox: .part
    default: .row
    }
  }

  /// Whether it changes messages of the outbox and nothing else. They come in floods and are rarely batched, so
  /// who looks for a change of the same row asks this first.
  var isAboutOutbox: Bool {
    switch self {
    case .putOutbox, .updateOutbox, .deleteOutbox, .deleteOutboxRange: true
    default: false
    }
  }

  private static func subject<Row: StoredRow>(of row: Row) -> ChangeSubject {
    ChangeSubject(table: Row.table.name, key: Array(row.columns.prefix(Row.table.keys.count)))
  }
}
