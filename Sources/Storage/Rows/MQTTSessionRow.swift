/// What a client of MQTT 5.0 keeps of a session besides its messages.
package struct MQTTSessionRow: Hashable, Sendable {
  package var session: String
  /// The name that the broker gave; nil while the configured one is used.
  package var assignedClientIdentifier: String?
  /// Seconds that the session outlives its connection.
  package var expiryInterval: UInt32
  /// Whether the connection had ended at `writtenAt`.
  package var isClosed: Bool
  package var writtenAt: Int64

  package init(
    session: String, assignedClientIdentifier: String?, expiryInterval: UInt32, isClosed: Bool,
    writtenAt: Int64
  ) {
    self.session = session
    self.assignedClientIdentifier = assignedClientIdentifier
    self.expiryInterval = expiryInterval
    self.isClosed = isClosed
    self.writtenAt = writtenAt
  }
}

extension MQTTSessionRow: StoredRow {
  static let table = TableLayout(
    "mqtt_session", keys: "session",
    columns: "assigned_client_identifier expiry_interval is_closed written_at")

  var columns: [ColumnValue] {
    [
      .init(session), .init(assignedClientIdentifier), .init(expiryInterval), .init(isClosed),
      .init(writtenAt),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    session = try cursor.text()
    assignedClientIdentifier = try cursor.optionalText()
    expiryInterval = try cursor.integer()
    isClosed = try cursor.bool()
    writtenAt = try cursor.integer()
  }
}
