import Foundation

/// A directory for one test, removed with the object.
package final class TemporaryDirectory {
  package let url: URL
  package var path: String { url.path }

  /// A place where nothing is yet.
  package init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("gatehouse-\(UUID().uuidString)")
  }

  /// An empty directory with these mode bits.
  package convenience init(mode: Int) throws {
    self.init()
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The mode bits of a file of the directory; of the directory itself for ".".
  package func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}
