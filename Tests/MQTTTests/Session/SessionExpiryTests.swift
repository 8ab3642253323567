import MQTT
import SansIO
import TestSupport
import Testing

/// Messages and sessions that end with time.
@Suite struct SessionExpiryTests {
  private func expiring(_ seconds: UInt32) -> (inout Message) -> Void {
    { $0.properties.messageExpiryInterval = seconds }
  }

  private func sentIntervals(_ harness: inout SessionHarness) -> [UInt32?] {
    harness.takePackets().compactMap { packet in
      guard case .publish(let packet) = packet else { return nil }
      return packet.message.properties.messageExpiryInterval
    }
  }

  @Test func `the interval that leaves is what is left of it`() throws {
    var harness = SessionHarness.v5()
    try harness.publish("1", qos: .atLeastOnce, tag: 1, expiring(60))
    try harness.advance(.seconds(10))
    try harness.publish("2", qos: .atLeastOnce, tag: 2, expiring(60))
    try harness.publish("3", qos: .atLeastOnce, tag: 3)
    try harness.advance(.milliseconds(12_500))
    try harness.connect()
    #expect(sentIntervals(&harness) == [38, 48, nil])
    try harness.publish("4", qos: .atMostOnce, expiring(7))
    #expect(sentIntervals(&harness) == [7])
  }

  @Test func `what expires while it waits is dropped when its time comes, not when its turn comes`() throws {
    var harness = SessionHarness.v5()
    try harness.publish("1", qos: .exactlyOnce, tag: 1, expiring(30))
    try harness.publish("2", qos: .atLeastOnce, tag: 2, expiring(10))
    try harness.publish("3", qos: .atLeastOnce, tag: 3)
    #expect(harness.session.nextDeadline == .zero + .seconds(10))
    try harness.advance(.milliseconds(9_999))
    #expect(harness.drops.isEmpty)
    try harness.advance(.milliseconds(1))
    #expect(harness.drops == [2: .expired])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [1, 3])
    try harness.advance(.seconds(20))
    #expect(harness.drops == [1: .expired, 2: .expired])
    #expect(harness.session.nextDeadline == nil)
    #expect(harness.session.undelivered.messages == 1)
  }

  @Test func `before 5 a message expires here all the same`() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.publish("1", qos: .exactlyOnce, tag: 1, expiring(30))
    try harness.advance(.seconds(30))
    #expect(harness.drops == [1: .expired])
  }

  @Test(.covers("v5:MQTT-4.3.3-7"))
  func `what has been sent does not expire and goes again with the least interval`() throws {
    var harness = SessionHarness.v5()
    try harness.connect()
    try harness.publish("1", qos: .exactlyOnce, tag: 1, expiring(5))
    try harness.publish("2", qos: .atLeastOnce, tag: 2, expiring(5))
    #expect(sentIntervals(&harness) == [5, 5])
    try harness.lose()
    try harness.advance(.seconds(20))
    #expect(harness.drops.isEmpty)
    if harness.session.state == .disconnected { try harness.drive { $0.start(at: $1) } }
    try harness.drive { $0.connectionOpened(at: $1) }
    harness.sent = []
    try harness.greet(.success, sessionPresent: true)
    #expect(sentIntervals(&harness) == [1, 1])
  }

  @Test func `after a restart the rest counts from the start`() throws {
    let message = Message(topic: try TopicName("t"), payload: [1], qos: .atLeastOnce)
    var left = message
    left.properties.messageExpiryInterval = 20
    let snapshot = SessionSnapshot(outgoing: [
      OutgoingRecord(sequence: 1, tag: .init(rawValue: 1), message: left),
      OutgoingRecord(sequence: 2, tag: .init(rawValue: 2), message: message),
    ])
    var harness = SessionHarness(
      SessionHarness.configuration { $0.version = .v5 }, restored: snapshot)
    harness.now = .zero + .hours(5)
    try harness.drive { $0.start(at: $1) }
    try harness.advance(.seconds(5))
    try harness.drive { $0.connectionOpened(at: $1) }
    harness.sent = []
    try harness.greet(.success, sessionPresent: true)
    #expect(sentIntervals(&harness) == [15, nil])
  }

  // MARK: The session

  private func cleanStart(_ harness: inout SessionHarness) throws -> Bool {
    harness.sent = []
    try harness.open()
    guard case .connect(let packet) = harness.takePackets().first else {
      throw MissingPacket(description: "no CONNECT")
    }
    return packet.cleanSession
  }

  @Test(.covers("v5:MQTT-3.1.2-23", "v5:MQTT-4.1.0-1"))
  func `a session that has outlived its interval is begun anew, one second earlier it is not`() throws {
    for (pause, isOver) in [(Int64(99), false), (100, true)] {
      var harness = SessionHarness.v5 { $0.sessionExpiryInterval = 100 }
      try harness.connect()
      try harness.publish("x", qos: .exactlyOnce)
      try harness.lose()
      harness.now = harness.now + .seconds(pause)
      #expect(try cleanStart(&harness) == isOver)
      try harness.greet(.success, sessionPresent: !isOver)
      // Not sent again as a part of the old session: another identifier, no DUP.
      guard case .publish(let packet) = harness.takePackets().first else {
        Issue.record("the message is lost")
        return
      }
      #expect(packet.duplicate == !isOver)
      #expect(packet.packetIdentifier == (try identifier(isOver ? 2 : 1)))
    }
  }

  @Test func `the broker's interval counts, not ours`() throws {
    var harness = SessionHarness.v5 { $0.sessionExpiryInterval = 1_000 }
    try harness.connect { $0.sessionExpiryInterval = 10 }
    try harness.lose()
    harness.now = harness.now + .seconds(11)
    #expect(try cleanStart(&harness))
  }

  @Test func `the interval goes on through a restart, as far as the clock of the day is believed`() throws {
    for (age, isOver) in [(TimeSpan?.some(.seconds(40)), false), (.seconds(60), true), (nil, false)] {
      let snapshot = SessionSnapshot(
        session: SessionRecord(assignedClientIdentifier: nil, expiryInterval: 60, isClosed: true),
        sessionAge: age)
      var harness = SessionHarness(
        SessionHarness.configuration { $0.version = .v5 }, restored: snapshot)
      harness.now = .zero + .hours(1)
      #expect(try cleanStart(&harness) == isOver)
    }
  }

  @Test func `the store knows when a session ended and for how long it lives`() throws {
    var harness = SessionHarness.v5 { $0.sessionExpiryInterval = 77 }
    try harness.connect()
    #expect(
      harness.stored.session
        == SessionRecord(assignedClientIdentifier: nil, expiryInterval: 77, isClosed: false))
    try harness.lose()
    #expect(harness.stored.session?.isClosed == true)
  }

  @Test func `DISCONNECT may shorten or lengthen the life of a session that has one`() throws {
    var harness = SessionHarness.v5 { $0.sessionExpiryInterval = 100 }
    try harness.connect()
    try harness.drive { $0.drain(at: $1, sessionExpiryInterval: 5) }
    guard case .disconnect(let packet) = harness.takePackets().last else {
      Issue.record("no DISCONNECT")
      return
    }
    #expect(packet.properties.sessionExpiryInterval == 5)
    #expect(harness.stored.session?.expiryInterval == 5)
    var without = SessionHarness.v5 { $0.sessionExpiryInterval = 0 }
    try without.connect()
    try without.drive { $0.drain(at: $1, sessionExpiryInterval: 5) }
    #expect(without.takePackets().last == .normalDisconnection)
  }
}
