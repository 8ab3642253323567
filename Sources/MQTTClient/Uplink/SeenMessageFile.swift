import Glibc
import MQTT
import Reactor
import SansIO

/// Keeps the identifiers of handled messages in a file: a line for each, appended, and written anew at the
/// start. It survives the death of the process; after a power cut the last ones may be missing, and such a
/// message is handled again.
package final class SeenMessageFile: SeenMessageStore {
  /// The file is not read beyond this.
  static let sizeLimit = 4 * 1024 * 1024
  /// After so many lines it is written anew.
  static let lineLimit = 16_384

  private let path: String
  private let worker: any Worker
  private var entries: [SeenMessages.Entry] = []
  private var lines = 0

  /// Reads the file, before the loop turns. One that cannot be read counts as empty.
  package init(path: String, worker: any Worker) {
    self.path = path
    self.worker = worker
    let content = (try? PrivateFile.read(path, limit: Self.sizeLimit, mayBeShared: false)) ?? []
    entries = content.split(separator: 10).compactMap(Self.parse).suffix(SeenMessages.Limits().count)
    rewrite()
  }

  package func load() -> [SeenMessages.Entry] { entries }

  package func store(_ entry: SeenMessages.Entry) {
    entries.append(entry)
    lines += 1
    if lines >= Self.lineLimit { return rewrite() }
    let (path, line) = (path, Self.line(entry))
    worker.submit({ Self.append(line, to: path) }) {}
  }

  private func rewrite() {
    entries = entries.suffix(SeenMessages.Limits().count)
    lines = entries.count
    let (path, content) = (path, entries.flatMap(Self.line))
    worker.submit({ try? PrivateFile.replace(path, with: content) }) { _ in }
  }

  /// Milliseconds, a space, and the identifier, in which line ends and `%` are written as `%XX`.
  private static func line(_ entry: SeenMessages.Entry) -> [UInt8] {
    var line = Array("\(entry.seenAt.milliseconds) ".utf8)
    for byte in entry.identifier.utf8 {
      switch byte {
      case 10: line += Array("%0A".utf8)
      case UInt8(ascii: "%"): line += Array("%25".utf8)
      default: line.append(byte)
      }
    }
    return line + [10]
  }

  private static func parse(_ line: ArraySlice<UInt8>) -> SeenMessages.Entry? {
    guard let space = line.firstIndex(of: 32),
      let milliseconds = Int64(String(decoding: line[..<space], as: UTF8.self))
    else { return nil }
    let identifier = String(decoding: line[(space + 1)...], as: UTF8.self)
      .split(separator: "%0A", omittingEmptySubsequences: false).joined(separator: "\n")
      .split(separator: "%25", omittingEmptySubsequences: false).joined(separator: "%")
    return SeenMessages.Entry(
      identifier: identifier, seenAt: WallTime(milliseconds: milliseconds))
  }

  private static func append(_ line: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, line, line.count)
    close(descriptor)
  }
}
