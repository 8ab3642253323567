internal import Glibc
internal import SansIO

/// What was found when the store was opened.
package enum StoreOpening: Hashable, Sendable {
  case existing
  /// There was no file.
  case fresh
  /// The file was damaged; it now has this name in the state directory, and a fresh one took its place.
  case replaced(setAside: String)
  /// Only reading is possible.
  case readOnly
  case unavailable(StoreFailure)
}

/// `gatehouse.db`: making it, opening it, and setting a damaged one aside.
struct DatabaseFile {
  static let name = "gatehouse.db"
  private static let draft = "gatehouse.db.new"

  let directory: StateDirectory
  let options: StoreOptions

  private var path: String { directory.path + "/" + Self.name }

  /// Opens the file or makes it, at the start: reads all of it, and sets it aside when it is damaged.
  func openAtStart(_ wall: WallTime) throws(StoreFailure) -> (Database, StoreOpening, StoredState) {
    try directory.prepare()
    guard directory.exists(Self.name) else { return (try create(), .fresh, StoredState()) }
    do throws(StoreFailure) {
      let (database, opening) = try reopen()
      return (database, opening, try StoreReader(database: database).state())
    } catch {
      guard case .damaged = error else { throw error }
      let name = try setAside(wall)
      return (try create(), .replaced(setAside: name), StoredState())
    }
  }

  /// Opens the file again while the process runs. A file that is gone or damaged then stays as it is: a fresh
  /// one would not hold what the process knows.
  func reopen() throws(StoreFailure) -> (Database, StoreOpening) {
    try directory.prepare()
    do throws(StoreFailure) {
      return (try openExisting(), .existing)
    } catch {
      switch error {
      // On a full disk SQLite has no room for the file that it shares its memory by.
      case .readOnly, .cannotOpen, .diskFull, .inputOutput:
        guard let database = try openForReading() else { throw error }
        return (database, .readOnly)
      default: throw error
      }
    }
  }

  /// Whether the file of `database` still lies where it belongs: somebody may have removed it while it was
  /// open, and what is written to it then is gone with the process.
  func isInPlace(_ database: Database) -> Bool {
    directory.isInPlace && directory.number(of: Self.name) == database.fileNumber
  }

  /// Writes what a removed file held into a new one. A file that somebody put in its place is left alone.
  func rescue(_ database: Database) throws(StoreFailure) -> Database {
    if !directory.isInPlace { directory.release() }
    try directory.prepare()
    guard !directory.exists(Self.name) else { throw .damaged("another file has taken its place") }
    let draft = try makeDraft()
    let quoted = draft.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    try database.execute("VACUUM INTO '\(quoted)'")
    return try openDraft()
  }

  /// A new file comes into its place complete: a crash while it is made leaves only a draft.
  private func create() throws(StoreFailure) -> Database {
    let draft = try makeDraft()
    do {
      let database = try Database(path: draft, access: .readWrite, fileSystem: options.fileSystem)
      try configure(database)
      try Migrations.run(on: database)
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return try openDraft()
  }

  /// An empty file of that name, for its owner only.
  private func makeDraft() throws(StoreFailure) -> String {
    for suffix in ["", "-wal", "-shm", "-journal"] { directory.remove(Self.draft + suffix) }
    let draft = directory.path + "/" + Self.draft
    let descriptor = Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw errno == EROFS ? .readOnly : Self.cannotOpen(draft) }
    close(descriptor)
    return draft
  }

  private func openDraft() throws(StoreFailure) -> Database {
    // A log without its database would be replayed into the new one.
    for suffix in ["-wal", "-shm"] { directory.remove(Self.name + suffix) }
    try directory.rename(Self.draft, to: Self.name)
    try directory.synchronise()
    return try openExisting()
  }

  private func openExisting() throws(StoreFailure) -> Database {
    guard directory.size(of: Self.name) != 0 else { throw .damaged("it is empty") }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.cannotOpen(path) }
    do throws(StoreFailure) {
      try StateDirectory.makePrivate(descriptor, path: path, mode: 0o600)
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    let database = try Database(path: path, access: .readWrite, fileSystem: options.fileSystem)
    guard !database.isReadOnly else { throw .readOnly }
    // Before anything is changed: the file may be somebody else's.
    try check(database)
    try configure(database)
    try Migrations.run(on: database)
    return database
  }

  /// On a file system that cannot be written the last state is still worth having. Without a log to replay
  /// SQLite may take the file as it is; with one it needs its shared memory file to be there.
  private func openForReading() throws(StoreFailure) -> Database? {
    let access: Database.Access = (directory.size(of: Self.name + "-wal") ?? 0) == 0 ? .immutable : .readOnly
    do throws(StoreFailure) {
      let database = try Database(path: path, access: access, fileSystem: options.fileSystem)
      try check(database)
      guard try database.integer("PRAGMA user_version") == Int64(Migrations.newest) else { return nil }
      return database
    } catch {
      return nil
    }
  }

  private func configure(_ database: Database) throws(StoreFailure) {
    try database.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;
      PRAGMA journal_size_limit = 4194304; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      """)
    if let limit = options.pageLimit { try database.execute("PRAGMA max_page_count = \(limit)") }
  }

  private func check(_ database: Database) throws(StoreFailure) {
    let identifier = try database.integer("PRAGMA application_id")
    guard identifier == Migrations.applicationID else {
      throw .damaged("it is not a database of Gatehouse")
    }
    guard case .text(let answer)? = try database.rows("PRAGMA quick_check(1)").first?.first, answer == "ok"
    else { throw .damaged("its pages do not fit together") }
  }

  private func setAside(_ time: WallTime) throws(StoreFailure) -> String {
    let first = Self.name + ".damaged-" + StateDirectory.stamp(time)
    var name = first
    var number = 1
    while directory.exists(name) || directory.exists(name + "-wal") {
      number += 1
      name = "\(first)-\(number)"
    }
    if directory.exists(Self.name + "-wal") { try directory.rename(Self.name + "-wal", to: name + "-wal") }
    try directory.rename(Self.name, to: name)
    directory.remove(Self.name + "-shm")
    try directory.synchronise()
    return name
  }

  private static func cannotOpen(_ path: String) -> StoreFailure {
    errno == ENOSPC || errno == EDQUOT
      ? .diskFull : .cannotOpen(path: path, reason: StateDirectory.reason())
  }
}
