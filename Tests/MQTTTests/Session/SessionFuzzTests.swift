import MQTT
import SansIO
import TestSupport
import Testing

/// A session under a peer that sends whatever it likes.
@Suite struct SessionFuzzTests {
  private struct Fuzz {
    var session: MQTTSession
    var generator: SeededGenerator
    var now = MonotonicInstant.zero
    var tokens: [InboundToken] = []
    var tickets: [PersistTicket] = []
    var connections = 0
    let packets: [[UInt8]]

    mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    mutating func step() throws {
      switch draw(12) {
      case 0: session.start(at: now)
      case 1:
        session.connectionOpened(at: now)
        if draw(5) > 0 { session.bytesReceived([0x20, 0x02, UInt8(draw(2)), 0x00], at: now) }
      case 2 where draw(6) == 0: session.connectionClosed(.closedByBroker, at: now)
      case 3:
        now = now + .milliseconds(Int64(draw(4_000)))
        session.deadlinePassed(at: now)
      case 4:
        let qos = QualityOfService(rawValue: UInt8(draw(3))) ?? .atMostOnce
        let message = Message(topic: try TopicName("t"), payload: [], qos: qos)
        session.publish(message, keepWhileOffline: draw(2) == 0, at: now)
      case 5: if let token = tokens.popLast() { session.accept(token, at: now) }
      case 6: if !tickets.isEmpty { session.persisted(tickets.removeFirst(), at: now) }
      case 7:
        let filter = try TopicFilter("f\(draw(5))")
        if draw(2) == 0 { session.unsubscribe([filter], at: now) }
        session.subscribe([Subscription(filter: filter, qos: .exactlyOnce)], at: now)
      case 8: session.linkCongested(draw(2) == 0, at: now)
      case 9 where draw(20) == 0: session.drain(at: now)
      default: session.bytesReceived(bytes(), at: now)
      }
      drain()
    }

    private mutating func bytes() -> [UInt8] {
      var result = packets[draw(packets.count)]
      if draw(30) == 0 { result[draw(result.count)] = UInt8(draw(256)) }
      if draw(40) == 0 { result = Array(result.prefix(draw(result.count) + 1)) }
      return result
    }

    private mutating func drain() {
      while let output = session.nextOutput() {
        switch output {
        case .received(_, let token, _): tokens.append(token)
        case .persist(_, let ticket): tickets.append(ticket)
        case .connected: connections += 1
        default: break
        }
      }
    }
  }

  /// What a broker sends, with identifiers that a session may well be using.
  private func brokerPackets() throws -> [[UInt8]] {
    let onlyClients: Set<PacketType> = [.connect, .subscribe, .unsubscribe, .pingRequest, .disconnect]
    var packets = try PacketVectors.all()
      .filter { !onlyClients.contains($0.packet.type) && $0.packet.type != .connectAcknowledgement }
      .compactMap { bytes(hex: $0.hex) }
    for id in UInt16(1)...4 {
      for type in ["40", "50", "62", "70", "b0"] {
        packets.append(try #require(bytes(hex: "\(type)02000\(id)")))
      }
      packets.append(try #require(bytes(hex: "9003000\(id)01")))
      for qos in [QualityOfService.atLeastOnce, .exactlyOnce] {
        packets.append(try publishPacket("m", qos: qos, id: id).encoded())
      }
    }
    return packets
  }

  @Test func noPeerTrapsASessionOrBreaksItsLimits() throws {
    let packets = try brokerPackets()
    var connections = 0
    for seed in UInt64(1)...200 {
      var configuration = SessionConfiguration(clientIdentifier: "fuzzed")
      configuration.cleanSession = seed.isMultiple(of: 2)
      configuration.keepAlive = UInt16(seed % 20)
      configuration.limits.inFlightWindow = 3
      configuration.limits.transientQueueMessages = 4
      var fuzz = Fuzz(
        session: MQTTSession(configuration: configuration, seed: seed),
        generator: SeededGenerator(seed: seed), packets: packets)
      for _ in 0..<600 {
        try fuzz.step()
        if fuzz.session.inFlightCount > 3 { Issue.record("window broken, seed \(seed)") }
      }
      if fuzz.session.state == .disconnected { fuzz.session.start(at: fuzz.now) }
      #expect(fuzz.session.nextDeadline != nil, "nothing would ever happen again, seed \(seed)")
      connections += fuzz.connections
    }
    #expect(connections > 1_000)
  }
}
