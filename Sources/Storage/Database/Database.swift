import CSQLite

/// One connection to SQLite with its prepared statements. Used by one thread at a time.
final class Database {
  enum Access { case readWrite, readOnly, immutable }

  let path: String
  /// By which the file is known whatever its name; nil where it has none.
  let fileNumber: UInt64?
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  init(path: String, access: Access, fileSystem: String? = nil) throws(StoreFailure) {
    self.path = path
    var handle: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
    flags |= access == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let name = "file:" + Self.escaped(path) + (access == .immutable ? "?immutable=1" : "")
    let code = sqlite3_open_v2(name, &handle, flags, fileSystem)
    guard code == SQLITE_OK, let handle else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      sqlite3_close_v2(handle)
      throw Self.failure(code: code, message: reason, path: path)
    }
    self.handle = handle
    fileNumber = StateDirectory.number(of: path)
    sqlite3_busy_timeout(handle, 2_000)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// A path as the file part of an SQLite URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        "%" + String(byte, radix: 16, uppercase: true)
      case 0x21..<0x7F: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// Runs statements that give no rows.
  func execute(_ script: String) throws(StoreFailure) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one prepared statement; gives how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [ColumnValue] = []) throws(StoreFailure) -> Int {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values, in: self)
    while try statement.step(in: self) {}
    return Int(sqlite3_changes(handle))
  }

  /// The rows of one prepared statement, each as its columns.
  func rows(_ sql: String, _ values: [ColumnValue] = []) throws(StoreFailure) -> [[ColumnValue]] {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values, in: self)
    var rows: [[ColumnValue]] = []
    while try statement.step(in: self) { rows.append(statement.columns) }
    return rows
  }

  func integer(_ sql: String, _ values: [ColumnValue] = []) throws(StoreFailure) -> Int64? {
    guard case .integer(let value)? = try rows(sql, values).first?.first else { return nil }
    return value
  }

  /// Whether a transaction is open: SQLite ends one by itself after some errors.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Pages written to the disk by this connection.
  var pagesWritten: Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
    return Int(current)
  }

  private func prepared(_ sql: String) throws(StoreFailure) -> Statement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw failure(code) }
    let statement = Statement(pointer)
    statements[sql] = statement
    return statement
  }

  func failure(_ code: Int32) -> StoreFailure {
    Self.failure(code: code, message: String(cString: sqlite3_errmsg(handle)), path: path)
  }

  private static func failure(code: Int32, message: String, path: String) -> StoreFailure {
    switch code & 0xFF {
    case SQLITE_FULL: .diskFull
    case SQLITE_READONLY: .readOnly
    case SQLITE_IOERR: .inputOutput(code: code)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(message)
    case SQLITE_BUSY, SQLITE_LOCKED: .inUse
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen(path: path, reason: message)
    case SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE: .conflict(message)
    default: .other(code: code, message: message)
    }
  }
}
