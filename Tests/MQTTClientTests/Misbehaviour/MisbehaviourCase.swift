import MQTT
import SansIO
import TestSupport

/// One line of `Fixtures/mqtt-misbehaviour.txt`: version | moment | what the broker does | what the client makes of it.
struct MisbehaviourCase: CustomStringConvertible, Sendable {
  /// When the broker misbehaves: in place of the answer that would be right.
  enum Moment: String, Sendable {
    /// In place of CONNACK.
    case connect
    /// Behind a good CONNACK.
    case session
    /// In place of PUBACK, PUBREC or PUBCOMP of the client's message.
    case publish1, publish2, release
    case subscribe, unsubscribe, ping
    /// In place of the CONNACK of a second connection, with a QoS 1 message unanswered from the first.
    case resume
  }

  enum Step: Sendable {
    /// Hexadecimal; `{id}` is the packet identifier of what the client has sent.
    case bytes(String)
    /// From here on one byte at a time, a second in between.
    case trickle
    case wait(TimeSpan)
    case close
    /// Nothing more, not even to pings.
    case silence
  }

  let line: String
  let version: ProtocolVersion
  let moment: Moment
  let steps: [Step]
  /// What is expected, as ``MisbehaviourRun`` reports it.
  let expected: String

  var description: String { line }

  init?(line: String) {
    let fields = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    guard fields.count == 4, let moment = Moment(rawValue: fields[1]) else { return nil }
    switch fields[0] {
    case "3": version = .v3_1_1
    case "5": version = .v5
    default: return nil
    }
    var steps: [Step] = []
    for word in fields[2].split(separator: " ") {
      guard let step = Self.step(String(word)) else { return nil }
      steps.append(step)
    }
    self.line = line
    self.moment = moment
    self.steps = steps
    expected = fields[3]
  }

  private static func step(_ word: String) -> Step? {
    switch word {
    case "trickle": return .trickle
    case "close": return .close
    case "silence": return .silence
    default: break
    }
    if word.hasPrefix("+") { return Int64(word.dropFirst()).map { .wait(.seconds($0)) } }
    let plain = word.split(separator: "{id}", omittingEmptySubsequences: false).joined(separator: "0001")
    return TestSupport.bytes(hex: plain) == nil ? nil : .bytes(word)
  }

  static func all() throws -> [MisbehaviourCase] {
    try Fixtures.lines("mqtt-misbehaviour.txt").filter { !$0.hasPrefix("#") }.map { line in
      guard let one = MisbehaviourCase(line: line) else { throw Unreadable(line: line) }
      return one
    }
  }

  struct Unreadable: Error {
    var line: String
  }
}
