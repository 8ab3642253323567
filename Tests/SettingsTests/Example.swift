import Foundation

/// `config/gatehouse.toml` of this checkout.
enum Example {
  static func text() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("config/gatehouse.toml"), encoding: .utf8)
  }

  /// The same with every key that it shows in a comment.
  static func complete() throws -> String {
    try text().split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let key = line.dropFirst().prefix { $0.isLowercase || $0.isNumber || "._".contains($0) }
      return line.hasPrefix("#") && !key.isEmpty && line.dropFirst(1 + key.count).hasPrefix(" = ")
        ? String(line.dropFirst()) : String(line)
    }.joined(separator: "\n")
  }
}
