/// A user slot of a lock, as far as it is known. Never a PIN.
package struct LockUserRow: Hashable, Sendable {
  package var ieee: UInt64
  package var userID: UInt16
  package var name: String?
  /// User status (ZCL 7.3.2.17.1).
  package var status: UInt8
  /// User type (ZCL 7.3.2.17.2).
  package var type: UInt8
  package var updatedAt: Int64
  package var extra: [UInt8]

  package init(
    ieee: UInt64, userID: UInt16, name: String? = nil, status: UInt8, type: UInt8, updatedAt: Int64,
    extra: [UInt8] = []
  ) {
    self.ieee = ieee
    self.userID = userID
    self.name = name
    self.status = status
    self.type = type
    self.updatedAt = updatedAt
    self.extra = extra
  }
}

extension LockUserRow: StoredRow {
  static let table = TableLayout(
    "lock_user", keys: "ieee user_id",
    columns: "name status type updated_at extra")

  var columns: [ColumnValue] {
    [.init(ieee), .init(userID), .init(name), .init(status), .init(type), .init(updatedAt), .init(extra)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    ieee = try cursor.integer()
    userID = try cursor.integer()
    name = try cursor.optionalText()
    status = try cursor.integer()
    type = try cursor.integer()
    updatedAt = try cursor.integer()
    extra = try cursor.blob()
  }
}
