import CLinux
import Glibc
import SansIO

/// Why a secret could not be had, with what to do about it.
package struct SecretFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// Reads secrets from systemd's credentials and from files.
package enum SecretFile {
  /// The most bytes of a secret.
  package static let limit = 64 * 1024

  /// The credential of that name, from the directory that systemd made for this service
  /// (`LoadCredential=`, `SetCredential=`); nil when there is no such directory or credential.
  package static func credential(
    _ name: String, directory: String? = environment("CREDENTIALS_DIRECTORY")
  ) throws(SecretFileError) -> Secret<[UInt8]>? {
    guard let directory, isPlain(name) else { return nil }
    let path = "\(directory)/\(name)"
    guard access(path, F_OK) == 0 else { return nil }
    return try read(path, checksAccess: false)
  }

  /// The content of a file that nobody but its owner and root may read, without the line break at its end.
  package static func contents(of path: String) throws(SecretFileError) -> Secret<[UInt8]> {
    try read(path, checksAccess: true)
  }

  /// The same as text; an error when it is not UTF-8.
  package static func text(of path: String) throws(SecretFileError) -> Secret<String> {
    try text(of: contents(of: path), path: path)
  }

  package static func text(
    of secret: Secret<[UInt8]>, path: String
  ) throws(SecretFileError) -> Secret<String> {
    guard let text = String(validating: secret.reveal(), as: UTF8.self) else {
      throw SecretFileError(description: "\(path): the secret is not UTF-8 text")
    }
    return Secret(text)
  }

  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && name != "." && name != ".."
  }

  private static func read(
    _ path: String, checksAccess: Bool
  ) throws(SecretFileError) -> Secret<[UInt8]> {
    let descriptor = clinux_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else {
      let text = String(cString: clinux_error_text(errno))
      throw SecretFileError(description: "\(path): the secret cannot be read (\(text))")
    }
    defer { close(descriptor) }
    try check(descriptor, path: path, checksAccess: checksAccess)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        let text = String(cString: clinux_error_text(errno))
        throw SecretFileError(description: "\(path): the secret cannot be read (\(text))")
      }
      guard count > 0 else { break }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw SecretFileError(description: "\(path): the secret is longer than \(limit) bytes")
      }
    }
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty else { throw SecretFileError(description: "\(path): the secret is empty") }
    return Secret(bytes)
  }

  /// A group may read a file of root's: that is how a secret is handed to one service's group.
  private static func check(
    _ descriptor: Int32, path: String, checksAccess: Bool
  ) throws(SecretFileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SecretFileError(description: "\(path): is not a file")
    }
    guard checksAccess else { return }
    guard status.st_mode & (S_IROTH | S_IWOTH) == 0 else {
      throw SecretFileError(
        description: "\(path): everybody may read or write this secret; run: chmod 600 \(path)")
    }
    let mayGroup = status.st_mode & (S_IRGRP | S_IWGRP)
    guard mayGroup == 0 || (status.st_uid == 0 && mayGroup == S_IRGRP) else {
      throw SecretFileError(
        description: "\(path): a group may read or write this secret, which only root's files may let it; "
          + "run: chmod 600 \(path)")
    }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw SecretFileError(
        description: "\(path): the secret belongs to another user; it has to belong to the service's user "
          + "or to root")
    }
  }
}
