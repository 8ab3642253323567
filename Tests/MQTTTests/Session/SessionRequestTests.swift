import MQTT
import SansIO
import TestSupport
import Testing

/// Requests and answers (5.0, clause 4.10).
@Suite struct SessionRequestTests {
  private func request(
    _ harness: inout SessionHarness, _ text: String = "ask", timeout: TimeSpan = .seconds(5)
  ) throws -> Result<RequestIdentifier, RequestFailure> {
    let message = Message(topic: try TopicName("service"), payload: Array(text.utf8), qos: .atLeastOnce)
    var result = Result<RequestIdentifier, RequestFailure>.failure(.timeout)
    try harness.drive { result = $0.request(message, timeout: timeout, at: $1) }
    return result
  }

  private func sentRequest(_ harness: inout SessionHarness) throws -> Message {
    for case .publish(let packet) in harness.takePackets() { return packet.message }
    throw MissingPacket(description: "no request left")
  }

  private func answer(_ harness: inout SessionHarness, _ message: Message) throws {
    try harness.receive(.publish(PublishPacket(message: message)))
  }

  private func connected() throws -> SessionHarness {
    let topic = try TopicName("answers/me")
    var harness = SessionHarness.v5 { $0.responseTopic = topic }
    try harness.connect()
    return harness
  }

  @Test func `an answer finds its request, and each only once`() throws {
    var harness = try connected()
    let first = try request(&harness, "1").get()
    #expect(harness.sent.map(\.type) == [.subscribe, .publish], "subscribed before it asks")
    let firstMessage = try sentRequest(&harness)
    #expect(firstMessage.properties.responseTopic?.text == "answers/me")
    let second = try request(&harness, "2").get()
    #expect(harness.sent.map(\.type) == [.publish])
    let secondMessage = try sentRequest(&harness)
    let later = try #require(MQTTSession.answer(to: secondMessage, payload: [2], qos: .atMostOnce))
    let earlier = try #require(MQTTSession.answer(to: firstMessage, payload: [1], qos: .atMostOnce))
    for message in [later, earlier, later] { try answer(&harness, message) }
    let answers = harness.outputs.compactMap { output -> [UInt8]? in
      switch output {
      case .response(second, let message, _): ["2".utf8.first ?? 0] + message.payload
      case .response(first, let message, _): ["1".utf8.first ?? 0] + message.payload
      default: nil
      }
    }
    #expect(answers == [[UInt8(ascii: "2"), 2], [UInt8(ascii: "1"), 1]])
    #expect(harness.receivedTokens.count == 1, "a second answer is a message like any other")
  }

  @Test func `a request without an answer fails in time, also while there is no connection`() throws {
    var harness = try connected()
    let identifier = try request(&harness, timeout: .seconds(90)).get()
    let message = try sentRequest(&harness)
    try harness.lose()
    try harness.drive { $0.drain(at: $1) }
    harness.outputs = []
    try harness.advance(.milliseconds(89_999))
    #expect(harness.outputs.isEmpty)
    try harness.advance(.milliseconds(1))
    #expect(harness.outputs == [.requestFailed(identifier, .timeout)])
    try harness.connect(sessionPresent: true)
    try answer(&harness, try #require(MQTTSession.answer(to: message, payload: [], qos: .atMostOnce)))
    #expect(harness.receivedTokens.count == 1, "too late: a message like any other")
  }

  @Test func `nobody answers by guessing, or from another topic`() throws {
    var harness = try connected()
    _ = try request(&harness).get()
    let message = try sentRequest(&harness)
    var forged = try #require(MQTTSession.answer(to: message, payload: [], qos: .atMostOnce))
    forged.properties.correlationData = Array(repeating: 0, count: 15) + [1]
    try answer(&harness, forged)
    var elsewhere = try #require(MQTTSession.answer(to: message, payload: [], qos: .atMostOnce))
    elsewhere.topic = try TopicName("other")
    try answer(&harness, elsewhere)
    #expect(harness.receivedTokens.count == 2)
  }

  @Test func `the response topic may come from the broker or the message, or there is none`() throws {
    var harness = SessionHarness.v5()
    try harness.connect()
    #expect(try request(&harness) == .failure(.noResponseTopic))
    try harness.lose()
    try harness.connect { $0.responseInformation = "replies" }
    harness.sent = []
    _ = try request(&harness).get()
    #expect(try sentRequest(&harness).properties.responseTopic?.text == "replies/response/gw:test")
    #expect(
      MQTTSession.answer(to: Message(topic: .sample, payload: []), payload: [], qos: .atMostOnce) == nil)
  }

  @Test func `limits and versions refuse a request at once`() throws {
    let topic = try TopicName("answers/me")
    var old = SessionHarness(SessionHarness.configuration { $0.responseTopic = topic })
    try old.connect()
    #expect(try request(&old) == .failure(.notInThisVersion))
    var full = SessionHarness.v5 {
      $0.responseTopic = topic
      $0.limits.requests = 2
      $0.limits.queueMessages = 1
    }
    try full.connect()
    _ = try request(&full).get()
    #expect(try request(&full) == .failure(.notTaken))
    try full.receive(.publishAcknowledgement(try response(2)))
    _ = try request(&full).get()
    #expect(try request(&full) == .failure(.tooManyRequests))
  }
}
