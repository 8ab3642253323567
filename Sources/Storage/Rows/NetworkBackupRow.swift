package import SansIO

/// A backup of the network (Open Coordinator Backup, JSON).
package struct NetworkBackupRow: Hashable, Sendable {
  package var takenAt: Int64
  /// Holds the network key.
  package var content: Secret<[UInt8]>

  package init(
    takenAt: Int64, content: Secret<[UInt8]>
  ) {
    self.takenAt = takenAt
    self.content = content
  }
}

extension NetworkBackupRow: StoredRow {
  static let table = TableLayout(
    "network_backup", keys: "taken_at",
    columns: "content")

  var columns: [ColumnValue] {
    [.init(takenAt), .init(content.reveal())]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    takenAt = try cursor.integer()
    content = Secret(try cursor.blob())
  }
}
