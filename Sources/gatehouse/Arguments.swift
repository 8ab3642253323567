import Settings

/// The words after a subcommand, checked against what it takes.
struct Arguments {
  /// What a subcommand takes: options with a value, options without, and how many other words.
  struct Form: Sendable {
    var valueOptions: Set<String> = []
    var flags: Set<String> = []
    var positionals: ClosedRange<Int> = 0...0
    /// The words go to the subcommand as they are.
    var isOwn = false
  }

  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []
  private(set) var positionals: [String] = []

  init(_ words: [String], form: Form) throws(UsageError) {
    guard !form.isOwn else {
      positionals = words
      return
    }
    var rest = words[...]
    var onlyPositionals = false
    while let word = rest.popFirst() {
      guard !onlyPositionals, word.hasPrefix("--") else {
        positionals.append(word)
        continue
      }
      if word == "--" {
        onlyPositionals = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if form.flags.contains(name), parts.count == 1 {
        flags.insert(name)
      } else if form.valueOptions.contains(name) {
        if parts.count == 2 {
          values[name] = String(parts[1])
        } else if let value = rest.popFirst() {
          values[name] = value
        } else {
          throw UsageError("\(name) needs a value")
        }
      } else {
        throw UsageError.unknown(name, among: form.flags.union(form.valueOptions), kind: "option")
      }
    }
    guard form.positionals.contains(positionals.count) else {
      let many = positionals.count > form.positionals.upperBound
      throw UsageError(
        many ? "unexpected word `\(positionals[form.positionals.upperBound])`" : "a word is missing")
    }
  }

  subscript(option: String) -> String? { values[option] }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  func number(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not `\(text)`")
    }
    return value
  }
}

/// Wrong words on the command line: exit code 2.
struct UsageError: Error {
  var message: String
  init(_ message: String) { self.message = message }

  static func unknown(_ word: String, among known: Set<String>, kind: String) -> UsageError {
    let nearest = known.min { EditDistance.between($0, word) < EditDistance.between($1, word) }
    let hint = nearest.flatMap { EditDistance.between($0, word) <= 3 ? "; did you mean `\($0)`?" : nil } ?? ""
    return UsageError("unknown \(kind) `\(word)`\(hint)")
  }
}
