import MQTT
import SansIO
import TestSupport
import Testing

/// Reason codes of 5.0, both ways.
@Suite struct SessionReasonTests {
  private func connected(_ adjust: (inout SessionConfiguration) -> Void = { _ in }) throws -> SessionHarness {
    var harness = SessionHarness.v5(adjust)
    try harness.connect(sessionPresent: true)
    return harness
  }

  private func refusal(_ id: UInt16, _ code: ReasonCode, _ text: String? = nil) throws -> PublishResponse {
    var response = PublishResponse(try identifier(id), reasonCode: code)
    response.properties.reasonString = text
    return response
  }

  @Test(.covers("v5:MQTT-4.4.0-2"))
  func `a PUBACK that refuses ends the message`() throws {
    var harness = try connected()
    try harness.publish("x", qos: .atLeastOnce, tag: 1)
    try harness.receive(.publishAcknowledgement(try refusal(1, .quotaExceeded, "enough")))
    #expect(harness.drops == [1: .refused(.quotaExceeded, reasonString: "enough")])
    #expect(harness.outputs.contains(.diagnostic(.reason(.publishAcknowledgement, .quotaExceeded, "enough"))))
    #expect(harness.stored.outgoing.isEmpty)
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.publishedTexts.isEmpty)
  }

  @Test(.covers("v5:MQTT-4.3.3-4", "v5:MQTT-4.4.0-2"))
  func `a PUBREC that refuses ends the exchange without PUBREL and frees identifier and place`() throws {
    var harness = try connected { $0.limits.inFlightWindow = 1 }
    try harness.publish("1", qos: .exactlyOnce, tag: 1)
    try harness.publish("2", qos: .exactlyOnce, tag: 2)
    harness.sent = []
    try harness.receive(.publishReceived(try refusal(1, .notAuthorized)))
    #expect(harness.drops == [1: .refused(.notAuthorized, reasonString: nil)])
    #expect(harness.sent.map(\.type) == [.publish])
    #expect(harness.publishedTexts == ["2"])
  }

  @Test func `no matching subscribers is no failure`() throws {
    var harness = try connected()
    try harness.publish("1", qos: .atLeastOnce, tag: 1)
    try harness.publish("2", qos: .exactlyOnce, tag: 2)
    try harness.receive(
      .publishAcknowledgement(try refusal(1, .noMatchingSubscribers)),
      .publishReceived(try refusal(2, .noMatchingSubscribers)))
    #expect(harness.outputs.contains(.delivered(.init(rawValue: 1))))
    #expect(harness.takePackets().last == .publishRelease(try response(2)))
  }

  @Test(.covers("v5:MQTT-4.3.3-5"))
  func `a PUBCOMP that knows nothing of the message ends it as delivered`() throws {
    var harness = try connected()
    try harness.publish("1", qos: .exactlyOnce, tag: 1)
    try harness.receive(.publishReceived(try response(1)))
    try harness.receive(.publishComplete(try refusal(1, .packetIdentifierNotFound)))
    #expect(harness.outputs.contains(.delivered(.init(rawValue: 1))))
  }

  @Test func `identifiers that belong to nothing are answered with 0x92`() throws {
    var harness = try connected()
    try harness.receive(.publishRelease(try response(7)), .publishReceived(try response(8)))
    #expect(
      harness.takePackets() == [
        .publishComplete(try refusal(7, .packetIdentifierNotFound)),
        .publishRelease(try refusal(8, .packetIdentifierNotFound)),
      ])
    try harness.receive(.publishReceived(try refusal(9, .quotaExceeded)))
    #expect(harness.takePackets().isEmpty, "the exchange is over on both sides")
  }

  @Test(.covers("v5:MQTT-4.3.3-9", "v5:MQTT-4.5.0-2", "v3.1.1:MQTT-4.5.0-2"))
  func `the application may refuse a message, and its identifier is free then`() throws {
    var harness = try connected()
    try harness.receive(
      try publishPacket("1", qos: .atLeastOnce, id: 1), try publishPacket("2", qos: .exactlyOnce, id: 2))
    for token in harness.receivedTokens {
      try harness.drive { $0.refuse(token, .quotaExceeded, at: $1) }
    }
    #expect(
      harness.takePackets() == [
        .publishAcknowledgement(try refusal(1, .quotaExceeded)),
        .publishReceived(try refusal(2, .quotaExceeded)),
      ])
    harness.outputs = []
    try harness.receive(try publishPacket("2", qos: .exactlyOnce, id: 2))
    #expect(harness.receivedTokens.count == 1, "a new message, even if it looks the same")
    var old = SessionHarness(SessionHarness.configuration())
    try old.connect()
    try old.receive(try publishPacket("2", qos: .exactlyOnce, id: 2))
    try old.drive { [token = old.receivedTokens[0]] in $0.refuse(token, .quotaExceeded, at: $1) }
    #expect(old.takePackets() == [.publishReceived(try response(2))])
  }

  @Test func `more messages at once than our Receive Maximum end the connection with 0x93`() throws {
    var harness = try connected { $0.receiveMaximum = 2 }
    try harness.receive(
      try publishPacket("1", qos: .exactlyOnce, id: 1), try publishPacket("2", qos: .atLeastOnce, id: 2))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    try harness.receive(.publishRelease(try response(1)))
    harness.sent = []
    // The place of the first is free after its PUBCOMP.
    try harness.receive(try publishPacket("3", qos: .exactlyOnce, id: 3))
    #expect(harness.session.state == .connected)
    try harness.receive(try publishPacket("0", qos: .atMostOnce, id: nil))
    #expect(harness.session.state == .connected)
    try harness.receive(try publishPacket("4", qos: .atLeastOnce, id: 4))
    #expect(harness.closings == [.protocolViolation(.receiveMaximumExceeded)])
    #expect(harness.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .receiveMaximumExceeded))])
  }

  @Test func `a repeated exchange counts only where its PUBLISH came again`() throws {
    var harness = try connected { $0.receiveMaximum = 1 }
    try harness.receive(try publishPacket("1", qos: .exactlyOnce, id: 1))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    try harness.lose()
    try harness.connect(sessionPresent: true)
    try harness.receive(try publishPacket("2", qos: .exactlyOnce, id: 2))
    #expect(harness.session.state == .connected, "the first waits for PUBREL, which does not count")
    var again = try connected { $0.receiveMaximum = 1 }
    try again.receive(try publishPacket("1", qos: .exactlyOnce, id: 1))
    try again.lose()
    try again.connect(sessionPresent: true)
    try again.receive(try publishPacket("1", qos: .exactlyOnce, id: 1, duplicate: true))
    try again.receive(try publishPacket("2", qos: .exactlyOnce, id: 2))
    #expect(again.closings == [.protocolViolation(.receiveMaximumExceeded)])
  }

  @Test(.covers("v5:MQTT-4.13.2-1", "v5:MQTT-3.14.4-1", "v5:MQTT-3.14.4-2"))
  func `the broker's DISCONNECT is told with its reason, and nothing more is sent`() throws {
    var harness = try connected()
    var packet = DisconnectPacket(reasonCode: .serverShuttingDown)
    packet.properties.reasonString = "back in a minute"
    try harness.receive(.disconnect(packet))
    #expect(
      harness.closings == [.disconnectedByBroker(.serverShuttingDown, reasonString: "back in a minute")])
    try harness.publish("x", qos: .atMostOnce)
    #expect(harness.takePackets().isEmpty)
  }

  @Test func `a session that was taken over waits the longest pause`() throws {
    var harness = try connected()
    try harness.receive(.disconnect(DisconnectPacket(reasonCode: .sessionTakenOver)))
    #expect(harness.outputs.contains(.diagnostic(.takeoverSuspected)))
    let pause = try #require(harness.session.nextDeadline) - harness.now
    #expect(pause >= .seconds(32) && pause <= .seconds(64))
  }

  @Test(.covers("v3.1.1:MQTT-4.8.0-1", "v5:MQTT-4.13.2-1"))
  func `a broker of 5 is told why the connection ends, an older one is not`() throws {
    var harness = try connected()
    try harness.drive { $0.bytesReceived([0x30, 0x01, 0xFF], at: $1) }
    #expect(harness.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .malformedPacket))])
    var second = try connected()
    try second.receive(
      .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: false, reasonCode: .success)))
    #expect(second.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .protocolError))])
    var old = SessionHarness(SessionHarness.configuration())
    try old.connect()
    try old.drive { $0.bytesReceived([0x30, 0x01, 0xFF], at: $1) }
    #expect(old.takePackets().isEmpty)
    #expect(old.session.state == .disconnected)
  }

  @Test func `a message above our maximum packet size is told with 0x95`() throws {
    var harness = try connected { $0.limits.incomingPacketBytes = 100 }
    try harness.drive {
      $0.bytesReceived([0x30, 0x80, 0x02, 0, 1, 0x74] + Array(repeating: 0, count: 253), at: $1)
    }
    #expect(harness.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .packetTooLarge))])
  }

  @Test(.covers("v3.1.1:MQTT-3.14.4-1", "v3.1.1:MQTT-3.14.4-2", "v5:MQTT-3.14.2-1"))
  func `the will is kept by 0x04, and before 5 by silence`() throws {
    var harness = try connected()
    try harness.drive { $0.drain(at: $1, keepingWill: true) }
    #expect(harness.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .disconnectWithWillMessage))])
    var old = SessionHarness(SessionHarness.configuration())
    try old.connect()
    try old.drive { $0.drain(at: $1, keepingWill: true) }
    #expect(old.takePackets().isEmpty)
    #expect(old.outputs.suffix(2) == [.closeConnection(.drained), .disconnected(.drained, retryAt: nil)])
    var normal = SessionHarness(SessionHarness.configuration())
    try normal.connect()
    try normal.drive { $0.drain(at: $1) }
    try normal.publish("late", qos: .atMostOnce)
    #expect(normal.takePackets() == [.normalDisconnection])
  }

  @Test func `refusals are told with their reason and their words`() throws {
    var harness = SessionHarness.v5()
    try harness.open()
    try harness.greet(.banned) { $0.reasonString = "you know why" }
    #expect(harness.outputs.contains(.diagnostic(.connectionRejected(.banned, reasonString: "you know why"))))
    #expect(harness.closings == [.rejected(.banned, reasonString: "you know why")])
    var credentials = SessionHarness.v5()
    try credentials.open()
    try credentials.greet(.badUserNameOrPassword)
    #expect(credentials.closings.first?.isCredentialsRefusal == true)
    #expect(credentials.outputs.contains(.diagnostic(.credentialsRefused(.badUserNameOrPassword))))
  }
}
