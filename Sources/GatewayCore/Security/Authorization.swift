import SansIO

/// Who may call: the users of the configuration and those allowed by command.
///
/// A call through the broker carries no proof of its sender beyond what broker and server check, so this list
/// is the only thing between a stranger on the broker and the door.
struct Authorization: Sendable {
  private(set) var requiresKnownUser: Bool
  private(set) var configured: Set<String>
  private(set) var stored: [String: StoredUser] = [:]
  /// Refused calls by caller, bounded; the rest is counted together.
  private(set) var refusals: [String: Int] = [:]
  private(set) var otherRefusals = 0
  private let storedLimit: Int
  private let refusalLimit: Int

  init(_ configuration: SecurityConfiguration, stored: [StoredUser], limits: CoreLimits) {
    requiresKnownUser = configuration.requiresKnownUser
    configured = configuration.users
    storedLimit = limits.storedUsers
    refusalLimit = limits.unknownCallers
    for user in stored { self.stored[user.userID] = user }
  }

  /// A changed configuration; the stored users stay.
  mutating func reconfigure(_ configuration: SecurityConfiguration) {
    requiresKnownUser = configuration.requiresKnownUser
    configured = configuration.users
  }

  func allows(_ origin: CallOrigin) -> Bool {
    switch origin {
    // The permissions of the socket have checked the peer.
    case .local: true
    case .cloud(let caller): !requiresKnownUser || isKnown(caller.userID)
    }
  }

  func isKnown(_ userID: String) -> Bool { configured.contains(userID) || stored[userID] != nil }

  /// How many calls of this caller were refused so far, this one included.
  mutating func countRefusal(of caller: String) -> Int {
    if let count = refusals[caller] {
      refusals[caller] = count < .max ? count + 1 : count
      return count + 1
    }
    guard refusals.count < refusalLimit else {
      if otherRefusals < .max { otherRefusals += 1 }
      return otherRefusals
    }
    refusals[caller] = 1
    return 1
  }

  /// Nil when the list is full.
  mutating func allow(_ userID: String, by caller: String, at time: WallTime) -> StoredUser? {
    guard stored[userID] != nil || stored.count < storedLimit else { return nil }
    let user = StoredUser(userID: userID, addedBy: caller, addedAt: time)
    stored[userID] = user
    refusals[userID] = nil
    return user
  }

  /// Whether there was one to remove.
  mutating func remove(_ userID: String) -> Bool { stored.removeValue(forKey: userID) != nil }

  var users: [UserSummary] {
    configured.union(stored.keys).sorted().map {
      UserSummary(userID: $0, isConfigured: configured.contains($0))
    }
  }

  static let longestUserID = 64

  static func isUsable(_ userID: String) -> Bool {
    (1...longestUserID).contains(userID.utf8.count)
      && userID.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "+" && scalar != "#"
      }
  }
}
