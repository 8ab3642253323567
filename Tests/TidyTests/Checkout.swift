import Foundation

/// The files of this checkout.
enum Checkout {
  struct File: Hashable, Sendable {
    /// From the root of the checkout.
    var path: String
    var text: String

    var name: String { String(path.split(separator: "/").last ?? "") }
    var isSwift: Bool { path.hasSuffix(".swift") }
    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
    /// The module of a source or test file: the second part of its path.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The text without comments and strings.
    var code: String { Checkout.code[path] ?? "" }

    var isExecutable: Bool {
      FileManager.default.isExecutableFile(atPath: Checkout.root.appendingPathComponent(path).path)
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every text file that belongs to the project: no products, no files of version control.
  static let files: [File] = {
    var found: [File] = []
    guard let paths = FileManager.default.enumerator(atPath: root.path) else { return [] }
    while let path = paths.nextObject() as? String {
      if [".build", ".git", ".venv", "__pycache__"].contains(path.split(separator: "/").last.map(String.init))
      {
        paths.skipDescendants()
        continue
      }
      guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
        continue
      }
      found.append(File(path: path, text: text))
    }
    return found.sorted { $0.path < $1.path }
  }()

  static let sources = files.filter { $0.path.hasPrefix("Sources/") && $0.isSwift }
  static let tests = files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }
  static let fuzzing = files.filter { $0.path.hasPrefix("Fuzz/") && $0.isSwift }
  static let swift = sources + tests + fuzzing

  /// Without data that others wrote: captures, seeds.
  static let own = files.filter { !$0.path.hasPrefix("Tests/Fixtures") && !$0.path.hasPrefix("Fuzz/corpus") }

  static let code: [String: String] = Dictionary(
    uniqueKeysWithValues: swift.map { ($0.path, SwiftText($0.text).code) })

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  static func file(_ path: String) -> File? { files.first { $0.path == path } }
}
