import MQTT
import SansIO
import TestSupport
import Testing

/// Clean start, what the broker says of the session, and what this side knows of one: every combination.
@Suite struct SessionPresenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var version: ProtocolVersion
    var cleanStart: Bool
    var sessionPresent: Bool
    var isStored: Bool
    var policy: UnknownSessionPolicy

    var testDescription: String {
      "\(version) clean \(cleanStart) present \(sessionPresent) stored \(isStored) \(policy)"
    }

    static let all: [Row] = {
      var rows: [Row] = []
      for version in [ProtocolVersion.v3_1_1, .v5] {
        for bits in 0..<16 {
          rows.append(
            Row(
              version: version, cleanStart: bits & 1 != 0, sessionPresent: bits & 2 != 0,
              isStored: bits & 4 != 0, policy: bits & 8 != 0 ? .discard : .adopt))
        }
      }
      return rows
    }()

    var isRefused: Bool { sessionPresent && (cleanStart || !isStored && policy == .discard) }
  }

  private func snapshot() throws -> SessionSnapshot {
    let message = Message(topic: try TopicName("t"), payload: Array("out".utf8), qos: .exactlyOnce)
    return SessionSnapshot(
      outgoing: [
        OutgoingRecord(
          sequence: 4, tag: .init(rawValue: 9), message: message, stage: .published,
          packetIdentifier: try identifier(30))
      ], inbound: [try identifier(5): MessageDigest(of: inbound)])
  }

  private var inbound: Message {
    Message(topic: .sample, payload: Array("in".utf8), qos: .exactlyOnce)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.1.2-4", "v3.1.1:MQTT-3.1.2-6", "v5:MQTT-3.1.2-4", "v5:MQTT-3.2.2-4", "v5:MQTT-3.2.2-5",
      "v3.1.1:MQTT-3.1.3-2", "v5:MQTT-3.1.3-2", "v3.1.1:MQTT-4.1.0-1", "v3.1.1:MQTT-4.1.0-2"),
    arguments: Row.all)
  func `state is taken up, forgotten or refused`(_ row: Row) throws {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.version = row.version
        $0.cleanSession = row.cleanStart
        $0.unknownSession = row.policy
      }, restored: row.isStored ? try snapshot() : SessionSnapshot())
    try harness.open()
    guard case .connect(let connect) = harness.takePackets().first else {
      throw MissingPacket(description: "no CONNECT")
    }
    #expect(connect.cleanSession == row.cleanStart)
    try harness.greet(.success, sessionPresent: row.sessionPresent)
    guard !row.isRefused else { return try expectRefusal(&harness) }
    #expect(harness.session.state == .connected)
    let isResumed = row.sessionPresent
    if row.isStored {
      let expected = try publishPacket(
        "out", qos: .exactlyOnce, id: isResumed ? 30 : 1, duplicate: isResumed)
      #expect(harness.takePackets() == [expected])
    } else {
      #expect(harness.takePackets().isEmpty)
    }
    // A message that had been accepted under identifier 5 comes again, or is another one.
    try harness.receive(
      .publish(PublishPacket(message: inbound, duplicate: true, packetIdentifier: try identifier(5))))
    #expect(harness.receivedTokens.count == (isResumed && row.isStored ? 0 : 1))
  }

  private func expectRefusal(_ harness: inout SessionHarness) throws {
    #expect(harness.closings == [.protocolViolation(.unexpectedSession)])
    harness.sent = []
    try harness.open()
    guard case .connect(let connect) = harness.takePackets().first else {
      throw MissingPacket(description: "no second CONNECT")
    }
    #expect(connect.cleanSession, "the next connection begins anew")
    try harness.greet(.success)
    #expect(harness.session.state == .connected)
  }

  @Test(.covers("v5:MQTT-3.2.2-4", "v5:MQTT-3.2.2-5"))
  func `after a clean start that was forced the session is taken up again`() throws {
    var harness = SessionHarness.v5 { $0.unknownSession = .discard }
    try harness.connect(sessionPresent: true)
    try harness.connect()
    try harness.lose()
    harness.sent = []
    try harness.open()
    guard case .connect(let connect) = harness.takePackets().first else {
      throw MissingPacket(description: "no CONNECT")
    }
    #expect(!connect.cleanSession)
  }

  // MARK: Policies for what was in flight

  private func interrupted(_ policy: SessionLossPolicy) throws -> SessionHarness {
    var harness = SessionHarness.v5 { $0.sessionLoss = policy }
    try harness.connect()
    for number in UInt64(1)...3 { try harness.publish("\(number)", qos: .exactlyOnce, tag: number) }
    try harness.receive(.publishReceived(try response(2)))
    try harness.lose()
    try harness.publish("4", qos: .atLeastOnce, tag: 4)
    return harness
  }

  @Test func `a lost session makes new messages of what was in flight, before what waited`() throws {
    var harness = try interrupted(.republish)
    try harness.connect()
    #expect(harness.publishedTexts == ["1", "2", "3", "4"])
    for packet in harness.takePackets() {
      guard case .publish(let packet) = packet else { continue }
      #expect(!packet.duplicate)
    }
  }

  @Test func `or fails it, for publishers that know better`() throws {
    var harness = try interrupted(.drop)
    try harness.connect()
    #expect(harness.drops == [1: .sessionLost, 2: .sessionLost, 3: .sessionLost])
    #expect(harness.publishedTexts == ["4"])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [4])
  }

  @Test func `or counts what was released as delivered`() throws {
    var harness = try interrupted(.republishUnreleased)
    try harness.connect()
    #expect(harness.publishedTexts == ["1", "3", "4"])
    #expect(harness.outputs.contains(.delivered(.init(rawValue: 2))))
  }

  @Test func `what had an identifier but never left is no part of the lost session`() throws {
    var harness = SessionHarness.v5 { $0.sessionLoss = .drop }
    try harness.connect()
    harness.persistsAtOnce = false
    try harness.publish("1", qos: .atLeastOnce, tag: 1)
    try harness.lose()
    try harness.persistAll()
    try harness.connect()
    try harness.persistAll()
    #expect(harness.drops.isEmpty)
    #expect(harness.publishedTexts == ["1"])
  }
}
