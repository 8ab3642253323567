/// Somebody who may call.
package struct AllowedUserRow: Hashable, Sendable {
  package var userID: String
  package var nickname: String?
  /// `local:<user>`, `config` or the `userId` of a caller.
  package var addedBy: String
  package var addedAt: Int64

  package init(
    userID: String, nickname: String? = nil, addedBy: String, addedAt: Int64
  ) {
    self.userID = userID
    self.nickname = nickname
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}

extension AllowedUserRow: StoredRow {
  static let table = TableLayout(
    "allowed_user", keys: "user_id",
    columns: "nickname added_by added_at")

  var columns: [ColumnValue] {
    [.init(userID), .init(nickname), .init(addedBy), .init(addedAt)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    userID = try cursor.text()
    nickname = try cursor.optionalText()
    addedBy = try cursor.text()
    addedAt = try cursor.integer()
  }
}
