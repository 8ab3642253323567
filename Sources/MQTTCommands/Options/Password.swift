import SansIO

/// A password, from a file or from the command line.
enum Password {
  /// Longer ones do not fit in CONNECT.
  private static let longest = 65_535

  /// - Parameters:
  ///   - plain: the option with the password itself, where there is one.
  ///   - file: the option with the name of a file, of which a line feed at the end is no part of the password.
  static func read(
    _ words: OptionWords, plain: String? = "pw", file: String = "password-file"
  ) throws(MQTTCommandFailure) -> Secret<[UInt8]>? {
    let text = plain.flatMap { words[$0] }
    guard let path = words[file] else { return text.map { Secret(Array($0.utf8)) } }
    guard text == nil else { throw .usage("--\(plain ?? "") and --\(file) exclude each other") }
    switch InputFile.read(path, limit: longest + 1) {
    case .failure(let failure): throw .failed("--\(file) \(failure.description)")
    case .success(var bytes):
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
      guard !bytes.isEmpty else { throw .failed("--\(file) \(path): the file is empty") }
      return Secret(bytes)
    }
  }
}
