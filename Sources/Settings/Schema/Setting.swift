/// One key of the configuration: what it may be, what it is when nothing is said, and what it does.
package struct Setting: Sendable {
  /// What a changed value needs to take effect.
  package enum Change: Hashable, Sendable { case reload, restart }

  package let path: String
  let kind: SettingKind
  /// What holds when the key is not there; nil where there is then nothing.
  package let standard: SettingValue?
  let isRequired: Bool
  package let change: Change
  package let explanation: String

  init(
    _ path: String, _ kind: SettingKind, standard: SettingValue? = nil, isRequired: Bool = false,
    change: Change = .restart, _ explanation: String
  ) {
    self.path = path
    self.kind = kind
    self.standard = standard
    self.isRequired = isRequired
    self.change = change
    self.explanation = explanation
  }

  /// What the key may be, in words.
  package var allowed: String { kind.allowed }

  /// Whether the key names a file that has to be there, or a file with a secret.
  var isExistingFile: Bool { if case .text(.file) = kind { true } else { false } }
  var isSecretFile: Bool { if case .text(.secretFile) = kind { true } else { false } }

  /// The section that the key is in; empty for the root.
  var section: String { String(path.split(separator: ".").dropLast().joined(separator: ".")) }
  var name: String { String(path.split(separator: ".").last ?? "") }
}
