import Glibc

/// The two standard streams of a command.
enum CommandOutput {
  /// Writes all bytes; false when nobody reads them any more.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  static func line(_ text: String) -> Bool { write(Array((text + "\n").utf8)) }

  static func complain(_ text: String) {
    _ = write(Array("gatehouse: mqtt: \(text)\n".utf8), to: STDERR_FILENO)
  }
}
