import Foundation

/// Where the tests find their data: `Tests/Fixtures` of this checkout.
package enum Fixtures {
  package static let directory: URL =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(path), encoding: .utf8)
  }

  package static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }

  /// The JSON objects of a file with one object a line.
  package static func objects(_ path: String) throws -> [[String: Any]] {
    try lines(path).compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  package static func object(_ path: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text(path).utf8)) as? [String: Any] ?? [:]
  }
}

/// The bytes that a hexadecimal string writes; nil for anything that is not one.
package func bytes(hex: String) -> [UInt8]? {
  let digits = hex.utf8.filter { $0 != UInt8(ascii: " ") }
  guard digits.count.isMultiple(of: 2) else { return nil }
  var result: [UInt8] = []
  var high: UInt8?
  for digit in digits {
    guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
    if let first = high {
      result.append(first << 4 | UInt8(value))
      high = nil
    } else {
      high = UInt8(value)
    }
  }
  return result
}

package func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension Fixtures {
  /// A file of the project itself, by its path from the root.
  package static func projectText(_ path: String) throws -> String {
    let root = directory.deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
