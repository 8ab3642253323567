import SansIO

/// Who did what to which device, and how it ended. Never a PIN.
package struct AuditRecord: Hashable, Sendable {
  package var time: WallTime
  /// A `userId`, or `local:` and the account.
  package var who: String
  package var what: String
  /// `deviceId`, or empty for the gateway.
  package var device: String
  package var result: String

  package init(time: WallTime, who: String, what: String, device: String, result: String) {
    self.time = time
    self.who = who
    self.what = what
    self.device = device
    self.result = result
  }
}

/// A user who was allowed by command.
package struct StoredUser: Hashable, Sendable {
  package var userID: String
  package var addedBy: String
  package var addedAt: WallTime

  package init(userID: String, addedBy: String, addedAt: WallTime) {
    self.userID = userID
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}
