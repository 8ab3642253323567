import SansIO

/// The password, from a file or from the command line.
enum Password {
  /// Longer ones do not fit in CONNECT.
  private static let longest = 65_535

  static func read(_ words: OptionWords) throws(MQTTCommandFailure) -> Secret<[UInt8]>? {
    if let file = words["password-file"] {
      guard words["pw"] == nil else { throw .usage("--pw and --password-file exclude each other") }
      switch InputFile.read(file, limit: longest + 1) {
      case .failure(let failure): throw .failed("--password-file \(failure.description)")
      case .success(var bytes):
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else { throw .failed("--password-file \(file): the file is empty") }
        return Secret(bytes)
      }
    }
    return words["pw"].map { Secret(Array($0.utf8)) }
  }
}
