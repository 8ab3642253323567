/// A row of one table: its columns in the table's order, the key first.
protocol StoredRow: Hashable, Sendable {
  static var table: TableLayout { get }
  var columns: [ColumnValue] { get }
  init(from cursor: inout ColumnCursor) throws(ColumnFault)
}

/// The names of a table, from which its statements are made.
struct TableLayout: Sendable {
  let name: String
  let keys: [String]
  let select: String
  let upsert: String
  let delete: String

  /// `keys` and `columns` are lists with a space between the names.
  init(_ name: String, keys: String, columns: String) {
    self.name = name
    self.keys = keys.split(separator: " ").map(String.init)
    let others = columns.split(separator: " ").map(String.init)
    let all = self.keys + others
    let names = all.joined(separator: ", ")
    let places = all.map { _ in "?" }.joined(separator: ", ")
    let updates = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    select = "SELECT \(names) FROM \(name)"
    upsert =
      "INSERT INTO \(name) (\(names)) VALUES (\(places)) ON CONFLICT (\(self.keys.joined(separator: ", "))) "
      + (others.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(updates)")
    delete = "DELETE FROM \(name) WHERE " + self.keys.map { "\($0) = ?" }.joined(separator: " AND ")
  }
}
