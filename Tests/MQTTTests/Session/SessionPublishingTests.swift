import MQTT
import SansIO
import TestSupport
import Testing

@Suite struct SessionPublishingTests {
  private func connected(
    _ adjust: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> SessionHarness {
    var harness = SessionHarness(SessionHarness.configuration(adjust))
    try harness.connect()
    return harness
  }

  @Test func aPublishLeavesOnlyWhenItIsDurable() throws {
    for qos in [QualityOfService.atLeastOnce, .exactlyOnce] {
      var harness = try connected()
      harness.persistsAtOnce = false
      try harness.publish("x", qos: qos, tag: 9)
      #expect(harness.takePackets().isEmpty)
      #expect(!harness.outputs.contains(.stored(PublishTag(rawValue: 9))))
      try harness.persistAll()
      #expect(harness.takePackets() == [try publishPacket("x", qos: qos, id: 1)])
      #expect(harness.outputs.contains(.stored(PublishTag(rawValue: 9))))
      #expect(harness.stored.outgoing.map(\.packetIdentifier) == [try identifier(1)])
    }
  }

  @Test func changesOfOneTurnShareATicket() throws {
    var harness = try connected()
    harness.persistsAtOnce = false
    let message = Message(topic: try TopicName("t"), payload: [1], qos: .atLeastOnce)
    try harness.drive { session, now in for _ in 0..<40 { session.publish(message, at: now) } }
    #expect(harness.unpersisted.count == 1)
    #expect(harness.unpersisted.first?.0.count == 40)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.3.2-1", "v5:MQTT-4.3.2-3")) func qosOneIsDeliveredByPuback() throws
  {
    var harness = try connected()
    try harness.publish("x", qos: .atLeastOnce, tag: 9)
    try harness.receive(.publishAcknowledgement(try response(1)))
    #expect(harness.takeOutputs().contains(.delivered(PublishTag(rawValue: 9))))
    #expect(harness.stored == SessionSnapshot())
    #expect(harness.session.undelivered == (0, 0))
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.3.3-1", "v3.1.1:MQTT-2.3.1-6", "v5:MQTT-2.2.1-5", "v5:MQTT-4.3.3-4"))
  func pubrelLeavesOnlyWhenPubrecIsDurable() throws {
    var harness = try connected()
    try harness.publish("x", qos: .exactlyOnce, tag: 9)
    _ = harness.takePackets()
    harness.persistsAtOnce = false
    try harness.receive(.publishReceived(try response(1)))
    #expect(harness.takePackets().isEmpty)
    try harness.persistAll()
    #expect(harness.takePackets() == [.publishRelease(try response(1))])
    #expect(harness.stored.outgoing.map(\.stage) == [.released])
    try harness.receive(.publishComplete(try response(1)))
    #expect(harness.takeOutputs().contains(.delivered(PublishTag(rawValue: 9))))
    try harness.persistAll()
    #expect(harness.stored == SessionSnapshot())
  }

  @Test(
    .covers(
      "v5:MQTT-4.4.0-1", "v3.1.1:MQTT-4.8.0-2")) func nothingIsSentAgainOnTheSameConnectionAndSilenceEndsIt()
    throws
  {
    var harness = try connected { $0.keepAlive = 0 }
    try harness.publish("x", qos: .exactlyOnce, tag: 9)
    #expect(harness.takePackets().count == 1)
    try harness.advance(.milliseconds(29_999))
    #expect(harness.takePackets().isEmpty)
    try harness.advance(.milliseconds(1))
    #expect(harness.takeOutputs().contains(.closeConnection(.acknowledgementTimeout)))
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.4.0-1", "v3.1.1:MQTT-4.6.0-1", "v3.1.1:MQTT-3.3.1-1", "v3.1.1:MQTT-3.3.1-3",
      "v3.1.1:MQTT-2.3.1-3")) func aResumedSessionGetsTheSamePacketsAgainWithDupInOrder() throws
  {
    var harness = try connected()
    try harness.publish("a", qos: .exactlyOnce, tag: 1)
    try harness.publish("b", qos: .atLeastOnce, tag: 2)
    try harness.publish("c", qos: .exactlyOnce, tag: 3)
    try harness.receive(.publishReceived(try response(1)))
    try harness.lose()
    try harness.publish("d", qos: .atLeastOnce, tag: 4)
    try harness.connect(sessionPresent: true)
    let expected: [Packet] = [
      .publishRelease(try response(1)), try publishPacket("b", qos: .atLeastOnce, id: 2, duplicate: true),
      try publishPacket("c", qos: .exactlyOnce, id: 3, duplicate: true),
      try publishPacket("d", qos: .atLeastOnce, id: 4),
    ]
    #expect(harness.takePackets() == expected)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.1.2-6", "v5:MQTT-3.2.2-5")) func aLostSessionMakesNewMessagesOfThemInOrder() throws
  {
    var harness = try connected()
    try harness.publish("a", qos: .exactlyOnce, tag: 1)
    try harness.publish("b", qos: .atLeastOnce, tag: 2)
    try harness.receive(.publishReceived(try response(1)))
    try harness.lose()
    try harness.publish("c", qos: .atLeastOnce, tag: 3)
    try harness.connect(sessionPresent: false)
    let expected = [
      try publishPacket("a", qos: .exactlyOnce, id: 3), try publishPacket("b", qos: .atLeastOnce, id: 4),
      try publishPacket("c", qos: .atLeastOnce, id: 5),
    ]
    #expect(harness.takePackets() == expected)
    #expect(harness.takeOutputs().contains(.diagnostic(.sessionLost(republished: 2))))
    #expect(harness.stored.outgoing.map(\.stage) == [.published, .published, .published])
  }

  @Test func aReleasedMessageMayCountAsDeliveredWhenTheSessionIsLost() throws {
    var harness = try connected { $0.sessionLoss = .republishUnreleased }
    try harness.publish("a", qos: .exactlyOnce, tag: 1)
    try harness.publish("b", qos: .exactlyOnce, tag: 2)
    try harness.receive(.publishReceived(try response(1)))
    try harness.lose()
    try harness.connect(sessionPresent: false)
    #expect(harness.takePackets() == [try publishPacket("b", qos: .exactlyOnce, id: 3)])
    #expect(harness.takeOutputs().contains(.delivered(PublishTag(rawValue: 1))))
  }

  @Test func theWindowIsExactAndHoldsForResendsToo() throws {
    var harness = try connected { $0.limits.inFlightWindow = 3 }
    for number in 1...10 { try harness.publish("\(number)", qos: .exactlyOnce, tag: UInt64(number)) }
    #expect(harness.takePackets().count == 3)
    try harness.receive(.publishReceived(try response(2)))
    #expect(harness.takePackets() == [.publishRelease(try response(2))])
    try harness.receive(.publishComplete(try response(2)))
    #expect(harness.takePackets() == [try publishPacket("4", qos: .exactlyOnce, id: 4)])
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.takePackets().count == 3)
    try harness.lose()
    try harness.connect(sessionPresent: false)
    #expect(harness.takePackets().count == 3)
    #expect(harness.session.inFlightCount == 3)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-2.3.1-2", "v5:MQTT-2.2.1-3", "v5:MQTT-4.3.2-1")) func identifiersInUseAreNeverGivenAgain()
    throws
  {
    var harness = try connected()
    try harness.publish("first", qos: .atLeastOnce, tag: 0)
    #expect(harness.takePackets() == [try publishPacket("first", qos: .atLeastOnce, id: 1)])
    for _ in 0..<70_000 {
      try harness.publish("x", qos: .atLeastOnce, tag: 0)
      guard case .publish(let packet) = harness.takePackets().first, let id = packet.packetIdentifier else {
        Issue.record("nothing was sent")
        return
      }
      if id.rawValue == 1 { Issue.record("identifier 1 is in use") }
      try harness.receive(.publishAcknowledgement(PublishResponse(id)))
      harness.outputs = []
    }
  }

  @Test func qosZeroWithoutAConnectionIsDroppedUnlessItShallBeKept() throws {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.limits.transientQueueMessages = 2
        $0.limits.overflow = .dropOldestTransient
      })
    try harness.publish("gone", qos: .atMostOnce, tag: 1)
    #expect(harness.takeOutputs() == [.dropped(PublishTag(rawValue: 1), .offline)])
    for number in 2...4 {
      let message = Message(topic: try TopicName("t"), payload: [UInt8(number)])
      try harness.drive {
        $0.publish(message, tag: PublishTag(rawValue: UInt64(number)), keepWhileOffline: true, at: $1)
      }
    }
    #expect(harness.takeOutputs() == [.dropped(PublishTag(rawValue: 2), .transientQueueFull)])
    try harness.connect()
    let payloads = harness.takePackets().map { packet -> [UInt8] in
      if case .publish(let packet) = packet { packet.message.payload } else { [] }
    }
    #expect(payloads == [[3], [4]])
    #expect(harness.session.counters.dropped == 2)
  }

  @Test func whatDoesNotFitIsRefusedAndWhatWasAcceptedStays() throws {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.limits.queueBytes = 8
        $0.limits.outgoingPacketBytes = 20
      })
    try harness.publish("1234567", qos: .exactlyOnce, tag: 1)
    try harness.publish("x", qos: .exactlyOnce, tag: 2)
    try harness.publish("a text that is too long", qos: .exactlyOnce, tag: 3)
    let outputs = harness.takeOutputs()
    #expect(outputs.contains(.dropped(PublishTag(rawValue: 2), .durableQueueFull)))
    #expect(outputs.contains(.dropped(PublishTag(rawValue: 3), .tooLarge)))
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [1])
  }

  @Test func aCongestedLinkHoldsMessagesBackAndNoTimerRuns() throws {
    var harness = try connected { $0.keepAlive = 0 }
    try harness.publish("a", qos: .atLeastOnce, tag: 1)
    try harness.drive { $0.linkCongested(true, at: $1) }
    _ = harness.takePackets()
    try harness.publish("b", qos: .atLeastOnce, tag: 2)
    try harness.publish("c", qos: .atMostOnce, tag: 3)
    #expect(harness.takePackets().isEmpty)
    #expect(!harness.takeOutputs().contains { if case .dropped = $0 { true } else { false } })
    try harness.advance(.minutes(5))
    #expect(harness.session.state == .connected)
    try harness.drive { $0.linkCongested(false, at: $1) }
    #expect(
      harness.takePackets()
        == [
          try publishPacket("c", qos: .atMostOnce, id: nil), try publishPacket("b", qos: .atLeastOnce, id: 2),
        ])
    try harness.advance(.seconds(31))
    #expect(harness.takeOutputs().contains(.closeConnection(.acknowledgementTimeout)))
  }

  @Test func strayAcknowledgementsAreToldAndChangeNothing() throws {
    var harness = try connected()
    try harness.publish("a", qos: .atLeastOnce, tag: 1)
    _ = harness.takePackets()
    try harness.receive(
      .publishAcknowledgement(try response(7)), .publishComplete(try response(1)),
      .publishReceived(try response(8)))
    // An unknown PUBREC gets its PUBREL, or the broker would keep the exchange for ever.
    #expect(harness.takePackets() == [.publishRelease(try response(8))])
    #expect(harness.session.inFlightCount == 1)
    #expect(
      harness.takeOutputs().contains(
        .diagnostic(.unexpectedAcknowledgement(.publishAcknowledgement, try identifier(7)))))
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.1.0-1", "v3.1.1:MQTT-4.4.0-1"))
  func aRestartGoesOnWhereTheStoreSaysWhateverThePointOfTheCrash() throws {
    // Offline insert, crash: goes out as new.
    var queued = SessionHarness(SessionHarness.configuration())
    try queued.publish("a", qos: .exactlyOnce, tag: 5)
    queued = queued.crashed()
    try queued.connect(sessionPresent: true)
    #expect(queued.takePackets() == [try publishPacket("a", qos: .exactlyOnce, id: 1)])
    // Crash after PUBLISH: DUP and the same identifier.
    queued = queued.crashed()
    try queued.connect(sessionPresent: true)
    #expect(queued.takePackets() == [try publishPacket("a", qos: .exactlyOnce, id: 1, duplicate: true)])
    // Crash after PUBREC: PUBREL only.
    try queued.receive(.publishReceived(try response(1)))
    queued = queued.crashed()
    try queued.connect(sessionPresent: true)
    #expect(queued.takePackets() == [.publishRelease(try response(1))])
    // New messages come behind and get another identifier.
    try queued.publish("b", qos: .exactlyOnce, tag: 6)
    #expect(queued.takePackets() == [try publishPacket("b", qos: .exactlyOnce, id: 2)])
    try queued.receive(.publishComplete(try response(1)))
    #expect(queued.takeOutputs().contains(.delivered(PublishTag(rawValue: 5))))
  }

  @Test(.covers("v3.1.1:MQTT-4.6.0-4", "v5:MQTT-4.6.0-4"))
  func `PUBRELs leave in the order of the PUBRECs, on a new connection too`() throws {
    var harness = try connected()
    for text in ["a", "b", "c"] { try harness.publish(text, qos: .exactlyOnce) }
    _ = harness.takePackets()
    harness.persistsAtOnce = false
    for id in [UInt16(3), 1, 2] { try harness.receive(.publishReceived(try response(id))) }
    try harness.persistAll()
    let releases = try [UInt16(3), 1, 2].map { Packet.publishRelease(try response($0)) }
    #expect(harness.takePackets() == releases)
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.takePackets() == releases)
  }

  @Test(.covers("v3.1.1:MQTT-4.3.1-1", "v5:MQTT-4.3.1-1", "v3.1.1:MQTT-3.3.1-2", "v5:MQTT-3.3.1-2"))
  func `QoS 0 leaves once, without DUP and identifier`() throws {
    var harness = try connected()
    try harness.publish("x", qos: .atMostOnce)
    #expect(harness.takePackets() == [try publishPacket("x", qos: .atMostOnce, id: nil)])
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.takePackets().isEmpty)
  }

  @Test(
    .covers("v5:MQTT-4.3.2-2", "v5:MQTT-4.3.3-2", "v5:MQTT-4.3.2-1", "v5:MQTT-4.3.3-1"),
    arguments: [QualityOfService.atLeastOnce, .exactlyOnce])
  func `a first PUBLISH has its QoS, an identifier of its own and no DUP`(_ qos: QualityOfService) throws {
    var harness = try connected { $0.version = .v5 }
    for text in ["a", "b"] { try harness.publish(text, qos: qos) }
    #expect(
      harness.takePackets() == [
        try publishPacket("a", qos: qos, id: 1), try publishPacket("b", qos: qos, id: 2),
      ])
  }
}
