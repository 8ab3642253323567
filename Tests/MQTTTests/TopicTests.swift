import MQTT
import Testing

@Suite struct TopicTests {
  @Test(arguments: [
    ("sport/tennis/player1/#", "sport/tennis/player1", true),
    ("sport/tennis/player1/#", "sport/tennis/player1/ranking", true),
    ("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", true),
    ("sport/#", "sport", true),
    ("#", "anything/at/all", true),
    ("sport/tennis/+", "sport/tennis/player1", true),
    ("sport/tennis/+", "sport/tennis/player1/ranking", false),
    ("sport/+", "sport", false),
    ("sport/+", "sport/", true),
    ("+/+", "/finance", true),
    ("/+", "/finance", true),
    ("+", "/finance", false),
    ("#", "$SYS/x", false),
    ("+/monitor/Clients", "$SYS/monitor/Clients", false),
    ("$SYS/#", "$SYS/x", true),
    ("$SYS/monitor/+", "$SYS/monitor/Clients", true),
    ("a/b", "a/b", true),
    ("a/b", "a/b/c", false),
    ("a/b/c", "a/b", false),
    ("a/+/c/#", "a/b/c", true),
    ("a/+/c/#", "a/b/d", false),
    ("ACCOUNTS", "Accounts", false),
  ])
  func aFilterMatchesAsClause47Says(_ filter: String, _ topic: String, _ expected: Bool) throws {
    #expect(try TopicFilter(filter).matches(TopicName(topic)) == expected)
  }

  @Test(arguments: ["sport/tennis#", "sport/tennis/#/ranking", "sport+", "#/a", "a/b+/c", "++"])
  func aMisplacedWildcardIsNoFilter(_ text: String) {
    #expect(throws: TopicFailure.misplacedWildcard) { try TopicFilter(text) }
  }

  @Test func namesHaveNoWildcardsNoNullAndALength() throws {
    #expect(throws: TopicFailure.containsWildcard) { try TopicName("a/#") }
    #expect(throws: TopicFailure.containsWildcard) { try TopicName("a/+/b") }
    #expect(throws: TopicFailure.containsNull) { try TopicName("a\0") }
    #expect(throws: TopicFailure.empty) { try TopicName("") }
    #expect(throws: TopicFailure.empty) { try TopicFilter("") }
    #expect(throws: TopicFailure.containsNull) { try TopicFilter("\0") }
    #expect(try TopicName(String(repeating: "x", count: 65_535)).byteCount == 65_535)
    #expect(throws: TopicFailure.tooLong) { try TopicName(String(repeating: "x", count: 65_536)) }
    #expect(throws: TopicFailure.tooLong) { try TopicFilter(String(repeating: "x", count: 65_536)) }
  }

  @Test func topicsAreComparedByTheirBytes() throws {
    let composed = try TopicName("caf\u{E9}")
    let decomposed = try TopicName("cafe\u{301}")
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(try !TopicFilter("caf\u{E9}").matches(decomposed))
  }
}
