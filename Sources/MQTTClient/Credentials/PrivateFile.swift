import Glibc

/// Small files that only their owner may read.
enum PrivateFile {
  /// The content; `mayBeShared` where the directory is private already.
  static func read(
    _ path: String, limit: Int, mayBeShared: Bool
  ) throws(CredentialsFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw CredentialsFailure("\(path) is not a file")
    }
    guard mayBeShared || status.st_mode & 0o077 == 0 else {
      throw CredentialsFailure("\(path) can be read by others: chmod 600 \(path)")
    }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while content.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      guard count > 0 else { return content }
      content += chunk[..<count]
    }
    throw CredentialsFailure("\(path) has more than \(limit) bytes")
  }

  /// Replaces the file as a whole, so that nobody ever sees half of it.
  static func replace(_ path: String, with content: [UInt8]) throws(CredentialsFailure) {
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(temporary) }
    let isWritten = content.isEmpty || write(descriptor, content, content.count) == content.count
    let isSynced = isWritten && fsync(descriptor) == 0
    close(descriptor)
    guard isSynced, rename(temporary, path) == 0 else {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  static func remove(_ path: String) { unlink(path) }

  private static func failure(_ path: String) -> CredentialsFailure {
    CredentialsFailure("\(path): \(String(cString: strerror(errno)))")
  }
}
