import CSystemd
import Glibc

/// Writes each record to the journal, its fields as fields there (`GATEHOUSE_DEVICE=` and so on).
package struct JournalSink: LogSink {
  private let identifier: String

  package init(identifier: String) { self.identifier = identifier }

  /// Whether standard error goes to the journal anyway, as systemd sets it up: then the journal can as well
  /// be told directly.
  package static func isJournalListening(
    stream: String? = SecretFile.environment("JOURNAL_STREAM"), descriptor: Int32 = 2
  ) -> Bool {
    guard let parts = stream?.split(separator: ":"), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }

  package func write(_ record: LogRecord) {
    let entries = Self.entries(of: record, identifier: identifier)
    var vectors: [iovec] = []
    var storage: [UnsafeMutableRawBufferPointer] = []
    defer { for buffer in storage { buffer.deallocate() } }
    for entry in entries {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: entry.utf8.count, alignment: 1)
      buffer.copyBytes(from: entry.utf8)
      storage.append(buffer)
      vectors.append(iovec(iov_base: buffer.baseAddress, iov_len: buffer.count))
    }
    guard sd_journal_sendv(&vectors, Int32(vectors.count)) < 0 else {
      return
    }
    // The journal is away: standard error is better than nothing.
    let line = Array((record.line + "\n").utf8)
    _ = line.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
  }

  /// `NAME=value` for each field of the record, under names that the journal takes.
  static func entries(of record: LogRecord, identifier: String) -> [String] {
    var entries = [
      "PRIORITY=\(record.level.rawValue)", "SYSLOG_IDENTIFIER=\(identifier)", "MESSAGE=\(text(of: record))",
    ]
    for field in record.fields {
      guard let name = fieldName(field.name) else { continue }
      entries.append("\(name)=\(field.value)")
    }
    return entries
  }

  /// `journalctl` shows the message only, so the fields are in it too.
  private static func text(of record: LogRecord) -> String {
    String(record.line.dropFirst(record.level.name.count + 1))
  }

  /// Upper case letters, digits and underscores, led by ours, so that no field of the journal's own can be
  /// forged; nil for a name of which nothing is left.
  static func fieldName(_ name: String) -> String? {
    let letters = name.unicodeScalars.compactMap { scalar -> Character? in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": Character(scalar)
      case "-", "_", ".", " ": "_"
      default: nil
      }
    }
    return letters.isEmpty ? nil : "GATEHOUSE_" + String(letters).uppercased()
  }
}
