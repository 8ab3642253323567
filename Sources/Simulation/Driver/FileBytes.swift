import CLinux
import Glibc
import Reactor

/// Small files as a whole.
enum FileBytes {
  /// The content of a file; nil when there is none.
  static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let descriptor = clinux_open(path, O_RDONLY, 0)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw SystemError(number: errno, call: "open \(path)") }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return result }
      if count < 0 {
        guard errno == EINTR else { throw SystemError(number: errno, call: "read \(path)") }
        continue
      }
      result += chunk[..<count]
      guard result.count <= limit else { throw SystemError(number: EFBIG, call: "read \(path)") }
    }
  }

  /// Writes a new file beside the old one and puts it in its place.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new"
    let descriptor = clinux_open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw SystemError(number: errno, call: "create \(temporary)") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { throw SystemError(number: errno, call: "write \(temporary)") }
        continue
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw SystemError(number: errno, call: "replace \(path)")
    }
  }
}
