/// Something in the configuration that is wrong, or (as a warning) unwise.
package struct SettingsProblem: Error, Hashable, Sendable {
  package var file: String
  package var position: SourcePosition
  /// The key from the root (`mqtt.keep_alive`, `network[0].port`); empty when the file as a whole is meant.
  package var key: String
  package var problem: String
  package var allowed: String?
  /// For an unknown key: the known one that is most like it.
  package var nearest: String?

  package init(
    file: String, position: SourcePosition, key: String, problem: String, allowed: String? = nil,
    nearest: String? = nil
  ) {
    self.file = file
    self.position = position
    self.key = key
    self.problem = problem
    self.allowed = allowed
    self.nearest = nearest
  }
}

extension SettingsProblem: CustomStringConvertible {
  /// `file:line:column: key: what is wrong; allowed: ...; nearest known key: ...`
  package var description: String {
    var text = "\(file):\(position.line):\(position.column): "
    if !key.isEmpty { text += "\(key): " }
    text += problem
    if let allowed { text += "; allowed: \(allowed)" }
    if let nearest { text += "; nearest known key: \(nearest)" }
    return text
  }
}

extension SettingsProblem: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.position, left.key) < (right.position, right.key)
  }
}
