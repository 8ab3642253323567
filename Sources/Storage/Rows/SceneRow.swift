/// A scene of a group.
package struct SceneRow: Hashable, Sendable {
  package var group: UInt16
  package var scene: UInt8
  package var name: String
  package var value: [UInt8]

  package init(
    group: UInt16, scene: UInt8, name: String, value: [UInt8] = []
  ) {
    self.group = group
    self.scene = scene
    self.name = name
    self.value = value
  }
}

extension SceneRow: StoredRow {
  static let table = TableLayout(
    "scene", keys: "group_id scene",
    columns: "name value")

  var columns: [ColumnValue] {
    [.init(group), .init(scene), .init(name), .init(value)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    group = try cursor.integer()
    scene = try cursor.integer()
    name = try cursor.text()
    value = try cursor.blob()
  }
}
