import Foundation
import SansIO
import TestSupport

/// What a disk without power has kept: everything synced, and of the rest each sector or not.
struct PowerModel {
  private static let sector = 512

  private let directory: String
  private var durable: [String: [UInt8]] = [:]
  private var unsynced: [String: [FaultyDisk.Operation]] = [:]
  private var random: SeededGenerator

  init(directory: String, seed: UInt64) {
    self.directory = directory
    random = SeededGenerator(seed: seed)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      let path = directory + "/" + name
      if !name.hasSuffix("-shm") {
        durable[path] = FileManager.default.contents(atPath: path).map(Array.init) ?? []
      }
    }
  }

  /// Whether the power goes now: at one operation in eight.
  var strikes: Bool { mutating get { Int.random(in: 0..<8, using: &random) == 0 } }

  mutating func note(_ operation: FaultyDisk.Operation) {
    switch operation {
    case .write(let path, _, _), .truncate(let path, _): unsynced[path, default: []].append(operation)
    case .delete(let path):
      durable[path] = nil
      unsynced[path] = nil
    case .synchronise(let path):
      var content = durable[path] ?? []
      for earlier in unsynced[path] ?? [] { Self.apply(earlier, to: &content) }
      durable[path] = content
      unsynced[path] = nil
    }
  }

  private static func apply(_ operation: FaultyDisk.Operation, to content: inout [UInt8]) {
    switch operation {
    case .write(_, let offset, let bytes):
      let missing = offset + bytes.count - content.count
      if missing > 0 { content += [UInt8](repeating: 0, count: missing) }
      content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    case .truncate(_, let size):
      if size < content.count { content.removeSubrange(size...) }
    default: break
    }
  }

  /// The disk as it is found, in a directory of its own.
  mutating func image() -> TemporaryDirectory? {
    let image = TemporaryDirectory()
    guard (try? FileManager.default.createDirectory(at: image.url, withIntermediateDirectories: true)) != nil
    else { return nil }
    for path in Set(durable.keys).union(unsynced.keys) {
      var content = durable[path] ?? []
      for operation in unsynced[path] ?? [] { lose(operation, from: &content) }
      let name = URL(fileURLWithPath: path).lastPathComponent
      guard FileManager.default.createFile(atPath: image.file(name).path, contents: Data(content)) else {
        return nil
      }
    }
    return image
  }

  private mutating func lose(_ operation: FaultyDisk.Operation, from content: inout [UInt8]) {
    guard case .write(let path, let offset, let bytes) = operation else {
      if Bool.random(using: &random) { Self.apply(operation, to: &content) }
      return
    }
    for start in stride(from: 0, to: bytes.count, by: Self.sector) where Bool.random(using: &random) {
      let part = Array(bytes[start..<min(start + Self.sector, bytes.count)])
      Self.apply(.write(path: path, offset: offset + start, bytes: part), to: &content)
    }
  }
}
