/// One option of a command: its long name, a letter where it has one, and how many words follow it.
struct OptionForm: Hashable, Sendable {
  var name: String
  var letter: Character?
  var valueCount: Int

  /// Reads a table with a line for each option: its name, its letter or `-`, and its number of values.
  static func table(_ text: String) -> [OptionForm] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 3, let count = Int(fields[2]) else { return nil }
      return OptionForm(
        name: String(fields[0]), letter: fields[1] == "-" ? nil : fields[1].first, valueCount: count)
    }
  }
}
