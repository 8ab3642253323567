import Glibc

enum StandardInput {
  /// Everything up to the end of the input, at most `limit` bytes.
  static func all(limit: Int) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < limit, let chunk = read(descriptor: STDIN_FILENO) { result += chunk }
    return Array(result.prefix(limit))
  }

  /// One line without its end; nil at the end of the input.
  static func line() -> String? { readLine(strippingNewline: true) }

  fileprivate static func read(descriptor: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(chunk[..<count]) : nil
    }
  }
}

/// Files that only their owner may read.
enum PrivateFile {
  /// Writes a new file of mode 0600; returns what went wrong, or nil.
  static func write(_ text: String, to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return errno == EEXIST
        ? "\(path) exists already and is not overwritten" : "\(path): \(String(cString: strerror(errno)))"
    }
    defer { close(descriptor) }
    Output.write(text, to: descriptor)
    guard fsync(descriptor) == 0 else { return "\(path): \(String(cString: strerror(errno)))" }
    return nil
  }

  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var result: [UInt8] = []
    while result.count <= limit, let chunk = StandardInput.read(descriptor: descriptor) { result += chunk }
    return result.count <= limit ? result : nil
  }
}
