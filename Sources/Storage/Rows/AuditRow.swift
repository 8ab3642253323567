internal import COpenSSL

/// What goes into the audit: who did what, and how it ended. Never a secret.
package struct AuditEntry: Hashable, Sendable {
  package var at: Int64
  /// `local:<user>`, a `userId`, a device.
  package var who: String
  package var what: String
  package var result: String

  package init(at: Int64, who: String, what: String, result: String) {
    self.at = at
    self.who = who
    self.what = what
    self.result = result
  }
}

/// An entry in its place in the chain: each hash covers the entry and the hash before it, so that nothing
/// can be changed or taken out unnoticed.
package struct AuditRow: Hashable, Sendable {
  package var sequence: Int64
  package var previousHash: [UInt8]
  package var hash: [UInt8]
  package var entry: AuditEntry

  /// The hash before the first entry.
  package static let origin = [UInt8](repeating: 0, count: 32)

  init(_ entry: AuditEntry, sequence: Int64, after previousHash: [UInt8]) {
    self.sequence = sequence
    self.previousHash = previousHash
    self.entry = entry
    hash = Self.hash(entry, sequence: sequence, after: previousHash)
  }

  /// Whether the row is what it was when it was written.
  package var isSound: Bool { hash == Self.hash(entry, sequence: sequence, after: previousHash) }

  /// SHA-256 over the previous hash, sequence and time (8 bytes each, high byte first) and the three texts,
  /// each behind its length (4 bytes, high byte first).
  static func hash(_ entry: AuditEntry, sequence: Int64, after previousHash: [UInt8]) -> [UInt8] {
    var message = previousHash
    for number in [sequence, entry.at] {
      withUnsafeBytes(of: number.bigEndian) { message.append(contentsOf: $0) }
    }
    for text in [entry.who, entry.what, entry.result] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.utf8.count).bigEndian) {
        message.append(contentsOf: $0)
      }
      message.append(contentsOf: text.utf8)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    EVP_Digest(message, message.count, &digest, &length, EVP_sha256(), nil)
    return digest
  }
}

extension AuditRow: StoredRow {
  static let table = TableLayout(
    "audit", keys: "sequence", columns: "previous_hash hash at who what result")

  var columns: [ColumnValue] {
    [
      .init(sequence), .init(previousHash), .init(hash), .init(entry.at), .init(entry.who), .init(entry.what),
      .init(entry.result),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    sequence = try cursor.integer()
    previousHash = try cursor.blob()
    hash = try cursor.blob()
    entry = AuditEntry(
      at: try cursor.integer(), who: try cursor.text(), what: try cursor.text(), result: try cursor.text())
  }
}
