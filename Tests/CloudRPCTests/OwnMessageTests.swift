import GatewayCore
import JSON
import MQTT
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

@testable import CloudRPC

@Suite struct OwnMessageTests {
  @Test func whatTheBrokerGivesBackIsOurOwnOnItsOwnTopicOnly() throws {
    var harness = try CloudHarness()
    harness.host(.availabilityChanged(CloudHarness.lockDevice.ieee, isAvailable: false))
    let event = try #require(harness.published.last?.message)
    #expect(try harness.receive(event.payload, on: event.topic.text) == .own)
    // On another topic somebody else said it; it still is an event and no call.
    #expect(
      try harness.receive(event.payload, on: "/orangeiot/GW01182510001/call")
        == .serverNotice(function: "gwevent", code: nil))
  }

  @Test func onlyTheLast256AreKnownAndOlderOnesAreStillNoCalls() throws {
    var harness = try CloudHarness()
    var messages: [Message] = []
    for number in 0..<300 {
      let event = CoreEvent(
        id: EventID(rawValue: Int64(number)), time: WallTime(milliseconds: 0), kind: .gatewayReset)
      if let message = harness.translator.encode(event) { messages.append(message.message) }
    }
    for (number, message) in messages.enumerated() {
      let input = try harness.receive(message.payload, on: message.topic.text)
      #expect(input == (number < 44 ? .serverNotice(function: "gatewayReset", code: "0") : .own))
    }
  }

  @Test func aMessageThatALaterRunPublishesAgainIsOurOwn() throws {
    var harness = try CloudHarness()
    let message = Message(topic: harness.translator.topics.events, payload: Array("{}".utf8))
    #expect(try harness.receive(message.payload, on: message.topic.text) != .own)
    harness.translator.notePublished(message)
    #expect(try harness.receive(message.payload, on: message.topic.text) == .own)
  }

  @Test func nobodyPassesForOurselvesByItsType() throws {
    for type in ["event", "respone", "response", "request"] {
      var harness = try CloudHarness()
      let body = CloudHarness.call("openLock", params: CloudHarness.unlockParams)
        .replacingFirst(#""msgtype":"request""#, with: #""msgtype":"\#(type)""#)
      let input = try harness.receive(body, on: "/type/GW01182510001/call")
      #expect(input != .own)
      switch type {
      case "request": #expect(harness.actions.count == 1)
      case "event":
        #expect(harness.actions.isEmpty)
        #expect(harness.replyCode == "406")
      default:
        // An answer is never answered: two that did would not end.
        #expect(harness.actions.isEmpty)
        #expect(harness.published.isEmpty)
      }
    }
  }

  @Test(
    arguments: [
      (
        #"{"func":"gwevent","msgtype":"event","gwId":"GW01182510001","returnCode":200,"returnData":{}}"#,
        "gwevent", "200"
      ),
      (
        #"{"func":"selectGWAdmin","msgtype":"event","returnCode":404,"returnData":{}}"#, "selectGWAdmin",
        "404"
      ),
      (#"{"func":"gatewayReset","returnCode":500}"#, "gatewayReset", "500"),
      (#"{"func":"RPC","returnCode":406,"userId":"x"}"#, "RPC", "406"),
      (#"{"func":"openLock","returnCode":946,"userId":"x","params":{}}"#, "openLock", "946"),
      (#"{"func":"gatewayState","devuuid":"GW01182510001","data":{"state":"online"}}"#, "gatewayState", nil),
    ] as [(String, String, String?)])
  func anAnswerOfTheServerIsNoCall(_ body: String, _ function: String, _ code: String?) throws {
    var harness = try CloudHarness()
    #expect(try harness.receive(body) == .serverNotice(function: function, code: code))
    #expect(harness.published.isEmpty)
  }

  /// FIPS 180-4 examples and two lengths around the padding's border.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
  ])
  func theDigestIsTheStandards(_ text: String, _ digest: String) {
    #expect(Hexadecimal.string(SHA256.digest(Array(text.utf8))) == digest)
  }
}
