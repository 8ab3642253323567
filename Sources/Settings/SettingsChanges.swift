/// What a reload would change.
package struct SettingsChanges: Hashable, Sendable {
  /// Keys that take effect at once.
  package var applied: [String] = []
  /// Keys whose new value waits for a restart.
  package var needingRestart: [String] = []

  package var isEmpty: Bool { applied.isEmpty && needingRestart.isEmpty }
}

extension Settings {
  /// The keys that differ, by their path in the file. A key that is said and one that has its standard value
  /// are the same when the value is; a file of secrets whose content changed counts as changed.
  package static func changes(from old: Settings, to new: Settings) -> SettingsChanges {
    var changes = SettingsChanges()
    for key in Set(old.values.keys).union(new.values.keys).sorted() {
      let setting = SettingsSchema.setting(SettingsChecker.schemaPath(of: key))
      let (before, after) = (old.values[key] ?? setting?.standard, new.values[key] ?? setting?.standard)
      guard before != after || old.secrets[key] != new.secrets[key] else { continue }
      switch setting?.change {
      case .reload: changes.applied.append(key)
      default: changes.needingRestart.append(key)
      }
    }
    return changes
  }
}
