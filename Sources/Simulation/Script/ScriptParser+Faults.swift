import SansIO

/// `fault KIND RATE [options]`, `fault KIND off`, `fault all off`, `faults`.
extension ScriptParser {
  mutating func faultCommand(_ verb: String) throws(ScriptError) -> ScriptCommand? {
    switch verb {
    case "faults": return .faults
    case "fault": return try fault()
    default: return nil
    }
  }

  private mutating func fault() throws(ScriptError) -> ScriptCommand {
    let names = FaultKind.allCases.map(\.rawValue).joined(separator: ", ")
    let word = try word("the kind of fault (\(names)) or 'all'")
    if word.text == "all" {
      let off = try self.word("'off'")
      guard off.text == "off" else { throw failure("'off' is expected, not '\(off.text)'", at: off) }
      return .clearFaults
    }
    guard let kind = FaultKind(rawValue: word.text) else {
      throw failure("there is no fault '\(word.text)'; there are \(names)", at: word)
    }
    let rate = try self.word("how often: a probability, 'every=N' or 'off'")
    if rate.text == "off" { return .fault(kind, nil) }
    var rule = FaultRule(try faultRate(rate))
    rule.time = TimeSpan(nanoseconds: Int64(kind.usualTime * 1e9))
    while let option = peek {
      next += 1
      try set(option, of: &rule, kind)
    }
    return .fault(kind, rule)
  }

  private func faultRate(_ word: Word) throws(ScriptError) -> FaultRule.Rate {
    if word.text.hasPrefix("every=") {
      guard let count = Int(word.text.dropFirst(6)), (1...1_000_000_000).contains(count) else {
        throw failure("'every=' needs a number from 1 to 1000000000", at: word)
      }
      return .every(count)
    }
    guard let probability = Double(word.text), probability > 0, probability <= 1 else {
      throw failure("'\(word.text)' is no probability above 0 up to 1, nor 'every=N', nor 'off'", at: word)
    }
    return .probability(probability)
  }

  private func set(
    _ option: Word, of rule: inout FaultRule, _ kind: FaultKind
  ) throws(ScriptError) {
    let parts = option.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw failure("'count=', 'burst=', 'from=', 'time=' or 'path=' is expected", at: option)
    }
    switch parts[0] {
    case "count": rule.remaining = try count(parts[1], option)
    case "burst": rule.burst = try count(parts[1], option)
    case "from":
      guard kind.hasDirection, let side = FaultSide(rawValue: String(parts[1])) else {
        throw failure("'from=host' or 'from=coordinator', for faults of the line and the air", at: option)
      }
      rule.side = side
    case "time":
      guard let seconds = Double(parts[1]), (0...3600).contains(seconds) else {
        throw failure("'time=' needs seconds from 0 to 3600", at: option)
      }
      rule.time = TimeSpan(nanoseconds: Int64(seconds * 1e9))
    case "path":
      guard kind == .hangUp, !parts[1].isEmpty else {
        throw failure("'path=' is for hang-up", at: option)
      }
      rule.path = String(parts[1])
    default: throw failure("there is no option '\(parts[0])'", at: option)
    }
  }

  private func count(_ text: Substring, _ option: Word) throws(ScriptError) -> Int {
    guard let number = Int(text), (1...1_000_000_000).contains(number) else {
      throw failure("a number from 1 to 1000000000 is expected", at: option)
    }
    return number
  }
}
