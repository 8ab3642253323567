import MQTT
import SansIO
import TestSupport
import Testing

@Suite struct SessionReceivingTests {
  private func connected() throws -> SessionHarness {
    var harness = SessionHarness(SessionHarness.configuration())
    try harness.connect(sessionPresent: true)
    return harness
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.3.4-1", "v5:MQTT-3.3.4-1")) func qosZeroIsHandedOutAndNotAcknowledged() throws
  {
    var harness = try connected()
    try harness.receive(try publishPacket("x", qos: .atMostOnce, id: nil))
    let token = try #require(harness.receivedTokens.first)
    try harness.drive { $0.accept(token, at: $1) }
    #expect(harness.takePackets().isEmpty)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.6.0-2", "v5:MQTT-4.6.0-2", "v3.1.1:MQTT-4.3.2-2", "v5:MQTT-4.3.2-4"))
  func pubackWaitsForAcceptAndKeepsTheOrderOfArrival() throws {
    var harness = try connected()
    try harness.receive(
      try publishPacket("a", qos: .atLeastOnce, id: 5), try publishPacket("b", qos: .atLeastOnce, id: 6))
    let tokens = harness.receivedTokens
    #expect(tokens.count == 2)
    try harness.drive { $0.accept(tokens[1], at: $1) }
    #expect(harness.takePackets().isEmpty)
    try harness.drive { $0.accept(tokens[0], at: $1) }
    #expect(
      harness.takePackets() == [
        .publishAcknowledgement(try response(5)), .publishAcknowledgement(try response(6)),
      ])
    try harness.drive { $0.accept(tokens[0], at: $1) }
    #expect(harness.takePackets().isEmpty)
  }

  @Test(
    .covers(
      "v5:MQTT-4.3.2-5")) func aTokenOfAnEarlierConnectionAcknowledgesNothing() throws
  {
    var harness = try connected()
    try harness.receive(try publishPacket("a", qos: .atLeastOnce, id: 5))
    let old = try #require(harness.receivedTokens.first)
    try harness.lose()
    try harness.connect(sessionPresent: true)
    try harness.drive { $0.accept(old, at: $1) }
    #expect(harness.takePackets().isEmpty)
    try harness.receive(try publishPacket("a", qos: .atLeastOnce, id: 5, duplicate: true))
    guard case .received(_, let token, duplicate: true) = harness.outputs.last else {
      Issue.record("the repetition was not handed out as such")
      return
    }
    try harness.drive { $0.accept(token, at: $1) }
    #expect(harness.takePackets() == [.publishAcknowledgement(try response(5))])
  }

  @Test(.covers("v3.1.1:MQTT-4.6.0-3", "v5:MQTT-4.6.0-3"))
  func `PUBRECs keep the order of arrival, whatever is accepted first`() throws {
    var harness = try connected()
    for id in UInt16(5)...7 { try harness.receive(try publishPacket("\(id)", qos: .exactlyOnce, id: id)) }
    let tokens = harness.receivedTokens
    for index in [2, 1] { try harness.drive { $0.accept(tokens[index], at: $1) } }
    #expect(harness.takePackets().isEmpty)
    try harness.drive { $0.accept(tokens[0], at: $1) }
    #expect(harness.takePackets() == (try [UInt16(5), 6, 7].map { .publishReceived(try response($0)) }))
  }

  @Test func `what is acknowledged by itself needs no accept, but its record`() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.acknowledgement = .automatic })
    try harness.connect()
    harness.persistsAtOnce = false
    try harness.receive(
      try publishPacket("1", qos: .atLeastOnce, id: 1), try publishPacket("2", qos: .exactlyOnce, id: 2))
    #expect(harness.takePackets() == [.publishAcknowledgement(try response(1))])
    try harness.persistAll()
    #expect(harness.takePackets() == [.publishReceived(try response(2))])
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.3.3-2", "v5:MQTT-4.3.3-8", "v5:MQTT-4.3.3-11")) func pubrecWaitsForAcceptAndForTheStore()
    throws
  {
    var harness = try connected()
    harness.persistsAtOnce = false
    try harness.receive(try publishPacket("a", qos: .exactlyOnce, id: 5))
    let token = try #require(harness.receivedTokens.first)
    #expect(harness.unpersisted.isEmpty)
    try harness.drive { $0.accept(token, at: $1) }
    #expect(harness.takePackets().isEmpty)
    try harness.persistAll()
    #expect(harness.takePackets() == [.publishReceived(try response(5))])
    #expect(Array(harness.stored.inbound.keys) == [try identifier(5)])
    try harness.receive(.publishRelease(try response(5)))
    #expect(harness.takePackets().isEmpty, "PUBCOMP must wait until the identifier is forgotten")
    try harness.persistAll()
    #expect(harness.takePackets() == [.publishComplete(try response(5))])
    #expect(harness.stored.inbound.isEmpty)
  }

  @Test func anUnknownPubrelIsAnswered() throws {
    var harness = try connected()
    try harness.receive(.publishRelease(try response(77)))
    #expect(harness.takePackets() == [.publishComplete(try response(77))])
  }

  @Test func aLostSessionForgetsIncomingIdentifiers() throws {
    var harness = try connected()
    try harness.receive(try publishPacket("a", qos: .exactlyOnce, id: 5))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    try harness.lose()
    try harness.connect(sessionPresent: false)
    #expect(harness.stored.inbound.isEmpty)
    try harness.receive(try publishPacket("new", qos: .exactlyOnce, id: 5))
    #expect(harness.receivedTokens.count == 1)
  }

  @Test func anotherMessageUnderAKnownIdentifierIsAnotherMessage() throws {
    var harness = try connected()
    try harness.receive(try publishPacket("a", qos: .exactlyOnce, id: 5))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    // The broker was set back and has forgotten that it ever sent the first.
    harness = harness.crashed()
    try harness.connect(sessionPresent: true)
    try harness.receive(try publishPacket("b", qos: .exactlyOnce, id: 5))
    #expect(harness.receivedTokens.count == 1)
    #expect(harness.outputs.contains(.diagnostic(.identifierReused(try identifier(5)))))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    #expect(harness.takePackets() == [.publishReceived(try response(5))])
    // And the same one again, whatever its DUP flag says, is not.
    harness.outputs = []
    try harness.receive(try publishPacket("b", qos: .exactlyOnce, id: 5))
    #expect(harness.receivedTokens.isEmpty)
    #expect(harness.takePackets() == [.publishReceived(try response(5))])
  }

  @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce, .exactlyOnce])
  func `a message that is too large is acknowledged and not handed out`(qos: QualityOfService) throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.limits.incomingPacketBytes = 1_000 })
    try harness.connect(sessionPresent: true)
    harness.persistsAtOnce = false
    let identifier: UInt16? = qos == .atMostOnce ? nil : 5
    for _ in 0..<2 {
      try harness.receive(try publishPacket(String(repeating: "x", count: 5_000), qos: qos, id: identifier))
      #expect(harness.receivedTokens.isEmpty)
      switch qos {
      case .atMostOnce: #expect(harness.takePackets().isEmpty)
      case .atLeastOnce: #expect(harness.takePackets() == [.publishAcknowledgement(try response(5))])
      case .exactlyOnce:
        #expect(harness.takePackets() == [.publishReceived(try response(5))])
        try harness.receive(.publishRelease(try response(5)))
        #expect(harness.takePackets() == [.publishComplete(try response(5))])
      }
    }
    try harness.receive(try publishPacket("small", qos: .atMostOnce, id: nil))
    #expect(harness.receivedTokens.count == 1)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.5.0-2", "v5:MQTT-4.5.0-2"))
  func `a discarded message needs no record, in whatever order the broker repeats it`() throws {
    var harness = try connected()
    harness.persistsAtOnce = false
    let packet = try publishPacket("a", qos: .exactlyOnce, id: 5)
    try harness.receive(packet)
    let token = try #require(harness.receivedTokens.first)
    try harness.drive { $0.discard(token, at: $1) }
    #expect(harness.takePackets() == [.publishReceived(try response(5))])
    try harness.lose()
    try harness.connect(sessionPresent: true)
    harness.outputs = []
    try harness.receive(packet)
    #expect(harness.receivedTokens.isEmpty)
    #expect(harness.takePackets() == [.publishReceived(try response(5))])
    try harness.receive(.publishRelease(try response(5)))
    #expect(harness.takePackets() == [.publishComplete(try response(5))])
    #expect(harness.stored.inbound.isEmpty && harness.unpersisted.isEmpty)
  }

  @Test func tooManyUnacceptedMessagesBreakTheLink() throws {
    var harness = SessionHarness(SessionHarness.configuration { $0.limits.unacceptedMessages = 3 })
    try harness.connect()
    for id in 1...4 { try harness.receive(try publishPacket("x", qos: .exactlyOnce, id: UInt16(id))) }
    #expect(harness.receivedTokens.count == 3)
    #expect(harness.takeOutputs().contains(.closeConnection(.tooManyUnaccepted)))
  }

  @Test func aPrematurePubrelEndsTheExchangeWithoutASecondDelivery() throws {
    var harness = try connected()
    try harness.receive(try publishPacket("a", qos: .exactlyOnce, id: 5), .publishRelease(try response(5)))
    let token = try #require(harness.receivedTokens.first)
    #expect(harness.takePackets() == [.publishComplete(try response(5))])
    try harness.drive { $0.accept(token, at: $1) }
    #expect(harness.takePackets().isEmpty)
    #expect(harness.stored.inbound.isEmpty)
  }

  /// What may happen between two steps of an exchange.
  enum Interruption: CaseIterable {
    case nothing
    case reconnect
    case crash
  }

  /// The broker's side of one QoS 2 message: it repeats its last packet until it is answered.
  @Test(
    .covers(
      "v5:MQTT-4.3.3-10", "v5:MQTT-4.3.3-12"), arguments: Interruption.allCases, Interruption.allCases)
  func aQoS2MessageIsHandledExactlyOnceWhateverInterruptsItWhere(
    _ first: Interruption, _ second: Interruption
  ) throws {
    for firstStep in 0..<6 {
      for secondStep in firstStep..<6 {
        var exchange = InboundExchange(harness: try connected())
        for step in 0..<6 {
          try exchange.run(step)
          if step == firstStep { try exchange.interrupt(first) }
          if step == secondStep { try exchange.interrupt(second) }
        }
        try exchange.finish()
        #expect(exchange.handled == 1, "\(first) after \(firstStep), \(second) after \(secondStep)")
        #expect(exchange.harness.stored.inbound.isEmpty)
      }
    }
  }
}

/// A broker that has one QoS 2 message to deliver, and an application that counts it in the transaction
/// which accepts it.
private struct InboundExchange {
  var harness: SessionHarness
  var handled = 0
  private var isReceived = false
  private var isComplete = false
  private var token: InboundToken?
  private var isDuplicate = false

  init(harness: SessionHarness) {
    self.harness = harness
    self.harness.persistsAtOnce = false
  }

  mutating func run(_ step: Int) throws {
    switch step {
    case 0: try send()
    case 1: try accept()
    case 2: try persist()
    case 3: try readAnswers()
    case 4: try send()
    default:
      try persist()
      try readAnswers()
    }
  }

  mutating func finish() throws {
    for _ in 0..<8 where !isComplete {
      try send()
      try accept()
      try persist()
      try readAnswers()
    }
    #expect(isComplete)
  }

  mutating func interrupt(_ kind: SessionReceivingTests.Interruption) throws {
    switch kind {
    case .nothing: return
    case .reconnect: try harness.lose()
    case .crash:
      harness = harness.crashed()
      token = nil
    }
    harness.sent = []
    isDuplicate = true
    try harness.connect(sessionPresent: true)
    if !isComplete { try send() }
  }

  private mutating func send() throws {
    guard !isComplete else { return }
    if isReceived {
      try harness.receive(.publishRelease(try response(9)))
    } else {
      try harness.receive(try publishPacket("m", qos: .exactlyOnce, id: 9, duplicate: isDuplicate))
    }
    isDuplicate = true
    if let new = harness.receivedTokens.last { token = new }
    harness.outputs = []
  }

  private mutating func accept() throws {
    guard let token else { return }
    try harness.drive { $0.accept(token, at: $1) }
  }

  private mutating func persist() throws {
    for (changes, _) in harness.unpersisted {
      handled += changes.count { if case .insertInbound = $0 { true } else { false } }
    }
    try harness.persistAll()
  }

  private mutating func readAnswers() throws {
    for packet in harness.takePackets() {
      if case .publishReceived = packet { isReceived = true }
      if case .publishComplete = packet { isComplete = true }
    }
  }
}
