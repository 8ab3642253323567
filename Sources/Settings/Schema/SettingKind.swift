/// What a value may be.
enum SettingKind: Sendable {
  case flag
  case integer(ClosedRange<Int64>, unit: String = "")
  case oneOf([String])
  case oneOfIntegers([Int64])
  /// A number in the range, or a string "0x..." that says it in hexadecimal.
  case hexadecimal(ClosedRange<Int64>)
  case text(TextRule)
  case list(TextRule, limit: Int)

  var allowed: String {
    switch self {
    case .flag: "true or false"
    case .integer(let range, _) where range.lowerBound == range.upperBound: "\(range.lowerBound)"
    case .integer(let range, let unit):
      "\(range.lowerBound) to \(range.upperBound)" + (unit.isEmpty ? "" : " \(unit)")
    case .oneOf(let words): Self.list(words.map { "\"\($0)\"" })
    case .oneOfIntegers(let numbers): Self.list(numbers.map { String($0) })
    case .hexadecimal(let range):
      "\(Self.hexadecimal(range.lowerBound)) to \(Self.hexadecimal(range.upperBound)), as a number or as \"0x...\""
    case .text(let rule): rule.allowed
    case .list(let rule, let limit): "a list of at most \(limit): \(rule.allowed)"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func hexadecimal(_ value: Int64) -> String {
    "0x" + String(repeating: "0", count: max(4 - String(value, radix: 16).count, 0))
      + String(value, radix: 16, uppercase: true)
  }
}

/// What is wrong with a value.
struct Complaint: Error, Hashable {
  var problem: String
}

extension SettingKind {
  func check(_ value: TOMLValue) throws(Complaint) -> SettingValue {
    switch (self, value.content) {
    case (.flag, .boolean(let flag)): return .flag(flag)
    case (.integer(let range, _), .integer(let number)):
      guard range.contains(number) else { throw Complaint(problem: "\(number) is out of range") }
      return .integer(number)
    case (.oneOfIntegers(let numbers), .integer(let number)):
      guard numbers.contains(number) else { throw Complaint(problem: "\(number) is not a known value") }
      return .integer(number)
    case (.oneOf(let words), .string(let text)):
      guard words.contains(text) else { throw Complaint(problem: "\(quoted(text)) is not a known value") }
      return .text(text)
    case (.hexadecimal(let range), _): return try Self.hexadecimal(value, in: range)
    case (.text(let rule), .string(let text)):
      if let problem = rule.problem(with: text) { throw Complaint(problem: problem) }
      return .text(text)
    default: throw Complaint(problem: "must be \(expected), is \(value.kindName)")
    }
  }

  /// What kind of TOML value is wanted.
  var expected: String {
    switch self {
    case .flag: "true or false"
    case .integer, .oneOfIntegers: "an integer"
    case .hexadecimal: "an integer or a string"
    case .oneOf, .text: "a string"
    case .list: "a list of strings"
    }
  }

  private static func hexadecimal(
    _ value: TOMLValue, in range: ClosedRange<Int64>
  ) throws(Complaint) -> SettingValue {
    let number: Int64
    switch value.content {
    case .integer(let integer): number = integer
    case .string(let text):
      guard text.hasPrefix("0x") || text.hasPrefix("0X"), text.utf8.count <= 18,
        let parsed = Int64(text.dropFirst(2), radix: 16)
      else { throw Complaint(problem: "\(quoted(text)) is not a hexadecimal number") }
      number = parsed
    default: throw Complaint(problem: "must be an integer or a string, is \(value.kindName)")
    }
    guard range.contains(number) else {
      throw Complaint(problem: "0x\(String(number, radix: 16, uppercase: true)) is out of range")
    }
    return .integer(number)
  }
}

/// A text of a user for a message: short and without control characters.
func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(64).map {
    $0.properties.generalCategory == .control ? "?" : String($0)
  }
  return "\"" + shown.joined() + (text.unicodeScalars.count > 64 ? "..." : "") + "\""
}
