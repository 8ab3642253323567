/// Turns changes into SQL inside the transaction of the caller.
struct StoreWriter {
  let database: Database
  let options: StoreOptions

  func apply(_ change: StoreChange) throws(StoreFailure) {
    switch change {
    case .putDevice(let row): try put(row)
    case .deviceSeen(let sighting): try update(sighting)
    case .deleteDevice(let ieee): try deleteDevice(ieee)
    case .putEndpoints(let ieee, let rows):
      try database.run("DELETE FROM endpoint WHERE ieee = ?", [.init(ieee)])
      for row in rows { try put(row) }
    case .putAttribute(let row): try put(row)
    case .putDesiredState(let row): try put(row)
    case .deleteDesiredState(let ieee, let kind, let key):
      try delete(DesiredStateRow.self, [.init(ieee), .init(kind), .init(key)])
    case .putGroup(let row): try put(row)
    case .deleteGroup(let id):
      try database.run("DELETE FROM scene WHERE group_id = ?", [.init(id)])
      try delete(GroupRow.self, [.init(id)])
    case .putScene(let row): try put(row)
    case .deleteScene(let group, let scene): try delete(SceneRow.self, [.init(group), .init(scene)])
    case .putLockUser(let row): try put(row)
    case .deleteLockUser(let ieee, let user): try delete(LockUserRow.self, [.init(ieee), .init(user)])
    default: try applyMessage(change)
    }
  }

  private func applyMessage(_ change: StoreChange) throws(StoreFailure) {
    switch change {
    case .putOutbox(let row): try put(row)
    case .updateOutbox(let session, let sequence, let stage, let packet):
      try database.run(
        "UPDATE outbox SET stage = ?, packet_identifier = ? WHERE session = ? AND sequence = ?",
        [.init(stage.rawValue), .init(packet), .init(session), .init(sequence)])
    case .deleteOutbox(let session, let sequence):
      try delete(OutboxRow.self, [.init(session), .init(sequence)])
    case .deleteOutboxRange(let session, let range):
      try database.run(
        "DELETE FROM outbox WHERE session = ? AND sequence BETWEEN ? AND ?",
        [.init(session), .init(range.lowerBound), .init(range.upperBound)])
    case .moveOutbox(let session, let sequence, let other):
      try database.run(
        "UPDATE OR REPLACE outbox SET session = ? WHERE session = ? AND sequence = ?",
        [.init(other), .init(session), .init(sequence)])
    case .dropTelemetry(let session, let count): try dropTelemetry(of: session, keepingNewest: count)
    case .deleteSession(let session):
      for table in ["outbox", "inbound_packet", "mqtt_session"] {
        try database.run("DELETE FROM \(table) WHERE session = ?", [.init(session)])
      }
    case .putMQTTSession(let row): try put(row)
    case .putInboundPacket(let row): try put(row)
    case .deleteInboundPacket(let session, let packet):
      try delete(InboundPacketRow.self, [.init(session), .init(packet)])
    case .deleteInboundPackets(let session):
      try database.run("DELETE FROM inbound_packet WHERE session = ?", [.init(session)])
    default: try applyRecord(change)
    }
  }

  private func applyRecord(_ change: StoreChange) throws(StoreFailure) {
    switch change {
    case .putHandledCall(let row): try put(row)
    case .deleteHandledCalls(let time):
      try database.run("DELETE FROM handled_call WHERE at < ?", [.init(time)])
    case .putPendingCommand(let row): try put(row)
    case .deletePendingCommand(let id): try delete(PendingCommandRow.self, [.init(id)])
    case .putAllowedUser(let row): try put(row)
    case .deleteAllowedUser(let user): try delete(AllowedUserRow.self, [.init(user)])
    case .appendAudit(let entry): try append(entry)
    case .putNetworkBackup(let row): try putBackup(row)
    case .putMetadata(let key, let value): try put(MetadataRow(key: key, value: value))
    case .deleteMetadata(let key): try delete(MetadataRow.self, [.init(key)])
    default: break
    }
  }

  private func put<Row: StoredRow>(_ row: Row) throws(StoreFailure) {
    try database.run(Row.table.upsert, row.columns)
  }

  private func delete<Row: StoredRow>(_: Row.Type, _ key: [ColumnValue]) throws(StoreFailure) {
    try database.run(Row.table.delete, key)
  }

  private func update(_ sighting: DeviceSighting) throws(StoreFailure) {
    try database.run(
      """
      UPDATE device SET last_seen = ?, link_quality = coalesce(?, link_quality), \
      signal_strength = coalesce(?, signal_strength) WHERE ieee = ?
      """,
      [
        .init(sighting.lastSeen), .init(sighting.linkQuality), .init(sighting.signalStrength),
        .init(sighting.ieee),
      ])
  }

  private func deleteDevice(_ ieee: UInt64) throws(StoreFailure) {
    for table in ["endpoint", "attribute", "desired_state", "lock_user", "device"] {
      try database.run("DELETE FROM \(table) WHERE ieee = ?", [.init(ieee)])
    }
  }

  private func dropTelemetry(of session: String, keepingNewest count: Int) throws(StoreFailure) {
    let queuedTelemetry: [ColumnValue] = [
      .init(session), .init(OutboxRow.Kind.telemetry.rawValue), .init(OutboxRow.Stage.queued.rawValue),
    ]
    try database.run(
      """
      DELETE FROM outbox WHERE session = ?1 AND kind = ?2 AND stage = ?3 AND sequence NOT IN (SELECT sequence \
      FROM outbox WHERE session = ?1 AND kind = ?2 AND stage = ?3 ORDER BY sequence DESC LIMIT ?4)
      """,
      queuedTelemetry + [.init(max(count, 0))])
  }

  private func append(_ entry: AuditEntry) throws(StoreFailure) {
    let last = try StoreReader(database: database).lastAudit()
    let row = AuditRow(
      entry, sequence: (last?.sequence ?? 0) &+ 1, after: last?.hash ?? AuditRow.origin)
    try put(row)
    guard row.sequence.isMultiple(of: 256) else { return }
    try database.run(
      "DELETE FROM audit WHERE sequence <= ?", [.init(row.sequence &- Int64(options.auditEntries))])
  }

  private func putBackup(_ row: NetworkBackupRow) throws(StoreFailure) {
    try put(row)
    try database.run(
      """
      DELETE FROM network_backup WHERE taken_at NOT IN \
      (SELECT taken_at FROM network_backup ORDER BY taken_at DESC LIMIT ?)
      """, [.init(max(options.networkBackups, 1))])
  }
}
