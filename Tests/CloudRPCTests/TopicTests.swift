import CloudRPC
import MQTT
import Testing

@Suite struct TopicTests {
  @Test func theDirectProfileListensOnBothCallTopicsWithAFilterEach() throws {
    let harness = try CloudHarness()
    #expect(
      harness.translator.subscriptions.map(\.filter.text) == [
        "/type/GW01182510001/call", "/orangeiot/GW01182510001/call",
      ])
    #expect(harness.translator.subscriptions.allSatisfy { $0.qos == .exactlyOnce })
    #expect(harness.translator.topics.events.text == "/type/GW01182510001/call")
    #expect(harness.translator.topics.reply(to: "abc")?.text == "/abc/rpc/reply")
  }

  @Test func theServerProfileListensOnOneAndTellsOnAnother() throws {
    let harness = try CloudHarness(profile: .orangeiot)
    #expect(harness.translator.subscriptions.map(\.filter.text) == ["/orangeiot/GW01182510001/call"])
    #expect(harness.translator.topics.events.text == "/orangeiot/GW01182510001/event")
  }

  @Test func templatesOfOnesOwnAreFilledInAndEqualTopicsSubscribedOnce() throws {
    let topics = try Topics(
      TopicTemplates(
        calls: ["a/{gateway}/c", "a/{gateway}/c"], events: "{gateway}/{gateway}",
        replies: "r/{user}/{gateway}/{x}"),
      gatewayID: "home")
    #expect(topics.calls.map(\.text) == ["a/home/c"])
    #expect(topics.events.text == "home/home")
    #expect(topics.reply(to: "{gateway}")?.text == "r/{gateway}/home/{x}")
  }

  @Test(arguments: [
    (TopicTemplates(calls: [], events: "e", replies: "{user}"), TopicTemplateFailure.noCallTopic),
    (
      TopicTemplates(calls: ["a/#"], events: "e", replies: "{user}"),
      .unusableTopic("a/#", .containsWildcard)
    ),
    (TopicTemplates(calls: ["a"], events: "e", replies: "r"), .replyWithoutUser("r")),
    (
      TopicTemplates(calls: ["a/{user}"], events: "e", replies: "{user}"),
      .userOutsideReply("a/{user}")
    ),
    (TopicTemplates(calls: ["a"], events: "", replies: "{user}"), .unusableTopic("", .empty)),
  ])
  func unusableTemplatesAreRefused(_ templates: TopicTemplates, _ failure: TopicTemplateFailure) {
    #expect(throws: failure) { try Topics(templates, gatewayID: "home") }
    #expect(!failure.description.isEmpty)
  }

  @Test(arguments: ["", "a/b", "a+", "#", "a b", "a\u{0}", "a\u{7F}", String(repeating: "x", count: 65)])
  func aNameThatLeavesItsLevelIsNoIdentifier(_ name: String) throws {
    #expect(throws: TopicTemplateFailure.self) { try Topics(.direct, gatewayID: name) }
    let harness = try CloudHarness()
    #expect(harness.translator.topics.reply(to: name) == nil)
  }

  @Test func theStateOfTheGatewayIsToldAsServersTellIt() throws {
    let harness = try CloudHarness()
    let message = harness.translator.gatewayState(isOnline: false, on: try TopicName("will"))
    #expect(
      String(decoding: message.message.payload, as: UTF8.self)
        == #"{"func":"gatewayState","devuuid":"GW01182510001","data":{"state":"offline"}}"#)
  }
}
