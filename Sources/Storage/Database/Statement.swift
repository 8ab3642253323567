import CSQLite

/// One prepared statement.
final class Statement {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  func bind(_ values: [ColumnValue], in database: Database) throws(StoreFailure) {
    for (offset, value) in values.enumerated() {
      let code = bind(value, at: Int32(offset + 1))
      guard code == SQLITE_OK else { throw database.failure(code) }
    }
  }

  private func bind(_ value: ColumnValue, at index: Int32) -> Int32 {
    // SQLite's SQLITE_TRANSIENT: it copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let value): return sqlite3_bind_int64(pointer, index, value)
    case .text(let text):
      guard !text.isEmpty else { return sqlite3_bind_text(pointer, index, "", 0, copied) }
      var text = text
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(pointer, index, $0.baseAddress, Int32($0.count), copied)
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return sqlite3_bind_blob(pointer, index, bytes, Int32(bytes.count), copied)
    }
  }

  /// Goes to the next row; false at the end.
  func step(in database: Database) throws(StoreFailure) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.failure(code)
    }
  }

  var columns: [ColumnValue] {
    (0..<sqlite3_column_count(pointer)).map { index in
      switch sqlite3_column_type(pointer, index) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, index))
      case SQLITE_TEXT: .text(String(decoding: bytes(of: index), as: UTF8.self))
      case SQLITE_BLOB: .blob(Array(bytes(of: index)))
      // No column of ours holds a fraction: it is read as nothing, and refused where something must be.
      default: .null
      }
    }
  }

  private func bytes(of index: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(pointer, index)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index)))
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }
}
