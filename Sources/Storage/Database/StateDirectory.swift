internal import Glibc
internal import SansIO

/// The directory of the state: private to its owner, and held by one process at a time.
final class StateDirectory {
  let path: String
  private var lock: Int32 = -1

  init(path: String) { self.path = path }

  deinit { release() }

  /// Lets another process have the directory.
  func release() {
    if lock >= 0 { close(lock) }
    lock = -1
  }

  /// Makes the directory if it is missing, closes it to others, and takes it for this process.
  func prepare() throws(StoreFailure) {
    if lock >= 0 { return }
    try create()
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    do throws(StoreFailure) {
      try Self.makePrivate(descriptor, path: path, mode: 0o700)
    } catch {
      close(descriptor)
      throw error
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse
    }
    lock = descriptor
  }

  private func create() throws(StoreFailure) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard access(made, F_OK) != 0 else { continue }
      let mode: mode_t = made == path ? 0o700 : 0o755
      guard mkdir(made, mode) == 0 || errno == EEXIST else { throw failure() }
    }
  }

  /// Takes the rights of others away from what is ours, and refuses what is not.
  static func makePrivate(_ descriptor: Int32, path: String, mode: mode_t) throws(StoreFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(path: path, reason: reason()) }
    guard status.st_mode & 0o077 != 0 else { return }
    guard status.st_uid == geteuid(), fchmod(descriptor, mode) == 0 else {
      throw .insecure(path: path, mode: status.st_mode)
    }
  }

  /// Makes renames durable.
  func synchronise() throws(StoreFailure) {
    guard lock >= 0, fsync(lock) == 0 else { throw .inputOutput(code: errno) }
  }

  /// Whether the directory that is held is the one that the path leads to.
  var isInPlace: Bool {
    var held = stat()
    var found = stat()
    return lock >= 0 && fstat(lock, &held) == 0 && stat(path, &found) == 0 && held.st_ino == found.st_ino
      && held.st_dev == found.st_dev
  }

  /// The number of a file in its file system.
  func number(of name: String) -> UInt64? { Self.number(of: path + "/" + name) }

  static func number(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  func exists(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

  func size(of name: String) -> Int64? {
    var status = stat()
    return stat(path + "/" + name, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Renames a file; the target must not exist.
  func rename(_ name: String, to target: String) throws(StoreFailure) {
    guard !exists(target) else { throw .cannotOpen(path: path + "/" + target, reason: "it exists") }
    guard Glibc.rename(path + "/" + name, path + "/" + target) == 0 else { throw failure() }
  }

  func remove(_ name: String) { unlink(path + "/" + name) }

  private func failure() -> StoreFailure {
    switch errno {
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .diskFull
    default: .cannotOpen(path: path, reason: Self.reason())
    }
  }

  static func reason() -> String { String(cString: strerror(errno)) }

  /// `YYYYMMDDThhmmssZ`
  static func stamp(_ time: WallTime) -> String {
    var seconds = time_t(clamping: time.seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ value: Int32, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
    let date = digits(parts.tm_year &+ 1900, 4) + digits(parts.tm_mon &+ 1, 2) + digits(parts.tm_mday, 2)
    return date + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
  }
}
