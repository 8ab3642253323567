/// Why the store could not do what it was asked.
///
/// After a failure nothing is known to be durable: a change may still be found after a restart, but no
/// caller may act as if it were there.
package enum StoreFailure: Error, Hashable, Sendable {
  case diskFull
  case readOnly
  case inputOutput(code: Int32)
  /// The file is not a sound database.
  case damaged(String)
  /// Another process holds the state directory or the database.
  case inUse
  /// The directory or the file may be read or written by others and is not ours to correct.
  case insecure(path: String, mode: UInt32)
  case cannotOpen(path: String, reason: String)
  /// Written by a later Gatehouse; never touched by this one.
  case newerVersion(found: Int, known: Int)
  /// This change breaks a rule of the table (a friendly name that is taken); the others went through.
  case conflict(String)
  /// More waits than the store takes.
  case queueFull
  /// The file could not be opened at the start and now can: it must be loaded (`Store.loadAgain`) before it is
  /// changed.
  case unread
  /// The file or its directory was removed while the process ran; what it held is written anew.
  case removed
  /// After `close`.
  case closed
  case other(code: Int32, message: String)
}

extension StoreFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .diskFull: "no space is left for the state"
    case .readOnly: "the state directory cannot be written"
    case .inputOutput(let code): "reading or writing the state failed (SQLite code \(code))"
    case .damaged(let what): "the state file is damaged: \(what)"
    case .inUse: "another process uses the state directory"
    case .insecure(let path, let mode):
      "\(path) is open to other users (mode \(String(mode & 0o7777, radix: 8))) and belongs to somebody else; "
        + "give it to the user of the service and close it: chmod go= \(path)"
    case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
    case .newerVersion(let found, let known):
      "the state was written by a later version (format \(found), this one knows up to \(known))"
    case .conflict(let what): "the change breaks a rule of the state: \(what)"
    case .unread: "the state could not be read at the start and has to be loaded first"
    case .removed: "the state file was removed while it was in use; what it held is written anew"
    case .queueFull: "too many changes wait for the disk"
    case .closed: "the state is closed"
    case .other(let code, let message): "\(message) (SQLite code \(code))"
    }
  }
}

/// How the store is.
package enum StoreState: Hashable, Sendable {
  case healthy
  /// Changes fail with this; the store tries again by itself until they do not.
  case degraded(StoreFailure)

  package var failure: StoreFailure? {
    guard case .degraded(let failure) = self else { return nil }
    return failure
  }
}
