/// The intent of a command that must not be repeated, written before its radio frame leaves. It
/// names the command and never holds its content, which may be a PIN.
package struct PendingCommandRow: Hashable, Sendable {
  package var id: Int64
  package var call: CallKey?
  package var device: UInt64
  /// `unlock`, `lock` ...
  package var kind: String
  /// `recorded`, `sent` ..., named by the caller.
  package var state: String
  package var createdAt: Int64

  package init(
    id: Int64, call: CallKey? = nil, device: UInt64, kind: String, state: String, createdAt: Int64
  ) {
    self.id = id
    self.call = call
    self.device = device
    self.kind = kind
    self.state = state
    self.createdAt = createdAt
  }
}

extension PendingCommandRow: StoredRow {
  static let table = TableLayout(
    "pending_command", keys: "id",
    columns: "call_user call_function call_device call_message_id call_timestamp device kind state created_at"
  )

  var columns: [ColumnValue] {
    [.init(id)] + CallKey.columns(of: call) + [.init(device), .init(kind), .init(state), .init(createdAt)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    id = try cursor.integer()
    call = try CallKey.optional(from: &cursor)
    device = try cursor.integer()
    kind = try cursor.text()
    state = try cursor.text()
    createdAt = try cursor.integer()
  }
}
