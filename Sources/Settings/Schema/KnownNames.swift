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
    return 4 * distance(own.lowercased(), name.lowercased()) + (isHere ? 0 : 5)
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars.prefix(64)), Array(right.unicodeScalars.prefix(64)))
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
