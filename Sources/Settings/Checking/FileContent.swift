internal import Glibc

/// Reads small files.
enum FileContent {
  static let secretLimit = 4_096

  /// Why a file cannot be read; nil when it can.
  static func problem(with path: String) -> String? {
    access(path, R_OK) == 0 ? nil : "\(path) cannot be read: \(reason())"
  }

  /// A whole file; anything longer than `limit` is cut one byte behind it.
  static func bytes(_ path: String, limit: Int) throws(Complaint) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Complaint(problem: "cannot be read: \(reason())") }
    defer { close(descriptor) }
    return try bytes(descriptor, limit: limit)
  }

  /// The first line of a file that only its owner can read. A credential's directory is private already.
  static func secret(_ path: String, mayBeShared: Bool) -> Result<[UInt8], Complaint> {
    Result { () throws(Complaint) in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Complaint(problem: "\(path) cannot be read: \(reason())") }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw Complaint(problem: "\(path) is not a file")
      }
      guard mayBeShared || status.st_mode & 0o077 == 0 else {
        throw Complaint(problem: "\(path) can be read by others: chmod 600 \(path)")
      }
      let content = try bytes(descriptor, limit: secretLimit)
      guard content.count <= secretLimit else { throw Complaint(problem: "\(path) is too long") }
      let line = content.prefix { $0 != 0x0A && $0 != 0x0D }
      guard !line.isEmpty else { throw Complaint(problem: "\(path) is empty") }
      return Array(line)
    }
  }

  private static func bytes(_ descriptor: Int32, limit: Int) throws(Complaint) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while content.count <= limit {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Complaint(problem: "cannot be read: \(reason())") }
      guard count > 0 else { break }
      content += buffer[..<count]
    }
    return content
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
