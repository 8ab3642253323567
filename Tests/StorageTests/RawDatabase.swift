import CSQLite

/// SQLite without our store, to prepare and to spoil files.
final class RawDatabase {
  struct Failure: Error { let code: Int32 }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    let code = sqlite3_open(path, &handle)
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }

  deinit { sqlite3_close(handle) }

  func execute(_ script: String) throws {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }

  func integer(_ sql: String) throws -> Int64 {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK else { throw Failure(code: code) }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure(code: SQLITE_DONE) }
    return sqlite3_column_int64(statement, 0)
  }
}
