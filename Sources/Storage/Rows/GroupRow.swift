/// A group and its members.
package struct GroupRow: Hashable, Sendable {
  package var id: UInt16
  package var name: String
  /// The members, encoded by the caller.
  package var members: [UInt8]

  package init(
    id: UInt16, name: String, members: [UInt8] = []
  ) {
    self.id = id
    self.name = name
    self.members = members
  }
}

extension GroupRow: StoredRow {
  static let table = TableLayout(
    "device_group", keys: "id",
    columns: "name members")

  var columns: [ColumnValue] {
    [.init(id), .init(name), .init(members)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    id = try cursor.integer()
    name = try cursor.text()
    members = try cursor.blob()
  }
}
