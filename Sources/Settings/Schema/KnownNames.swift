/// Finds the known key that an unknown one was probably meant to be.
enum KnownNames {
  /// `section` is the section in which `name` stands, empty for the root.
  static func nearest(to name: String, in section: String) -> String? {
    let paths = SettingsSchema.settings.map(\.path) + SettingsSchema.sections
    let written = section.isEmpty ? name : "\(section).\(name)"
    return paths.min { rank($0, written, name, section) < rank($1, written, name, section) }
  }

  /// The smaller the more likely: a slip of the pen in the same section, then the right name in the wrong
  /// section, then whatever is least different.
  private static func rank(_ path: String, _ written: String, _ name: String, _ section: String) -> Int {
    let parts = path.split(separator: ".")
    let own = String(parts.last ?? "")
    let isHere = parts.dropLast().joined(separator: ".") == section
    return 4 * EditDistance.between(own.lowercased(), name.lowercased()) + (isHere ? 0 : 5)
  }
}
