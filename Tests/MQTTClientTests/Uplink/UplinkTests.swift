import MQTT
import MQTTClient
import SansIO
import Testing

/// The actor against a real broker, from tasks of its own; skipped where there is none.
@Suite(.enabled(if: MosquittoBroker.executable != nil, "mosquitto is not installed"), .serialized)
struct UplinkTests {
  private func uplink(_ url: String, id: String = "uplink") throws -> Uplink {
    try Uplink(
      UplinkConfiguration(
        endpoints: [try MQTTEndpoint(url: url)], clientIdentifier: id,
        credentials: FixedCredentials(.anonymous)))
  }

  private func text(_ message: ReceivedMessage?) -> String? {
    message.map { String(decoding: $0.message.payload, as: UTF8.self) }
  }

  @Test(arguments: QualityOfService.allCases)
  func `what is published comes back in order`(_ qos: QualityOfService) async throws {
    let broker = try MosquittoBroker()
    let uplink = try uplink("mqtt://127.0.0.1:\(broker.port)")
    try await uplink.connect()
    let messages = try await uplink.messages(MessageRoute(filter: try TopicFilter("a/+")))
    #expect(try await uplink.subscribe("a/#", qos: qos) == .granted(qos))
    for number in 0..<20 { try await uplink.publish("\(number)", to: "a/b", qos: qos) }
    var iterator = messages.makeAsyncIterator()
    for number in 0..<20 { #expect(text(await iterator.next()) == "\(number)") }
    await uplink.disconnect()
    #expect(await iterator.next() == nil, "the end of the uplink is the end of its messages")
  }

  @Test func `a request is answered by the message that fits`() async throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://127.0.0.1:\(broker.port)"
    let server = try uplink(url, id: "server")
    let client = try uplink(url, id: "client")
    try await server.connect()
    try await client.connect()
    try await server.subscribe("ask")
    try await client.subscribe("answer")
    let questions = try await server.messages()
    async let served: Void = {
      for await question in questions {
        try await server.publish("noise", to: "answer")
        try await server.publish("to \(text(question) ?? "")", to: "answer")
        break
      }
    }()
    let answer = try await client.request(
      Message(topic: try TopicName("ask"), payload: Array("7".utf8)),
      answer: MessageRoute(filter: try TopicFilter("answer")),
      isAnswer: { String(decoding: $0.payload, as: UTF8.self) == "to 7" })
    #expect(answer.topic.text == "answer")
    try await served
    await #expect(throws: UplinkFailure.timedOut) {
      try await client.request(
        Message(topic: try TopicName("nobody"), payload: []),
        answer: MessageRoute(filter: try TopicFilter("answer")), within: .milliseconds(200))
    }
    await server.disconnect()
    await client.disconnect()
  }

  @Test func `without a broker connecting fails in time and a message waits for one`() async throws {
    let broker = try MosquittoBroker()
    broker.kill()
    let uplink = try uplink("mqtt://127.0.0.1:\(broker.port)")
    await #expect(throws: UplinkFailure.self) { try await uplink.connect(within: .milliseconds(300)) }
    await #expect(throws: UplinkFailure.dropped(.offline)) { try await uplink.publish("x", to: "t") }
    async let delivered: Void = uplink.publish("kept", to: "t", qos: .exactlyOnce)
    try broker.start()
    try await delivered
    #expect(await uplink.status.queueAge.count == 1)
    await uplink.disconnect()
    #expect(await !uplink.status.isConnected)
  }

  @Test func `a message that is not accepted by its consumer comes again`() async throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://127.0.0.1:\(broker.port)"
    var first: Uplink? = try uplink(url, id: "reader")
    try await first?.connect()
    try await first?.subscribe("job")
    var iterator = try await first?.messages().makeAsyncIterator()
    let writer = try uplink(url, id: "writer")
    try await writer.connect()
    try await writer.publish("1", to: "job", qos: .atLeastOnce)
    #expect(text(await iterator?.next()) == "1")
    await first?.disconnect()
    iterator = nil
    first = nil
    let second = try uplink(url, id: "reader")
    var again = try await second.messages().makeAsyncIterator()
    try await second.connect()
    #expect(text(await again.next()) == "1")
    await second.disconnect()
    await writer.disconnect()
  }

  @Test func `an uplink that is let go ends by itself`() async throws {
    let broker = try MosquittoBroker()
    weak var gone: Uplink?
    do {
      let uplink = try uplink("mqtt://127.0.0.1:\(broker.port)")
      try await uplink.connect()
      gone = uplink
    }
    for _ in 0..<100 where gone != nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(gone == nil)
  }
}
