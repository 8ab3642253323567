/// What can be asked of the store, on its thread.
package struct StoreReader {
  let database: Database

  /// No more handled calls than these are read at the start; the table keeps them all.
  package static let handledCallLimit = 20_000

  package func state() throws(StoreFailure) -> StoredState {
    var state = StoredState()
    state.devices = try all(counting: &state.skippedRows)
    state.endpoints = try all(counting: &state.skippedRows)
    state.attributes = try all(counting: &state.skippedRows)
    state.desiredStates = try all(counting: &state.skippedRows)
    state.groups = try all(counting: &state.skippedRows)
    state.scenes = try all(counting: &state.skippedRows)
    state.lockUsers = try all(counting: &state.skippedRows)
    state.outbox = try all(counting: &state.skippedRows)
    state.inboundPackets = try all(counting: &state.skippedRows)
    state.mqttSessions = try all(counting: &state.skippedRows)
    state.handledCalls = try rows(
      "ORDER BY at DESC LIMIT \(Self.handledCallLimit)", counting: &state.skippedRows)
    state.pendingCommands = try all(counting: &state.skippedRows)
    state.allowedUsers = try all(counting: &state.skippedRows)
    state.networkBackup = try latestNetworkBackup()
    let metadata: [MetadataRow] = try all(counting: &state.skippedRows)
    state.metadata = Dictionary(metadata.map { ($0.key, $0.value) }) { first, _ in first }
    return state
  }

  package func handledCall(_ key: CallKey) throws(StoreFailure) -> HandledCallRow? {
    let rows: [HandledCallRow] = try rows(
      """
      WHERE call_user = ? AND call_function = ? AND call_device = ? AND call_message_id = ? \
      AND call_timestamp = ?
      """, key.columns)
    return rows.first
  }

  package func outbox(session: String, after sequence: Int64, limit: Int) throws(StoreFailure) -> [OutboxRow]
  {
    try rows(
      "WHERE session = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      [.init(session), .init(sequence), .init(limit)])
  }

  package func latestNetworkBackup() throws(StoreFailure) -> NetworkBackupRow? {
    let rows: [NetworkBackupRow] = try rows("ORDER BY taken_at DESC LIMIT 1")
    return rows.first
  }

  /// Audit entries in order.
  package func audit(after sequence: Int64 = 0, limit: Int) throws(StoreFailure) -> [AuditRow] {
    try rows("WHERE sequence > ? ORDER BY sequence LIMIT ?", [.init(sequence), .init(limit)])
  }

  package func lastAudit() throws(StoreFailure) -> AuditRow? {
    let rows: [AuditRow] = try rows("ORDER BY sequence DESC LIMIT 1")
    return rows.first
  }

  /// The sequence of the first entry that is not what it was written as, does not follow its predecessor,
  /// or cannot be read; nil when the chain is whole.
  package func firstAuditFault() throws(StoreFailure) -> Int64? {
    var previous: AuditRow?
    let page = 1_000
    while true {
      let after = previous?.sequence ?? 0
      let columns = try database.rows(
        AuditRow.table.select + " WHERE sequence > ? ORDER BY sequence LIMIT ?", [.init(after), .init(page)])
      for column in columns {
        var cursor = ColumnCursor(column)
        guard let row = try? AuditRow(from: &cursor), row.isSound, row.follows(previous) else {
          guard case .integer(let sequence)? = column.first else { return after }
          return sequence
        }
        previous = row
      }
      if columns.count < page { return nil }
    }
  }

  package func usage(options: StoreOptions) throws(StoreFailure) -> StoreUsage {
    let pageSize = try count("PRAGMA page_size")
    let telemetry = OutboxRow.Kind.telemetry.rawValue
    return StoreUsage(
      databaseBytes: try count("PRAGMA page_count") * pageSize,
      freeBytes: try count("PRAGMA freelist_count") * pageSize,
      criticalMessages: Int(try count("SELECT count(*) FROM outbox WHERE kind <> ?", [.init(telemetry)])),
      telemetryMessages: Int(try count("SELECT count(*) FROM outbox WHERE kind = ?", [.init(telemetry)])),
      outboxBytes: try count("SELECT coalesce(sum(length(payload) + length(topic)), 0) FROM outbox"),
      handledCalls: Int(try count("SELECT count(*) FROM handled_call")),
      auditEntries: Int(try count("SELECT count(*) FROM audit")),
      pagesWritten: database.pagesWritten, budget: options.budget)
  }

  private func count(_ sql: String, _ values: [ColumnValue] = []) throws(StoreFailure) -> Int64 {
    try database.integer(sql, values) ?? 0
  }

  private func all<Row: StoredRow>(counting skipped: inout Int) throws(StoreFailure) -> [Row] {
    try rows("ORDER BY " + Row.table.keys.joined(separator: ", "), counting: &skipped)
  }

  private func rows<Row: StoredRow>(
    _ condition: String, _ values: [ColumnValue] = []
  ) throws(StoreFailure) -> [Row] {
    var skipped = 0
    return try rows(condition, values, counting: &skipped)
  }

  private func rows<Row: StoredRow>(
    _ condition: String, _ values: [ColumnValue] = [], counting skipped: inout Int
  ) throws(StoreFailure) -> [Row] {
    var rows: [Row] = []
    for columns in try database.rows(Row.table.select + " " + condition, values) {
      var cursor = ColumnCursor(columns)
      do throws(ColumnFault) { rows.append(try Row(from: &cursor)) } catch { skipped += 1 }
    }
    return rows
  }
}

extension AuditRow {
  /// The first row that is kept may follow one that was trimmed.
  fileprivate func follows(_ previous: AuditRow?) -> Bool {
    guard let previous else { return true }
    return sequence == previous.sequence &+ 1 && previousHash == previous.hash
  }
}
