/// The words of a command line, taken apart: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`, and letters without
/// values together (`-vR`). An option may come many times.
struct OptionWords {
  private var occurrences: [String: [[String]]] = [:]

  init(_ words: [String], forms: [OptionForm]) throws(MQTTCommandFailure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        try takeLong(word, from: &rest, forms: forms)
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeLetters(word, from: &rest, forms: forms)
      } else {
        throw .usage("unexpected word `\(word)`: a value follows its option, as in `-t TOPIC`")
      }
    }
  }

  func has(_ name: String) -> Bool { occurrences[name] != nil }

  /// The last value, since that is the one a script has added.
  subscript(name: String) -> String? { occurrences[name]?.last?.first }

  /// The values of all occurrences, in their order.
  func all(_ name: String) -> [[String]] { occurrences[name] ?? [] }

  func number(_ name: String, in range: ClosedRange<Int>) throws(MQTTCommandFailure) -> Int? {
    guard let text = self[name] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .usage("--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not `\(text)`")
    }
    return value
  }

  private mutating func takeLong(
    _ word: String, from rest: inout ArraySlice<String>, forms: [OptionForm]
  ) throws(MQTTCommandFailure) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = forms.first(where: { $0.name == parts[0] }) else {
      throw .unknownOption("--\(parts[0])", known: Set(forms.map { "--\($0.name)" }))
    }
    guard parts.count == 2 else { return try take(form, from: &rest) }
    guard form.valueCount == 1 else { throw .usage("--\(form.name) takes no `=`") }
    occurrences[form.name, default: []].append([String(parts[1])])
  }

  private mutating func takeLetters(
    _ word: String, from rest: inout ArraySlice<String>, forms: [OptionForm]
  ) throws(MQTTCommandFailure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let form = forms.first(where: { $0.letter == letter }) else {
        throw .unknownOption(
          "-\(letter)", known: Set(forms.compactMap { form in form.letter.map { "-\($0)" } }))
      }
      guard form.valueCount == 1, !letters.isEmpty else {
        try take(form, from: &rest)
        continue
      }
      occurrences[form.name, default: []].append([String(letters)])
      return
    }
  }

  private mutating func take(
    _ form: OptionForm, from rest: inout ArraySlice<String>
  ) throws(MQTTCommandFailure) {
    // A user property has a name before its value.
    let isUserProperty = form == PropertyOptions.form && rest.dropFirst().first == "user-property"
    let count = form.valueCount + (isUserProperty ? 1 : 0)
    guard rest.count >= count else {
      throw .usage(
        form.valueCount == 1
          ? "--\(form.name) needs a value" : "--\(form.name) needs \(count) values")
    }
    occurrences[form.name, default: []].append(Array(rest.prefix(count)))
    rest = rest.dropFirst(count)
  }
}
