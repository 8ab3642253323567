/// What a device shall be set to: a binding, a reporting configuration, an enrolment.
package struct DesiredStateRow: Hashable, Sendable {
  package var ieee: UInt64
  /// `binding`, `reporting` ...
  package var kind: String
  package var key: String
  package var value: [UInt8]
  /// The device is known to have it.
  package var isConfirmed: Bool

  package init(
    ieee: UInt64, kind: String, key: String, value: [UInt8], isConfirmed: Bool = false
  ) {
    self.ieee = ieee
    self.kind = kind
    self.key = key
    self.value = value
    self.isConfirmed = isConfirmed
  }
}

extension DesiredStateRow: StoredRow {
  static let table = TableLayout(
    "desired_state", keys: "ieee kind key",
    columns: "value is_confirmed")

  var columns: [ColumnValue] {
    [.init(ieee), .init(kind), .init(key), .init(value), .init(isConfirmed)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    ieee = try cursor.integer()
    kind = try cursor.text()
    key = try cursor.text()
    value = try cursor.blob()
    isConfirmed = try cursor.bool()
  }
}
