import MQTT
import SansIO
import TestSupport
import Testing

/// Every order of the events of a connection, and the identifiers at their limits.
@Suite struct SessionLifecycleTests {
  enum Event: CaseIterable {
    case start
    case opened
    case closed
    case greeted
    case refused
    case deadline
    case drain
  }

  /// A session with what its owner knows of the stream.
  private struct Walk {
    var session: MQTTSession
    var now = MonotonicInstant.zero
    var isOpening = false
    var isDrained = false
    var complaint: String?

    mutating func perform(_ event: Event) {
      let wasUp = session.state == .connected || session.state == .draining
      switch event {
      case .start:
        session.start(at: now)
        isDrained = false
      case .opened: session.connectionOpened(at: now)
      case .closed: session.connectionClosed(.closedByBroker, at: now)
      case .greeted: session.bytesReceived([0x20, 0x02, 0x00, 0x00], at: now)
      case .refused: session.bytesReceived([0x20, 0x02, 0x00, 0x03], at: now)
      case .deadline:
        guard let next = session.nextDeadline else { return }
        now = max(now, next)
        session.deadlinePassed(at: now)
      case .drain:
        session.drain(at: now)
        if !wasUp { isDrained = true }
      }
      drain()
      judge()
    }

    private mutating func drain() {
      while let output = session.nextOutput() {
        switch output {
        case .openConnection:
          if isOpening { complaint = "a second connection while the first was pending" }
          isOpening = true
        case .closeConnection: isOpening = false
        case .disconnected(let reason, _):
          isOpening = false
          if reason == .drained { isDrained = true }
        default: break
        }
      }
    }

    private mutating func judge() {
      if (session.state == .disconnected) == isOpening { complaint = "stream \(isOpening), \(session.state)" }
      let sleeps = session.nextDeadline == nil
      if session.state == .connecting, sleeps { complaint = "connecting without a deadline" }
      if session.state == .disconnected, sleeps != isDrained {
        complaint = "disconnected, drained \(isDrained)"
      }
    }
  }

  @Test func `no order of coming and going makes two connections or none for ever`() {
    var walks = 0
    func walk(_ state: Walk, _ depth: Int, _ path: [Event]) {
      guard depth > 0 else {
        walks += 1
        return
      }
      for event in Event.allCases {
        var next = state
        next.perform(event)
        if let complaint = next.complaint {
          Issue.record("\(complaint) after \(path + [event])")
          return
        }
        walk(next, depth - 1, path + [event])
      }
    }
    var configuration = SessionConfiguration(clientIdentifier: "x")
    configuration.keepAlive = 10
    var start = Walk(session: MQTTSession(configuration: configuration, seed: 3))
    start.perform(.start)
    walk(start, 6, [])
    #expect(walks == 117_649)
  }

  @Test func `when all 65,535 identifiers are in use the next message waits`() throws {
    var configuration = SessionConfiguration(clientIdentifier: "x")
    configuration.isDurable = false
    configuration.keepAlive = 0
    configuration.limits.inFlightWindow = 100_000
    configuration.limits.queueMessages = 100_000
    configuration.limits.outputBytes = .max
    var session = MQTTSession(configuration: configuration, seed: 1)
    session.start(at: .zero)
    session.connectionOpened(at: .zero)
    session.bytesReceived([0x20, 0x02, 0x00, 0x00], at: .zero)
    let message = Message(topic: .sample, payload: [], qos: .atLeastOnce)
    for _ in 0..<65_537 { session.publish(message, at: .zero) }
    #expect(session.inFlightCount == 65_535)
    #expect(session.undelivered.messages == 65_537)
    while session.nextOutput() != nil {}
    // The one that becomes free is the one that is given, from whichever place.
    session.bytesReceived([0x40, 0x02, 0x12, 0x34], at: .zero)
    var transmitted: [UInt8] = []
    while let output = session.nextOutput() {
      if case .transmit(let bytes) = output { transmitted += bytes }
    }
    #expect(transmitted == [0x32, 0x05, 0x00, 0x01, 0x74, 0x12, 0x34])
    #expect(session.inFlightCount == 65_535)
    // SUBSCRIBE has the same identifiers, so it waits, too.
    session.subscribe([Subscription(filter: TopicFilter(.sample), qos: .atMostOnce)], at: .zero)
    #expect(session.nextOutput() == nil)
  }

  @Test(.covers("v5:MQTT-4.3.3-13"))
  func `an exchange goes on for a message that has expired`() throws {
    var harness = SessionHarness.v5 { $0.keepAlive = 0 }
    try harness.connect()
    var message = Message(topic: .sample, payload: [1], qos: .exactlyOnce)
    message.properties.messageExpiryInterval = 1
    try harness.receive(.publish(PublishPacket(message: message, packetIdentifier: try identifier(4))))
    try harness.advance(.hours(1))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    #expect(harness.takePackets() == [.publishReceived(try response(4))])
    try harness.advance(.hours(1))
    try harness.receive(.publishRelease(try response(4)))
    #expect(harness.takePackets() == [.publishComplete(try response(4))])
  }

  @Test func `what a session keeps can be taken to another one`() throws {
    var harness = SessionHarness.v5 { $0.isDurable = false }
    try harness.connect { $0.assignedClientIdentifier = "given" }
    try harness.publish("1", qos: .exactlyOnce)
    try harness.receive(try publishPacket("in", qos: .exactlyOnce, id: 9))
    try harness.drive { [token = harness.receivedTokens[0]] in $0.accept(token, at: $1) }
    try harness.lose()
    try harness.publish("2", qos: .atLeastOnce)
    var next = SessionHarness(harness.session.configuration, restored: harness.session.snapshot)
    #expect(next.session.assignedClientIdentifier == "given")
    try next.connect(sessionPresent: true)
    #expect(next.publishedTexts == ["1", "2"])
    try next.receive(try publishPacket("in", qos: .exactlyOnce, id: 9, duplicate: true))
    #expect(next.receivedTokens.isEmpty)
    #expect(next.outputs.allSatisfy { if case .persist = $0 { false } else { true } })
  }
}
