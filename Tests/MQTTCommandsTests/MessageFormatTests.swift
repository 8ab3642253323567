import MQTT
import SansIO
import Testing

@testable import MQTTCommands

struct MessageFormatTests {
  private func shown(_ format: String, payload: String = "hi", retain: Bool = false) throws -> String {
    var bytes: [UInt8] = []
    let message = Message(
      topic: try TopicName("a/b"), payload: Array(payload.utf8), qos: .atLeastOnce, retain: retain)
    try MessageFormat(format).append(
      message, isDuplicate: true, at: WallTime(milliseconds: 1_709_164_800_042), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("%t %p", "a/b hi"), ("%l|%q|%r|%d", "2|1|0|1"), ("%x %X", "6869 6869"),
    ("100%%\\t\\\\\\n", "100%\t\\\n"),
    ("%I", "2024-02-29T00:00:00.042Z"), ("%U", "1709164800.042"), ("", ""),
  ])
  func `fields say what they say`(format: String, text: String) throws {
    #expect(try shown(format) == text)
  }

  @Test func `JSON has all of it`() throws {
    #expect(
      try shown("%j")
        == #"{"tst":"2024-02-29T00:00:00.042Z","topic":"a/b","qos":1,"retain":0,"dup":1,"payloadlen":2,"payload":"hi"}"#
    )
    #expect(try shown("%J", payload: #"{"x":1}"#).hasSuffix(#""payload":{"x":1}}"#))
    #expect(try shown("%J", payload: "{").hasSuffix(#""payload":"{"}"#))
  }

  @Test(arguments: ["%", "%y", "\\", "\\q"])
  func `fields that do not exist are refused`(format: String) {
    #expect(throws: MQTTCommandFailure.self) { try MessageFormat(format) }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
  ])
  func `the calendar has its leap days`(milliseconds: Int64, text: String) {
    #expect(CalendarText.iso8601(WallTime(milliseconds: milliseconds)) == text)
  }
}
