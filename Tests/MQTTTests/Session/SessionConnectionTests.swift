import MQTT
import SansIO
import TestSupport
import Testing

@Suite struct SessionConnectionTests {
  @Test func connectCarriesTheConfigurationAndConnackMakesItConnected() throws {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.userName = "user"
        $0.password = .init([1])
        $0.keepAlive = 5
      })
    try harness.drive { $0.start(at: $1) }
    #expect(harness.takeOutputs() == [.openConnection])
    try harness.drive { $0.connectionOpened(at: $1) }
    let expected = ConnectPacket(
      clientIdentifier: "gw:test", cleanSession: false, keepAlive: 5, userName: "user",
      password: .init([1]))
    #expect(harness.takePackets() == [.connect(expected)])
    try harness.receive(
      .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: true, returnCode: .accepted)))
    #expect(harness.session.state == .connected)
    #expect(harness.takeOutputs().contains(.connected(sessionPresent: true)))
  }

  @Test func aStreamThatDoesNotOpenOrABrokerThatDoesNotGreetIsGivenUpInTime() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.drive { $0.start(at: $1) }
    try harness.advance(.milliseconds(29_999))
    #expect(harness.session.state == .connecting)
    try harness.advance(.milliseconds(1))
    #expect(harness.takeOutputs().contains(.closeConnection(.connectionTimeout)))
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionOpened(at: $1) }
    try harness.advance(.milliseconds(9_999))
    #expect(harness.session.state == .connecting)
    try harness.advance(.milliseconds(1))
    #expect(harness.takeOutputs().contains(.closeConnection(.connectAcknowledgementTimeout)))
    #expect(harness.session.state == .disconnected)
  }

  @Test func backOffDoublesTo64SecondsAndConnackAloneDoesNotResetIt() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    var gaps: [Int64] = []
    for _ in 0..<50 {
      try harness.connect()
      try harness.advance(.seconds(6))
      try harness.lose()
      let retryAt = try #require(harness.session.nextDeadline)
      gaps.append((retryAt - harness.now).milliseconds)
    }
    for (attempt, gap) in gaps.enumerated() {
      let step = min(Int64(1_000) << Int64(min(attempt, 6)), 64_000)
      #expect((step / 2...step).contains(gap), "attempt \(attempt): \(gap)")
    }
    #expect(Set(gaps.suffix(20)).count > 10, "no jitter")
  }

  @Test func thirtySecondsOfConnectionAndOneAnswerResetTheBackOff() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = 0 })
    for _ in 0..<8 {
      try harness.connect()
      try harness.lose()
    }
    try harness.connect()
    try harness.advance(.seconds(30))
    try harness.lose()
    #expect(
      try #require(harness.session.nextDeadline) - harness.now >= .seconds(32), "nothing was ever answered")
    try harness.connect()
    try harness.receive(.pingResponse)
    try harness.advance(.seconds(30))
    try harness.lose()
    #expect(try #require(harness.session.nextDeadline) - harness.now <= .milliseconds(250))
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionClosed(.transport("refused"), at: $1) }
    #expect(try #require(harness.session.nextDeadline) - harness.now >= .milliseconds(500))
  }

  @Test func theRetryDeadlineOpensTheNextConnectionByItself() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionClosed(.transport("no route to host"), at: $1) }
    _ = harness.takeOutputs()
    try harness.advance(.seconds(1))
    #expect(harness.takeOutputs() == [.openConnection])
  }

  @Test(arguments: [ConnectReturnCode.badUserNameOrPassword, .notAuthorized])
  func refusedCredentialsAreSaidAndTriedAgainSoonAndThenSeldom(_ code: ConnectReturnCode) throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.drive { $0.start(at: $1) }
    for attempt in 0..<10 {
      try harness.drive { $0.connectionOpened(at: $1) }
      try harness.receive(
        .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: false, returnCode: code)))
      let outputs = harness.takeOutputs()
      #expect(outputs.contains(.diagnostic(.credentialsRefused(code))))
      #expect(outputs.contains(.closeConnection(.refused(code))))
      let pause = try #require(harness.session.nextDeadline) - harness.now
      let step = min(TimeSpan.seconds(2 << Int64(attempt)), .seconds(300))
      #expect(pause >= step / 2 && pause <= step, "attempt \(attempt)")
      try harness.advance(pause)
      #expect(harness.session.state == .connecting)
    }
  }

  @Test func threeQuickLossesAreSuspectedToBeATakeover() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    var diagnosed = false
    for _ in 0..<3 {
      try harness.connect()
      try harness.advance(.seconds(1))
      try harness.lose()
      diagnosed = harness.takeOutputs().contains(.diagnostic(.takeoverSuspected))
    }
    #expect(diagnosed)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.8.0-1")) func packetsThatDoNotBelongHereCloseTheLink() throws
  {
    let packets: [Packet] = [
      .connect(ConnectPacket(clientIdentifier: "x", cleanSession: true, keepAlive: 0)), .pingRequest,
      .normalDisconnection,
      .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: false, returnCode: .accepted)),
      .subscribe(
        SubscribePacket(
          packetIdentifier: try identifier(1),
          subscriptions: [Subscription(filter: try TopicFilter("#"), qos: .atMostOnce)])),
      .unsubscribe(
        UnsubscribePacket(packetIdentifier: try identifier(1), filters: [try TopicFilter("#")])),
    ]
    for packet in packets {
      var harness = SessionHarness(SessionHarness.configuration())
      try harness.connect()
      let bytes = try packet.encoded()
      try harness.drive { $0.bytesReceived(bytes, at: $1) }
      let reason: DisconnectReason =
        packet.type == .connectAcknowledgement
        ? .protocolViolation(.unexpected(packet.type))
        : .malformed(MalformedPacket(.wrongSender, in: packet.type, at: 0))
      #expect(harness.closings == [reason])
    }
    var early = SessionHarness(SessionHarness.configuration())
    try early.drive { $0.start(at: $1) }
    try early.drive { $0.connectionOpened(at: $1) }
    try early.receive(.pingResponse)
    #expect(
      early.takeOutputs().contains(
        .closeConnection(.protocolViolation(.unexpected(.pingResponse)))))
  }

  @Test func aSessionThatWasNotAskedForIsAViolation() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.cleanSession = true })
    try harness.connect(sessionPresent: true)
    #expect(harness.takeOutputs().contains(.closeConnection(.protocolViolation(.unexpectedSession))))
  }

  @Test func malformedBytesCloseWithTheirReasonAndTheRestIsNotRead() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.connect()
    try harness.drive { $0.bytesReceived([0xF0, 0x00, 0xD0, 0x00], at: $1) }
    #expect(harness.takeOutputs().contains(.closeConnection(.malformed(MalformedPacket(.unknownType(15))))))
    try harness.receive(try publishPacket("late", qos: .atMostOnce, id: nil))
    #expect(harness.receivedTokens.isEmpty)
  }

  // MARK: Keep-alive

  @Test(
    .covers(
      "v3.1.1:MQTT-3.1.2-23", "v5:MQTT-3.1.2-20"))
  func aSilentLinkIsPingedAndFoundDeadWithinOneAndAHalfIntervals() throws {
    for interval in [UInt16(1), 5, 60, 600] {
      var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = interval })
      try harness.connect()
      let whole = TimeSpan.seconds(Int64(interval))
      try harness.advance(whole * 3 / 4)
      #expect(harness.takePackets() == [.pingRequest])
      try harness.advance(whole * 3 / 4)
      #expect(harness.takeOutputs().contains(.closeConnection(.keepAliveTimeout)), "\(interval)")
    }
  }

  @Test func aHalfOpenLinkIsFoundByAClientThatOnlySends() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = 60 })
    try harness.connect()
    for _ in 0..<90 where harness.session.state == .connected {
      try harness.publish("x", qos: .atMostOnce, tag: 0)
      try harness.advance(.seconds(1))
    }
    #expect(harness.takeOutputs().contains(.closeConnection(.keepAliveTimeout)))
  }

  @Test func anAnsweredLinkLivesAndAnyByteIsAnAnswer() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = 10 })
    try harness.connect()
    var pings = 0
    for round in 0..<100 {
      try harness.advance(.seconds(1))
      for packet in harness.takePackets() where packet == .pingRequest {
        pings += 1
        if round.isMultiple(of: 2) {
          try harness.receive(.pingResponse)
        } else {
          try harness.drive { $0.bytesReceived([0xD0], at: $1) }
          try harness.drive { $0.bytesReceived([0x00], at: $1) }
        }
      }
    }
    #expect(harness.session.state == .connected)
    #expect((12...14).contains(pings), "\(pings)")
  }

  @Test func keepAliveZeroNeverPings() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = 0 })
    try harness.connect()
    try harness.advance(.hours(24))
    #expect(harness.takePackets().isEmpty)
    #expect(harness.session.state == .connected)
  }

  // MARK: Subscriptions

  @Test func everyFilterHasItsOwnPacketAndResult() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.subscribing = .oneFilterPerPacket })
    let first = Subscription(filter: try TopicFilter("a/#"), qos: .exactlyOnce)
    let second = Subscription(filter: try TopicFilter("b"), qos: .atLeastOnce)
    try harness.drive { $0.subscribe([first, second], at: $1) }
    try harness.connect()
    #expect(
      harness.takePackets() == [
        .subscribe(SubscribePacket(packetIdentifier: try identifier(1), subscriptions: [first])),
        .subscribe(SubscribePacket(packetIdentifier: try identifier(2), subscriptions: [second])),
      ])
    try harness.receive(
      .subscribeAcknowledgement(
        SubscribeAcknowledgement(packetIdentifier: try identifier(2), results: [.refused(.unspecifiedError)])),
      .subscribeAcknowledgement(
        SubscribeAcknowledgement(
          packetIdentifier: try identifier(1), results: [.granted(.exactlyOnce)])))
    let outputs = harness.takeOutputs()
    #expect(outputs.contains(.subscribed(second.filter, .refused(.unspecifiedError))))
    #expect(outputs.contains(.subscribed(first.filter, .granted(.exactlyOnce))))
    // A resumed session has the first one; the refused one is asked for again.
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(
      harness.takePackets() == [
        .subscribe(SubscribePacket(packetIdentifier: try identifier(3), subscriptions: [second]))
      ])
    try harness.lose()
    try harness.connect(sessionPresent: false)
    #expect(harness.takePackets().count == 2)
  }

  @Test func aSubscribeWithoutAnswerBreaksTheLinkAfterThirtySeconds() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.keepAlive = 0 })
    try harness.connect()
    let wanted = Subscription(filter: try TopicFilter("a"), qos: .exactlyOnce)
    try harness.drive { $0.subscribe([wanted], at: $1) }
    try harness.advance(.milliseconds(29_999))
    #expect(harness.session.state == .connected)
    try harness.advance(.milliseconds(1))
    #expect(harness.takeOutputs().contains(.closeConnection(.subscribeTimeout)))
  }

  @Test func aSubackWithTheWrongNumberOfResultsIsAViolation() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    let wanted = Subscription(filter: try TopicFilter("a"), qos: .exactlyOnce)
    try harness.drive { $0.subscribe([wanted], at: $1) }
    try harness.connect()
    try harness.receive(
      .subscribeAcknowledgement(
        SubscribeAcknowledgement(
          packetIdentifier: try identifier(1), results: [.granted(.atMostOnce), .refused(.unspecifiedError)]))
    )
    #expect(harness.takeOutputs().contains(.closeConnection(.protocolViolation(.resultCount))))
  }

  @Test func unsubscribingIsAWishThatOutlivesTheConnectionToo() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    let wanted = Subscription(filter: try TopicFilter("a"), qos: .exactlyOnce)
    try harness.drive { $0.subscribe([wanted], at: $1) }
    try harness.drive { $0.unsubscribe([wanted.filter], at: $1) }
    try harness.connect(sessionPresent: true)
    let expected = Packet.unsubscribe(
      UnsubscribePacket(packetIdentifier: try identifier(1), filters: [wanted.filter]))
    #expect(harness.takePackets() == [expected])
    try harness.receive(.unsubscribeAcknowledgement(UnsubscribeAcknowledgement(try identifier(1))))
    #expect(harness.takeOutputs().contains(.unsubscribed(wanted.filter)))
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.takePackets().isEmpty)
  }

  // MARK: Draining

  @Test(
    .covers(
      "v3.1.1:MQTT-3.14.4-1")) func drainingSaysGoodbyeAndDoesNotComeBack() throws
  {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.connect()
    try harness.drive { $0.drain(at: $1) }
    #expect(harness.takePackets() == [.normalDisconnection])
    let outputs = harness.takeOutputs()
    #expect(outputs.suffix(2) == [.closeConnection(.drained), .disconnected(.drained, retryAt: nil)])
    #expect(harness.session.nextDeadline == nil)
  }

  @Test func drainingWaitsForWhatIsInFlightButNotForEver() throws {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.connect()
    try harness.publish("x", qos: .atLeastOnce, tag: 1)
    try harness.drive { $0.drain(at: $1) }
    #expect(harness.session.state == .draining)
    var stubborn = harness
    try harness.receive(.publishAcknowledgement(try response(1)))
    #expect(harness.session.state == .disconnected)
    #expect(harness.takePackets().last == .normalDisconnection)
    #expect(harness.stored.outgoing.isEmpty)
    try stubborn.advance(.seconds(3))
    #expect(stubborn.takePackets().last == .normalDisconnection)
    #expect(stubborn.stored.outgoing.count == 1)
  }
}
