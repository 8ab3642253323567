import MQTT
import TestSupport
import Testing

@Suite struct TopicTests {
  @Test(
    .covers("v3.1.1:MQTT-4.7.2-1", "v5:MQTT-4.7.2-1"),
    arguments: [
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

  @Test(
    .covers("v3.1.1:MQTT-4.7.1-2", "v3.1.1:MQTT-4.7.1-3", "v5:MQTT-4.7.1-1", "v5:MQTT-4.7.1-2"),
    arguments: ["sport/tennis#", "sport/tennis/#/ranking", "sport+", "#/a", "a/b+/c", "++"])
  func aMisplacedWildcardIsNoFilter(_ text: String) {
    #expect(throws: TopicFailure.misplacedWildcard) { try TopicFilter(text) }
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.3.2-2", "v3.1.1:MQTT-4.7.1-1", "v3.1.1:MQTT-4.7.3-1", "v3.1.1:MQTT-4.7.3-2",
      "v3.1.1:MQTT-4.7.3-3", "v5:MQTT-3.3.2-2", "v5:MQTT-4.7.0-1", "v5:MQTT-4.7.3-1", "v5:MQTT-4.7.3-2",
      "v5:MQTT-4.7.3-3"))
  func namesHaveNoWildcardsNoNullAndALength() throws {
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

  @Test(.covers("v3.1.1:MQTT-4.7.3-4", "v5:MQTT-4.7.3-4"))
  func topicsAreComparedByTheirBytes() throws {
    let composed = try TopicName("caf\u{E9}")
    let decomposed = try TopicName("cafe\u{301}")
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(try !TopicFilter("caf\u{E9}").matches(decomposed))
  }

  @Test(.covers("v5:MQTT-4.8.2-1", "v5:MQTT-4.8.2-2"))
  func `a shared subscription has a name and a filter`() throws {
    let filter = try TopicFilter("$share/group/a/+/#")
    let shared = try #require(filter.sharedSubscription)
    #expect(shared.shareName == "group")
    #expect(shared.filter == (try TopicFilter("a/+/#")))
    #expect(shared == (try SharedSubscription(shareName: "group", filter: try TopicFilter("a/+/#"))))
    #expect(TopicFilter(shared) == filter)
    for text in ["$share", "$share/", "$share/g", "$share//a", "$share/g/", "$share/+/a", "$SHARE/g/a", "a"] {
      #expect(try TopicFilter(text).sharedSubscription == nil, "\(text)")
    }
    for name in ["", "a/b", "+", "g#", "g\0"] {
      #expect(throws: TopicFailure.shareName) {
        try SharedSubscription(shareName: name, filter: try TopicFilter("a"))
      }
    }
    #expect(throws: TopicFailure.tooLong) {
      try SharedSubscription(shareName: "g", filter: try TopicFilter(String(repeating: "x", count: 65_530)))
    }
  }

  @Test func `a shared subscription matches what its filter matches`() throws {
    let filter = try TopicFilter("$share/group/a/+")
    #expect(filter.matches(try TopicName("a/b")))
    #expect(!filter.matches(try TopicName("a/b/c")))
    #expect(!filter.matches(try TopicName("$share/group/a/b")))
    #expect(!(try TopicFilter("$share/g/#")).matches(try TopicName("$SYS/x")))
  }

  @Test func `the name behind an alias is no name`() throws {
    #expect(TopicName.aliased.byteCount == 0)
    #expect(!(try TopicFilter("+")).matches(.aliased))
    #expect(!(try TopicFilter("#")).matches(.aliased))
  }

  @Test(.covers("v3.1.1:MQTT-3.1.3-5", "v5:MQTT-3.1.3-5", "v3.1.1:MQTT-3.1.3-7", "v5:MQTT-3.1.3-6"))
  func `each version has its own rules for client identifiers`() throws {
    let long = String(repeating: "x", count: 24)
    #expect(throws: ClientIdentifier.Failure.tooLong) { try ClientIdentifier(long, version: .v3_1) }
    #expect(throws: ClientIdentifier.Failure.empty) {
      try ClientIdentifier("", version: .v3_1, cleanSession: true)
    }
    #expect(throws: ClientIdentifier.Failure.empty) { try ClientIdentifier("", version: .v3_1_1) }
    #expect(try ClientIdentifier("", version: .v3_1_1, cleanSession: true).text.isEmpty)
    #expect(try ClientIdentifier("", version: .v5).text.isEmpty)
    #expect(try ClientIdentifier(long, version: .v5).text == long)
    #expect(throws: ClientIdentifier.Failure.containsNull) { try ClientIdentifier("a\0", version: .v5) }
    #expect(throws: ClientIdentifier.Failure.tooLong) {
      try ClientIdentifier(String(repeating: "x", count: 65_536), version: .v5)
    }
    #expect(try ClientIdentifier("Az09").isAcceptedEverywhere)
    #expect(try !ClientIdentifier("gw:1").isAcceptedEverywhere)
    #expect(try !ClientIdentifier(long).isAcceptedEverywhere)
    #expect(try !ClientIdentifier("", version: .v5).isAcceptedEverywhere)
  }
}
