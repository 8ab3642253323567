import Glibc

/// Files that are read whole.
enum InputFile {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(Failure(description: "\(path): \(SystemText.of(errno))")) }
    defer { close(descriptor) }
    return readAll(descriptor, name: path, limit: limit)
  }

  /// Up to the end of the file.
  static func readAll(_ descriptor: Int32, name: String, limit: Int) -> Result<[UInt8], Failure> {
    var result: [UInt8] = []
    while true {
      switch chunk(descriptor) {
      case .failure(let failure): return .failure(Failure(description: "\(name): \(failure.description)"))
      case .success(let bytes):
        if bytes.isEmpty { return .success(result) }
        result += bytes
        guard result.count <= limit else {
          return .failure(Failure(description: "\(name): longer than \(limit) bytes"))
        }
      }
    }
  }

  /// What one read gives; empty at the end.
  static func chunk(_ descriptor: Int32) -> Result<[UInt8], Failure> {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = errno }
        count = max(result, 0)
      }
      if failure == EINTR { continue }
      return failure == 0 ? .success(bytes) : .failure(Failure(description: SystemText.of(failure)))
    }
  }
}

enum SystemText {
  static func of(_ number: Int32) -> String { String(cString: strerror(number)) }
}
