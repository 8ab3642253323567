import CSQLite
import Foundation
import Synchronization

/// A file system for SQLite that passes everything to the usual one and tells a test about each operation
/// that changes something, which the test may let fail.
final class FaultyDisk: @unchecked Sendable {
  enum Operation {
    case write(path: String, offset: Int, bytes: [UInt8])
    case truncate(path: String, size: Int)
    case synchronise(path: String)
    case delete(path: String)
  }

  let name: String
  /// Gets each operation before it happens; gives the SQLite code to fail with, or nil.
  var before: (Operation) -> Int32? = { _ in nil }
  private(set) var operations = 0

  private let real: UnsafeMutablePointer<sqlite3_vfs>
  private let own: UnsafeMutablePointer<sqlite3_vfs>
  private let cName: UnsafeMutablePointer<CChar>

  /// The real file stands behind this many bytes of our own: the methods and the disk's identity.
  private static let header = 16
  private static let disks = Mutex<[UInt: FaultyDisk]>([:])

  init?() {
    guard let real = sqlite3_vfs_find(nil) else { return nil }
    self.real = real
    let name = "faulty-\(UUID().uuidString)"
    guard let cName = strdup(name) else { return nil }
    self.name = name
    self.cName = cName
    own = .allocate(capacity: 1)
    own.initialize(to: real.pointee)
    own.pointee.pNext = nil
    own.pointee.zName = UnsafePointer(cName)
    own.pointee.szOsFile = real.pointee.szOsFile + Int32(Self.header)
    own.pointee.xOpen = { FaultyDisk.open($0, $1, $2, $3, $4) }
    own.pointee.xDelete = { FaultyDisk.delete($0, $1, $2) }
    let key = UInt(bitPattern: own)
    Self.disks.withLock { $0[key] = self }
    sqlite3_vfs_register(own, 0)
  }

  /// To be called when no database uses the disk any more.
  func retire() {
    sqlite3_vfs_unregister(own)
    let key = UInt(bitPattern: own)
    Self.disks.withLock { $0[key] = nil }
  }

  private func perform(_ operation: Operation, _ body: () -> Int32) -> Int32 {
    operations += 1
    return before(operation) ?? body()
  }

  // MARK: File system

  private static func disk(_ key: UInt) -> FaultyDisk? { disks.withLock { $0[key] } }

  private static func open(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let key = UInt(bitPattern: vfs)
    guard let disk = disk(key), let file, let open = disk.real.pointee.xOpen else { return SQLITE_CANTOPEN }
    let raw = UnsafeMutableRawPointer(file)
    let code = open(disk.real, path, realFile(file), flags, outFlags)
    guard code == SQLITE_OK else {
      file.pointee.pMethods = nil
      return code
    }
    let text = path.map { strdup($0) } ?? nil
    paths.withLock { $0[UInt(bitPattern: file)] = text.map { String(cString: $0) } ?? "" }
    free(text)
    raw.storeBytes(of: key, toByteOffset: 8, as: UInt.self)
    file.pointee.pMethods = UnsafePointer(methods.pointer)
    return SQLITE_OK
  }

  private static func delete(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?, _ synced: Int32
  ) -> Int32 {
    guard let disk = disk(UInt(bitPattern: vfs)), let path, let delete = disk.real.pointee.xDelete else {
      return SQLITE_IOERR
    }
    return disk.perform(.delete(path: String(cString: path))) { delete(disk.real, path, synced) }
  }

  // MARK: Files

  private static let paths = Mutex<[UInt: String]>([:])

  fileprivate static func realFile(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<
    sqlite3_file
  >? {
    guard let file else { return nil }
    return (UnsafeMutableRawPointer(file) + header).assumingMemoryBound(to: sqlite3_file.self)
  }

  fileprivate static func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    realFile(file)?.pointee.pMethods?.pointee ?? sqlite3_io_methods()
  }

  fileprivate static func perform(
    on file: UnsafeMutablePointer<sqlite3_file>?, _ operation: (String) -> Operation, _ body: () -> Int32
  ) -> Int32 {
    guard let file else { return SQLITE_IOERR }
    let key = UnsafeRawPointer(file).load(fromByteOffset: 8, as: UInt.self)
    let path = paths.withLock { $0[UInt(bitPattern: file)] } ?? ""
    return disk(key)?.perform(operation(path), body) ?? body()
  }

  /// One table of methods for all files, for ever.
  private struct Methods: @unchecked Sendable { let pointer: UnsafeMutablePointer<sqlite3_io_methods> }

  private static let methods: Methods = {
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var table = sqlite3_io_methods()
    table.iVersion = 2
    table.xClose = { FaultyDisk.real($0).xClose?(FaultyDisk.realFile($0)) ?? SQLITE_IOERR }
    table.xRead = { FaultyDisk.real($0).xRead?(FaultyDisk.realFile($0), $1, $2, $3) ?? SQLITE_IOERR }
    table.xWrite = { file, start, count, offset in
      let bytes = Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
      return FaultyDisk.perform(on: file, { .write(path: $0, offset: Int(offset), bytes: bytes) }) {
        FaultyDisk.real(file).xWrite?(FaultyDisk.realFile(file), start, count, offset) ?? SQLITE_IOERR
      }
    }
    table.xTruncate = { file, size in
      FaultyDisk.perform(on: file, { .truncate(path: $0, size: Int(size)) }) {
        FaultyDisk.real(file).xTruncate?(FaultyDisk.realFile(file), size) ?? SQLITE_IOERR
      }
    }
    table.xSync = { file, flags in
      FaultyDisk.perform(on: file, { .synchronise(path: $0) }) {
        FaultyDisk.real(file).xSync?(FaultyDisk.realFile(file), flags) ?? SQLITE_IOERR
      }
    }
    table.xFileSize = { FaultyDisk.real($0).xFileSize?(FaultyDisk.realFile($0), $1) ?? SQLITE_IOERR }
    table.xLock = { FaultyDisk.real($0).xLock?(FaultyDisk.realFile($0), $1) ?? SQLITE_IOERR }
    table.xUnlock = { FaultyDisk.real($0).xUnlock?(FaultyDisk.realFile($0), $1) ?? SQLITE_IOERR }
    table.xCheckReservedLock = {
      FaultyDisk.real($0).xCheckReservedLock?(FaultyDisk.realFile($0), $1) ?? SQLITE_IOERR
    }
    table.xFileControl = {
      FaultyDisk.real($0).xFileControl?(FaultyDisk.realFile($0), $1, $2) ?? SQLITE_IOERR
    }
    table.xSectorSize = { FaultyDisk.real($0).xSectorSize?(FaultyDisk.realFile($0)) ?? 4096 }
    table.xDeviceCharacteristics = { _ in 0 }
    table.xShmMap = { FaultyDisk.real($0).xShmMap?(FaultyDisk.realFile($0), $1, $2, $3, $4) ?? SQLITE_IOERR }
    table.xShmLock = { FaultyDisk.real($0).xShmLock?(FaultyDisk.realFile($0), $1, $2, $3) ?? SQLITE_IOERR }
    table.xShmBarrier = { FaultyDisk.real($0).xShmBarrier?(FaultyDisk.realFile($0)) }
    table.xShmUnmap = { FaultyDisk.real($0).xShmUnmap?(FaultyDisk.realFile($0), $1) ?? SQLITE_IOERR }
    pointer.initialize(to: table)
    return Methods(pointer: pointer)
  }()
}
