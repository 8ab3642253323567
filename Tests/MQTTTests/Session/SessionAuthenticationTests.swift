import MQTT
import SansIO
import TestSupport
import Testing

/// Enhanced authentication (5.0, clause 4.12).
@Suite struct SessionAuthenticationTests {
  /// Answers each challenge with its bytes reversed, and expects [9] in the end.
  private struct Reversing: EnhancedAuthentication {
    let methodName = "REVERSE"
    let randomByteCount = 2
    var answers = 0

    mutating func begin(randomness: [UInt8]) throws(AuthenticationFailure) -> [UInt8]? {
      guard randomness.count >= randomByteCount else { throw .unusableCredentials }
      return randomness + [UInt8(answers)]
    }

    mutating func respond(to data: [UInt8]) throws(AuthenticationFailure) -> [UInt8] {
      guard !data.isEmpty else { throw .malformedChallenge }
      answers += 1
      return data.reversed()
    }

    mutating func finish(with data: [UInt8]) throws(AuthenticationFailure) {
      guard data == [9] else { throw .wrongServerSignature }
    }
  }

  private func authenticating() throws -> SessionHarness {
    var harness = SessionHarness.v5 { $0.authentication = Reversing() }
    #expect(harness.session.authenticationRandomByteCount == 2)
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionOpened(randomness: [7, 8], at: $1) }
    return harness
  }

  private func auth(_ code: ReasonCode, _ data: [UInt8]?, method: String = "REVERSE") -> Packet {
    var packet = AuthenticationPacket(reasonCode: code)
    packet.properties.authenticationMethod = method
    packet.properties.authenticationData = data
    return .authentication(packet)
  }

  private func finish(_ harness: inout SessionHarness, _ data: [UInt8]?, method: String? = "REVERSE") throws {
    try harness.greet(.success) {
      $0.authenticationMethod = method
      $0.authenticationData = data
    }
  }

  @Test(.covers("v5:MQTT-4.12.0-3", "v5:MQTT-4.12.0-5", "v5:MQTT-3.1.2-30"))
  func `challenges are answered until CONNACK, and nothing else leaves before`() throws {
    var harness = try authenticating()
    guard case .connect(let connect) = harness.takePackets().first else {
      throw MissingPacket(description: "no CONNECT")
    }
    #expect(connect.properties.authenticationMethod == "REVERSE")
    #expect(connect.properties.authenticationData == [7, 8, 0])
    try harness.publish("early", qos: .atLeastOnce)
    try harness.receive(auth(.continueAuthentication, [1, 2]))
    #expect(harness.takePackets() == [auth(.continueAuthentication, [2, 1])])
    try harness.receive(auth(.continueAuthentication, [3, 4]))
    #expect(harness.takePackets() == [auth(.continueAuthentication, [4, 3])])
    try finish(&harness, [9])
    #expect(harness.session.state == .connected)
    #expect(harness.publishedTexts == ["early"])
  }

  @Test func `a server that does not prove itself is left`() throws {
    for data in [[8], nil] as [[UInt8]?] {
      var harness = try authenticating()
      try finish(&harness, data)
      #expect(harness.closings == [.authentication(.wrongServerSignature)])
    }
    var silent = try authenticating()
    try silent.receive(auth(.continueAuthentication, nil))
    #expect(silent.closings == [.authentication(.malformedChallenge)])
  }

  @Test(.covers("v5:MQTT-4.12.0-7"))
  func `AUTH that nobody asked for, or by another method, is a protocol error`() throws {
    var other = try authenticating()
    try other.receive(auth(.continueAuthentication, [1], method: "OTHER"))
    #expect(other.closings == [.protocolViolation(.authentication)])
    var changed = try authenticating()
    try finish(&changed, [9], method: "OTHER")
    #expect(changed.closings == [.protocolViolation(.authentication)])
    var missing = try authenticating()
    try finish(&missing, nil, method: nil)
    #expect(missing.closings == [.protocolViolation(.authentication)])
    var unasked = SessionHarness.v5()
    try unasked.open()
    try unasked.receive(auth(.continueAuthentication, [1]))
    #expect(unasked.closings == [.protocolViolation(.authentication)])
    var late = try authenticating()
    try finish(&late, [9])
    late.sent = []
    try late.receive(auth(.continueAuthentication, [1]))
    #expect(late.closings == [.protocolViolation(.authentication)])
    #expect(late.takePackets() == [.disconnect(DisconnectPacket(reasonCode: .protocolError))])
    var none = SessionHarness.v5()
    try none.connect()
    #expect(try reauthenticate(&none) == false)
  }

  @Test func `without what nobody can guess no authentication begins`() throws {
    var harness = SessionHarness.v5 { $0.authentication = Reversing() }
    try harness.open()
    #expect(harness.closings == [.authentication(.unusableCredentials)])
    #expect(harness.takePackets().isEmpty)
  }

  @Test func `a server that does not go on is given up in time`() throws {
    var harness = try authenticating()
    try harness.receive(auth(.continueAuthentication, [1]))
    try harness.advance(.seconds(10))
    #expect(harness.closings == [.connectAcknowledgementTimeout])
  }

  private func reauthenticate(_ harness: inout SessionHarness) throws -> Bool {
    var isBegun = false
    try harness.drive { isBegun = $0.reauthenticate(randomness: [5, 6], at: $1) }
    return isBegun
  }

  private func authenticated() throws -> SessionHarness {
    var harness = try authenticating()
    try finish(&harness, [9])
    harness.sent = []
    harness.outputs = []
    return harness
  }

  @Test(.covers("v5:MQTT-4.12.1-1"))
  func `authenticating again begins anew while messages go on`() throws {
    var harness = try authenticated()
    #expect(try reauthenticate(&harness) == true)
    #expect(harness.takePackets() == [auth(.reAuthenticate, [5, 6, 0])])
    try harness.publish("meanwhile", qos: .atMostOnce)
    #expect(harness.publishedTexts == ["meanwhile"])
    harness.sent = []
    #expect(try reauthenticate(&harness) == false, "one at a time")
    try harness.receive(auth(.continueAuthentication, [5, 6]))
    #expect(harness.takePackets() == [auth(.continueAuthentication, [6, 5])])
    try harness.receive(auth(.success, [9]))
    #expect(harness.outputs.contains(.reauthenticated))
    try harness.advance(.seconds(31))
    #expect(harness.session.state == .connected)
    #expect(try reauthenticate(&harness) == true)
  }

  @Test(.covers("v5:MQTT-4.12.1-2"))
  func `authenticating again that fails, or is not answered, ends the connection`() throws {
    var failed = try authenticated()
    #expect(try reauthenticate(&failed) == true)
    try failed.receive(auth(.success, [8]))
    #expect(failed.closings == [.authentication(.wrongServerSignature)])
    var silent = try authenticated()
    #expect(try reauthenticate(&silent) == true)
    try silent.advance(.milliseconds(29_999))
    #expect(silent.session.state == .connected)
    try silent.advance(.milliseconds(1))
    #expect(silent.session.state == .disconnected)
    var premature = try authenticated()
    #expect(try reauthenticate(&premature) == true)
    try premature.lose()
    #expect(try reauthenticate(&premature) == false)
  }
}
