import Foundation
import Settings
import TestSupport
import Testing

/// What is said about a configuration, one line each.
func remarks(_ text: String) -> [String] {
  switch Settings.parse(Array(text.utf8), file: "f") {
  case .success(let settings): settings.warnings.map { "warning: \($0)" }
  case .failure(let problems): problems.all.map(\.description)
  }
}

@Suite struct ErrorTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var expected: [String]
    var testDescription: String { expected.joined(separator: " | ") }
  }

  static func cases() throws -> [Case] {
    try Fixtures.text("settings/errors.txt").components(separatedBy: "---\n").dropFirst().map { block in
      let lines = block.components(separatedBy: "\n").dropLast()
      let expected = lines.filter { $0.hasPrefix("=> ") }.map { String($0.dropFirst(3)) }
      return Case(
        text: lines.filter { !$0.hasPrefix("=> ") }.joined(separator: "\n"), expected: expected)
    }
  }

  @Test(arguments: try cases())
  func `an error names file, line, column, key, what is allowed and the nearest key`(sample: Case) {
    #expect(!sample.expected.isEmpty)
    #expect(remarks(sample.text) == sample.expected)
  }

  @Test func `all errors are reported at once, in the order of the file`() {
    let text = """
      schema = 1
      [[network]]
      port = "/dev/ttyUSB0"
      baud = 1
      chanel = 11
      [mqtt]
      keep_alive = 0
      [log]
      level = "loud"
      """
    #expect(
      remarks(text).map { $0.prefix { $0 != " " } } == ["f:4:8:", "f:5:1:", "f:7:14:", "f:9:9:"])
  }

  @Test func `a file that cannot be read is an error of the file`() {
    let result = Settings.load(file: "/nonexistent/gatehouse.toml")
    guard case .failure(let problems) = result else {
      Issue.record("there is no such file")
      return
    }
    #expect(
      problems.all.map(\.description) == [
        "/nonexistent/gatehouse.toml:1:1: cannot be read: No such file or directory"
      ])
    guard case .failure = Settings.load(file: "/") else {
      Issue.record("a directory is no file")
      return
    }
  }

  @Test func `a text that is too large is refused whole`() {
    let text = "schema = 1\n" + String(repeating: "# padding\n", count: 30_000)
    #expect(remarks(text) == ["f:1:1: not TOML: the file has more than 262144 bytes"])
  }

  @Test func `the report of a check lists everything and counts it`() {
    let bad = Settings.parse(Array("schema = 3\n[[network]]\nport = 1".utf8), file: "f")
    let lines = SettingsReport.lines(for: bad, file: "f")
    #expect(lines.count == 3)
    #expect(lines.last == "f: 2 errors, nothing was changed")
    let good = Settings.parse(
      Array("schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\nurl = 'mqtt://h'".utf8), file: "f")
    let report = SettingsReport.lines(for: good, file: "f")
    #expect(report.count == 2)
    #expect(report.first?.hasPrefix("warning: f:5:7: mqtt.url: h is another machine") == true)
    #expect(report.last == "f: ok: network zigbee (auto), broker mqtt://h:1883")
  }
}
