import Glibc

/// A process that has a port open.
package struct PortHolder: Hashable, Sendable, CustomStringConvertible {
  package let processID: Int32
  /// The kernel's short name of it.
  package let name: String

  package init(processID: Int32, name: String) {
    self.processID = processID
    self.name = name
  }

  package var description: String { "process \(processID) (\(name))" }

  /// The most holders that are looked for.
  static let limit = 8

  /// Who has the port open, as far as this process may see it: root sees all, others their own.
  package static func of(port path: String, processDirectory: String = "/proc") -> [PortHolder] {
    guard let target = resolvedPath(path), let names = directoryNames(processDirectory) else {
      return []
    }
    var holders: [PortHolder] = []
    for name in names {
      guard holders.count < limit else { break }
      guard let processID = Int32(name) else { continue }
      let directory = "\(processDirectory)/\(name)/fd"
      let isHolder = (directoryNames(directory) ?? []).contains {
        linkTarget("\(directory)/\($0)") == target
      }
      guard isHolder else { continue }
      let title = firstLine(of: "\(processDirectory)/\(name)/comm") ?? "unknown"
      holders.append(PortHolder(processID: processID, name: title))
    }
    return holders
  }
}
