import MQTT
import SansIO
import TestSupport
import Testing

/// What CONNECT says in each version, and how a session steps down when a broker does not take one.
@Suite struct SessionVersionTests {
  private func connectPacket(
    _ adjust: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> ConnectPacket {
    var harness = SessionHarness(SessionHarness.configuration(adjust))
    try harness.open()
    guard case .connect(let packet) = harness.takePackets().first else {
      throw MissingPacket(description: "the first packet is no CONNECT")
    }
    return packet
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.1.0-1", "v5:MQTT-3.1.0-1", "v5:MQTT-3.1.2-1", "v3.1.1:MQTT-3.1.3-3", "v5:MQTT-3.1.3-3"),
    arguments: ProtocolVersion.allCases)
  func `the first packet is CONNECT in the configured version`(_ version: ProtocolVersion) throws {
    let packet = try connectPacket { $0.version = version }
    #expect(packet.version == version)
    #expect(packet.clientIdentifier == "gw:test")
    #expect(!packet.cleanSession)
    #expect(packet.properties.sessionExpiryInterval == (version == .v5 ? .max : nil))
  }

  @Test func `CONNECT of 5 carries what the configuration asks for`() throws {
    let packet = try connectPacket {
      $0.version = .v5
      $0.sessionExpiryInterval = 3_600
      $0.receiveMaximum = 20
      $0.limits.incomingPacketBytes = 70_000
      $0.incomingTopicAliases = 7
      $0.requestsResponseInformation = true
      $0.requestsProblemInformation = false
      $0.userProperties = [UserProperty(name: "a", value: "1"), UserProperty(name: "a", value: "2")]
      $0.will = Message(topic: .sample, payload: [1], qos: .atLeastOnce, retain: true)
      $0.will?.properties.contentType = "text/plain"
      $0.willDelayInterval = 30
    }
    #expect(packet.properties.sessionExpiryInterval == 3_600)
    #expect(packet.properties.receiveMaximum == 20)
    #expect(packet.properties.maximumPacketSize == 70_000)
    #expect(packet.properties.topicAliasMaximum == 7)
    #expect(packet.properties.requestResponseInformation == true)
    #expect(packet.properties.requestProblemInformation == false)
    #expect(packet.properties.userProperties.map(\.value) == ["1", "2"])
    #expect(packet.will?.properties.contentType == "text/plain")
    #expect(packet.will?.qos == .atLeastOnce && packet.will?.retain == true)
    #expect(packet.willDelayInterval == 30)
  }

  @Test func `a will keeps only what 3_1_1 can carry`() throws {
    let packet = try connectPacket {
      $0.will = Message(topic: .sample, payload: [1])
      $0.will?.properties.contentType = "text/plain"
      $0.willDelayInterval = 30
    }
    #expect(packet.will == Message(topic: .sample, payload: [1]))
    #expect(packet.willDelayInterval == 0)
  }

  @Test(
    arguments: [
      (clean: false, expiry: nil, sent: UInt32.max), (true, nil, nil), (true, 10, 10), (false, 0, nil),
    ] as [(clean: Bool, expiry: UInt32?, sent: UInt32?)])
  func `session expiry is what clean session means unless it is said`(
    _ row: (clean: Bool, expiry: UInt32?, sent: UInt32?)
  ) throws {
    let packet = try connectPacket {
      $0.version = .v5
      $0.cleanSession = row.clean
      $0.sessionExpiryInterval = row.expiry
    }
    #expect(packet.cleanSession == row.clean)
    #expect(packet.properties.sessionExpiryInterval == row.sent)
  }

  @Test func `a configuration that has no form on the wire closes the link and is tried again later`() throws
  {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.version = .v3_1
        $0.clientIdentifier = String(repeating: "x", count: 24)
      })
    try harness.open()
    #expect(harness.closings == [.invalidConfiguration(.clientIdentifier(.tooLong))])
    #expect(harness.takePackets().isEmpty)
    #expect(harness.session.nextDeadline != nil)
  }

  // MARK: Stepping down

  private func stepping(_ oldest: ProtocolVersion) -> SessionHarness {
    .v5 { $0.oldestVersion = oldest }
  }

  @Test func `a broker that refuses 5 by its reason is asked in 3_1_1 at once`() throws {
    var harness = stepping(.v3_1_1)
    try harness.open()
    try harness.greet(.unsupportedProtocolVersion)
    #expect(harness.outputs.contains(.diagnostic(.versionRefused(.v5, next: .v3_1_1))))
    #expect(harness.session.nextDeadline == harness.now)
    harness.sent = []
    try harness.advance(.zero)
    #expect(harness.session.state == .connecting)
    try harness.drive { $0.connectionOpened(at: $1) }
    guard case .connect(let packet) = harness.takePackets().first else {
      Issue.record("no CONNECT")
      return
    }
    #expect(packet.version == .v3_1_1)
    try harness.greet(.success)
    #expect(harness.session.state == .connected)
    // The next connection stays with what works.
    try harness.lose()
    #expect(harness.session.version == .v3_1_1)
  }

  @Test func `a broker that answers in the form of 3_1_1 is understood`() throws {
    var harness = stepping(.v3_1)
    try harness.open()
    try harness.drive { $0.bytesReceived([0x20, 0x02, 0x00, 0x01], at: $1) }
    #expect(harness.session.version == .v3_1_1)
    try harness.advance(.zero)
    try harness.drive { $0.connectionOpened(at: $1) }
    try harness.drive { $0.bytesReceived([0x20, 0x02, 0x00, 0x01], at: $1) }
    #expect(harness.session.version == .v3_1)
    try harness.advance(.zero)
    try harness.drive { $0.connectionOpened(at: $1) }
    try harness.drive { $0.bytesReceived([0x20, 0x02, 0x00, 0x01], at: $1) }
    // Nothing older is allowed: it is a refusal like any other, with a pause.
    #expect(harness.closings.last == .refused(.unacceptableProtocolVersion))
    #expect(try #require(harness.session.nextDeadline) > harness.now)
  }

  @Test func `a broker that accepts 5 in the form of 3_1_1 is not believed`() throws {
    var harness = stepping(.v3_1_1)
    try harness.open()
    try harness.drive { $0.bytesReceived([0x20, 0x02, 0x00, 0x00], at: $1) }
    #expect(harness.closings == [.malformed(MalformedPacket(.truncated, in: .connectAcknowledgement))])
  }

  @Test func `a broker that hangs up on CONNECT is asked in every version in turn`() throws {
    var harness = stepping(.v3_1)
    var asked: [ProtocolVersion] = []
    for _ in 0..<4 {
      try harness.open()
      asked.append(harness.session.version)
      try harness.lose()
    }
    #expect(asked == [.v5, .v3_1_1, .v3_1, .v5])
  }

  @Test func `without leave no other version is tried`() throws {
    var harness = SessionHarness.v5()
    try harness.open()
    try harness.greet(.unsupportedProtocolVersion)
    #expect(harness.session.version == .v5)
    #expect(harness.closings == [.rejected(.unsupportedProtocolVersion, reasonString: nil)])
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionOpened(at: $1) }
    try harness.lose()
    #expect(harness.session.version == .v5)
  }

  @Test func `a link that breaks says nothing about the version`() throws {
    var harness = stepping(.v3_1)
    try harness.open()
    try harness.drive { $0.connectionClosed(.transport("reset"), at: $1) }
    #expect(harness.session.version == .v5)
  }

  @Test func `properties do not go to a broker of 3_1_1 and are still there for one of 5`() throws {
    var harness = stepping(.v3_1_1)
    try harness.publish("x", qos: .atLeastOnce) { $0.properties.contentType = "text/plain" }
    try harness.open()
    try harness.greet(.unsupportedProtocolVersion)
    try harness.connect()
    #expect(harness.takePackets() == [try publishPacket("x", qos: .atLeastOnce, id: 1)])
    #expect(harness.stored.outgoing.first?.message.properties.contentType == "text/plain")
  }

  @Test func `another configured version is tried again`() throws {
    var harness = stepping(.v3_1_1)
    try harness.open()
    try harness.greet(.unsupportedProtocolVersion)
    var configuration = harness.session.configuration
    configuration.version = .v3_1
    harness.session.reconfigure(configuration)
    #expect(harness.session.version == .v3_1)
  }
}

struct MissingPacket: Error, CustomStringConvertible {
  var description: String
}
