import MQTT
import SansIO
import TestSupport
import Testing

/// Topic aliases (5.0, clause 3.3.2.3.4), both ways.
@Suite struct SessionAliasTests {
  private func aliased(_ limit: UInt16, ours: UInt16 = 16) throws -> SessionHarness {
    var harness = SessionHarness.v5 { $0.outgoingTopicAliases = ours }
    try harness.connect { $0.topicAliasMaximum = limit }
    return harness
  }

  /// Topic and alias of what left.
  private func sent(_ harness: inout SessionHarness) -> [String] {
    harness.takePackets().map { packet in
      guard case .publish(let packet) = packet else { return "?" }
      return packet.message.topic.text + (packet.topicAlias.map { ":\($0)" } ?? "")
    }
  }

  @Test(.covers("v5:MQTT-3.2.2-17", "v5:MQTT-3.3.2-8", "v5:MQTT-3.3.2-9"))
  func `a topic goes with its alias once and then as its alias alone`() throws {
    var harness = try aliased(2)
    for topic in ["a", "a", "b", "a", "b"] { try harness.publish("x", qos: .atMostOnce, on: topic) }
    #expect(sent(&harness) == ["a:1", ":1", "b:2", ":1", ":2"])
  }

  @Test func `the alias that was used least recently gets a new topic`() throws {
    var harness = try aliased(3)
    for topic in ["a", "b", "c", "a", "d", "a", "c", "b", "d"] {
      try harness.publish("x", qos: .atMostOnce, on: topic)
    }
    #expect(sent(&harness) == ["a:1", "b:2", "c:3", ":1", "d:2", ":1", ":3", "b:2", "d:1"])
  }

  @Test(
    .covers(
      "v5:MQTT-3.2.2-18"), arguments: [(broker: UInt16(0), ours: UInt16(16)), (16, 0)])
  func `no alias is used when one side allows none`(_ limits: (broker: UInt16, ours: UInt16)) throws {
    var harness = try aliased(limits.broker, ours: limits.ours)
    for _ in 0..<2 { try harness.publish("x", qos: .atMostOnce, on: "a") }
    #expect(sent(&harness) == ["a", "a"])
  }

  @Test(.covers("v5:MQTT-3.3.2-7"))
  func `aliases end with the connection, and what is stored or sent again has its full topic`() throws {
    var harness = try aliased(4)
    for number in 1...3 { try harness.publish("\(number)", qos: .atLeastOnce, on: "a") }
    #expect(sent(&harness) == ["a:1", ":1", ":1"])
    #expect(harness.stored.outgoing.map(\.message.topic.text) == ["a", "a", "a"])
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(sent(&harness) == ["a", "a", "a"])
    try harness.lose()
    try harness.connect(sessionPresent: true) { $0.topicAliasMaximum = 1 }
    #expect(sent(&harness) == ["a:1", ":1", ":1"])
  }

  @Test func `a new alias does not make a packet larger than the broker takes`() throws {
    var harness = SessionHarness.v5()
    try harness.connect {
      $0.topicAliasMaximum = 4
      $0.maximumPacketSize = 20
    }
    try harness.publish(String(repeating: "x", count: 14), qos: .atMostOnce, on: "a")
    #expect(sent(&harness) == ["a"])
    try harness.publish("x", qos: .atMostOnce, on: "a")
    #expect(sent(&harness) == ["a:1"])
  }

  // MARK: Incoming

  private func incoming(_ topic: String?, _ alias: UInt16) throws -> Packet {
    .publish(
      PublishPacket(
        message: Message(
          topic: try topic.map { text throws in try TopicName(text) } ?? .aliased, payload: []),
        topicAlias: alias))
  }

  private func receivedTopics(_ harness: SessionHarness) -> [String] {
    harness.outputs.compactMap {
      if case .received(let message, _, _) = $0 { message.topic.text } else { nil }
    }
  }

  @Test(
    .covers(
      "v5:MQTT-3.3.2-10")) func `the broker's aliases stand for their topics until they are given others`()
    throws
  {
    var harness = SessionHarness.v5 { $0.incomingTopicAliases = 3 }
    try harness.connect()
    try harness.receive(
      try incoming("a", 1), try incoming("b", 3), try incoming(nil, 1), try incoming(nil, 3),
      try incoming("c", 1), try incoming(nil, 1))
    #expect(receivedTopics(harness) == ["a", "b", "a", "b", "c", "c"])
  }

  @Test func `an alias above ours or without a topic ends the connection with 0x94`() throws {
    for packet in [try incoming("a", 4), try incoming(nil, 2)] {
      var harness = SessionHarness.v5 { $0.incomingTopicAliases = 3 }
      try harness.connect()
      try harness.receive(packet)
      #expect(receivedTopics(harness).isEmpty)
      #expect(
        harness.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .topicAliasInvalid))])
    }
  }

  @Test func `the broker's aliases end with the connection`() throws {
    var harness = SessionHarness.v5()
    try harness.connect()
    try harness.receive(try incoming("a", 1))
    try harness.lose()
    try harness.connect(sessionPresent: true)
    try harness.receive(try incoming(nil, 1))
    #expect(harness.closings == [.protocolViolation(.topicAlias(1))])
  }
}
