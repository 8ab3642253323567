/// A named value that belongs to no table: the last stored time, the coordinator, session identifiers.
struct MetadataRow: StoredRow {
  var key: String
  var value: [UInt8]

  init(key: String, value: [UInt8]) {
    self.key = key
    self.value = value
  }

  static let table = TableLayout("metadata", keys: "key", columns: "value")

  var columns: [ColumnValue] { [.init(key), .init(value)] }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    key = try cursor.text()
    value = try cursor.blob()
  }
}
