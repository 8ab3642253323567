import SansIO
import Zigbee

/// Reads one line of a script: words between blanks, `#` begins a comment, `name=value` words are options.
package struct ScriptParser: Sendable {
  struct Word: Hashable, Sendable {
    var text: String
    var column: Int
  }

  /// Bytes in one line.
  package static let lineLimit = 1024

  private let line: Int
  private var words: [Word]
  var next = 0
  private var end: Int

  /// The command of a line; nil when it is empty.
  package static func parse(_ text: String, line: Int) throws(ScriptError) -> ScriptLine? {
    guard text.utf8.count <= lineLimit else {
      throw ScriptError(line: line, column: lineLimit, message: "the line is longer than \(lineLimit) bytes")
    }
    var parser = ScriptParser(text, line: line)
    guard !parser.words.isEmpty else { return nil }
    return try parser.command()
  }

  private init(_ text: String, line: Int) {
    self.line = line
    var words: [Word] = []
    var current = ""
    var start = 0
    var column = 0
    for character in text {
      column += 1
      if character == "#" { break }
      if character == " " || character == "\t" || character == "\r" {
        if !current.isEmpty { words.append(Word(text: current, column: start)) }
        current = ""
      } else {
        if current.isEmpty { start = column }
        current.append(character)
      }
    }
    if !current.isEmpty { words.append(Word(text: current, column: start)) }
    self.words = words
    end = column + 1
  }

  func failure(_ message: String, at word: Word? = nil) -> ScriptError {
    ScriptError(line: line, column: word?.column ?? end, message: message)
  }

  var peek: Word? { next < words.count ? words[next] : nil }

  mutating func word(_ what: String) throws(ScriptError) -> Word {
    guard let word = peek else { throw failure("\(what) is missing") }
    next += 1
    return word
  }

  private mutating func number(_ what: String, in range: ClosedRange<Double>) throws(ScriptError) -> Double {
    let word = try word(what)
    guard let number = Double(word.text), range.contains(number) else {
      throw failure(
        "\(what) must be a number from \(range.lowerBound) to \(range.upperBound), not '\(word.text)'",
        at: word)
    }
    return number
  }

  private mutating func seconds(_ what: String) throws(ScriptError) -> TimeSpan {
    let number = try number(what, in: 0...1e6)
    return TimeSpan(nanoseconds: Int64(number * 1e9))
  }

  private mutating func target() throws(ScriptError) -> ScriptCommand.Target {
    let word = try word("the name of a device or 'all'")
    return word.text == "all" ? .all : .device(word.text)
  }

  private mutating func flag() throws(ScriptError) -> Bool {
    guard let word = peek else { return true }
    next += 1
    switch word.text {
    case "on": return true
    case "off": return false
    default: throw failure("'on' or 'off' is expected, not '\(word.text)'", at: word)
    }
  }

  // MARK: Commands

  private static let names = [
    "add", "alarm", "at", "close", "devices", "drop", "every", "fault", "faults", "hang-up", "join", "leave",
    "ledger", "lock",
    "low-battery", "move", "open", "press", "program", "quit", "radio", "replug", "report", "reset", "return",
    "set",
    "storm", "tamper", "unlock", "wait", "wrong-code",
  ]

  private mutating func command() throws(ScriptError) -> ScriptLine {
    let verb = try word("a command")
    let column = peek?.column ?? verb.column
    var command = try networkCommand(verb.text)
    if command == nil { command = try deviceCommand(verb.text) }
    if command == nil { command = try controlCommand(verb.text) }
    if command == nil { command = try faultCommand(verb.text) }
    guard let command else {
      throw failure(
        "there is no command '\(verb.text)'; there are \(Self.names.joined(separator: ", "))", at: verb)
    }
    if let extra = peek { throw failure("'\(extra.text)' is one word too many", at: extra) }
    return ScriptLine(line: line, column: column, command: command)
  }

  private mutating func networkCommand(_ verb: String) throws(ScriptError) -> ScriptCommand? {
    switch verb {
    case "add": return try add()
    case "join": return .join(try target())
    case "leave": return .leave(try target())
    case "drop": return .drop(try target())
    case "return": return .returns(try target())
    case "move": return .move(try target())
    case "reset": return .reset(try resetReason())
    case "hang-up": return .hangUp
    case "replug":
      let path = peek?.text
      if path != nil { next += 1 }
      return .replug(path)
    case "radio":
      let latency = try number("the latency in milliseconds", in: 0...10_000)
      let jitter = peek == nil ? 0 : try number("the jitter in milliseconds", in: 0...10_000)
      return .radio(
        latency: TimeSpan(nanoseconds: Int64(latency * 1e6)),
        jitter: TimeSpan(nanoseconds: Int64(jitter * 1e6)))
    default: return nil
    }
  }

  private mutating func resetReason() throws(ScriptError) -> VirtualCoordinator.ResetReason {
    guard let word = peek else { return .external }
    next += 1
    switch word.text {
    case "power-up": return .powerUp
    case "external": return .external
    case "watchdog": return .watchdog
    default:
      throw failure(
        "the reason is 'power-up', 'external' or 'watchdog', not '\(word.text)'", at: word)
    }
  }

  private mutating func add() throws(ScriptError) -> ScriptCommand {
    let kinds = DeviceKind.allCases.map(\.rawValue).joined(separator: ", ")
    let kindWord = try word("the kind of device (\(kinds))")
    guard let kind = DeviceKind(rawValue: kindWord.text) else {
      throw failure("there is no kind '\(kindWord.text)'; there are \(kinds)", at: kindWord)
    }
    let name = try word("a name")
    guard name.text != "all", name.text.utf8.count <= 64 else {
      throw failure("'\(name.text)' cannot be a name", at: name)
    }
    var ieee: IEEEAddress?
    var model: String?
    var count = 1
    while let option = peek {
      next += 1
      let parts = option.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw failure("'ieee=', 'model=' or 'count=' is expected", at: option) }
      let value = String(parts[1])
      switch parts[0] {
      case "ieee":
        guard let address = IEEEAddress(value) else {
          throw failure("'\(value)' is no address of 16 hexadecimal digits", at: option)
        }
        ieee = address
      case "model": model = String(value.prefix(32))
      case "count":
        guard let number = Int(value), (1...VirtualHouse.deviceLimit).contains(number) else {
          throw failure("the count is a number from 1 to \(VirtualHouse.deviceLimit)", at: option)
        }
        count = number
      default: throw failure("there is no option '\(parts[0])'", at: option)
      }
    }
    return .add(kind, name: name.text, ieee: ieee, model: model, count: count)
  }

  private mutating func deviceCommand(_ verb: String) throws(ScriptError) -> ScriptCommand? {
    let verbs = [
      "set", "report", "unlock", "lock", "wrong-code", "press", "open", "close", "tamper", "low-battery",
      "alarm", "program",
    ]
    guard verbs.contains(verb) else { return nil }
    let name = try word("the name of a device").text
    switch verb {
    case "set":
      let quantity = try quantity()
      return .act(name, .set(quantity, try number("the value", in: -1e9...1e9)))
    case "report":
      let quantity = try quantity()
      return .report(
        name, attribute: quantity, value: peek == nil ? nil : try number("the value", in: -1e9...1e9))
    case "unlock", "lock": return .act(name, try boltAction(locks: verb == "lock"))
    case "wrong-code": return .act(name, .wrongCode)
    case "press": return .act(name, .press)
    case "program":
      let user = UInt16(try number("the user's number", in: 0...19))
      return .act(name, .programPIN(user: user, try pinDigits()))
    case "open": return .act(name, .open)
    case "close": return .act(name, .close)
    case "tamper": return .act(name, .tamper(try flag()))
    case "low-battery": return .act(name, .lowBattery(try flag()))
    default:
      return .act(name, .alarm(UInt8(try number("the alarm code", in: 0...255))))
    }
  }

  private mutating func quantity() throws(ScriptError) -> String {
    let names = Quantity.names.joined(separator: ", ")
    let word = try word("an attribute (\(names), or 0xCLUSTER/0xATTRIBUTE)")
    guard Quantity(word.text) != nil else {
      throw failure("there is no attribute '\(word.text)'; there are \(names)", at: word)
    }
    return word.text
  }

  private mutating func boltAction(locks: Bool) throws(ScriptError) -> DeviceAction {
    let how = try word("'pin DIGITS', 'manual'\(locks ? " or 'one-touch'" : "")")
    switch how.text {
    case "manual": return locks ? .lockManually : .unlockManually
    case "one-touch" where locks: return .lockWithOneTouch
    case "pin":
      let pin = try digits()
      return locks ? .lockWithPIN(pin) : .unlockWithPIN(pin)
    default:
      throw failure("'\(how.text)' is neither 'pin' nor 'manual'\(locks ? " nor 'one-touch'" : "")", at: how)
    }
  }

  private mutating func pinDigits() throws(ScriptError) -> String {
    let how = try word("'pin DIGITS'")
    guard how.text == "pin" else { throw failure("'\(how.text)' is not 'pin'", at: how) }
    return try digits()
  }

  private mutating func digits() throws(ScriptError) -> String {
    let pin = try word("the PIN")
    guard pin.text.allSatisfy({ $0.isASCII && $0.isNumber }), pin.text.utf8.count <= 16 else {
      throw failure("a PIN has up to 16 digits", at: pin)
    }
    return pin.text
  }

  private mutating func controlCommand(_ verb: String) throws(ScriptError) -> ScriptCommand? {
    switch verb {
    case "ledger":
      let name = peek?.text
      if name != nil { next += 1 }
      return .ledger(name)
    case "devices": return .devices
    case "storm":
      let rate = Int(try number("the reports a second (0 is as many as possible)", in: 0...100_000))
      return .storm(rate: rate, count: Int(try number("the count", in: 1...100_000_000)))
    case "wait": return .wait(try seconds("the seconds"))
    case "at":
      let time = try seconds("the seconds from the beginning")
      return .at(time, try nested())
    case "every":
      let interval = try seconds("the seconds")
      guard interval.nanoseconds >= 1_000_000 else {
        throw failure("the interval is at least 0.001 s", at: words[1])
      }
      return .every(interval, try nested())
    case "quit": return .quit
    default: return nil
    }
  }

  /// The command behind `at` or `every`.
  private mutating func nested() throws(ScriptError) -> ScriptLine {
    if let verb = peek, ["at", "every", "wait"].contains(verb.text) {
      throw failure("'\(verb.text)' cannot follow here", at: verb)
    }
    return try command()
  }
}
