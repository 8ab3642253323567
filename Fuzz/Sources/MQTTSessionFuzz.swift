import MQTT
import SansIO

/// A client session under a peer that sends anything, a disk that is slow and a link that comes and goes.
///
/// Each step is a byte that draws an event, then its arguments.
enum MQTTSessionFuzz: FuzzTarget {
  static let name = "mqtt-session"

  static func run(_ bytes: [UInt8]) {
    var life = Life(bytes)
    while !life.input.isEmpty { life.step() }
  }

  private struct Life {
    static let window = 3
    var input: FuzzInput
    var session: MQTTSession
    var now = MonotonicInstant.zero
    var tokens: [InboundToken] = []
    var tickets: [PersistTicket] = []
    /// Publishes that the session has taken and not ended.
    var open: Set<PublishTag> = []
    var lastTag: UInt64 = 0
    var lastTicket = PersistTicket(rawValue: 0)

    init(_ bytes: [UInt8]) {
      input = FuzzInput(bytes)
      let flags = input.byte()
      session = MQTTSession(configuration: Self.configuration(flags), seed: UInt64(flags))
      session.start(at: now)
      drain()
      session.connectionOpened(at: now)
      drain()
      if flags & 4 == 0 { session.bytesReceived(greeting(flags >> 3), at: now) }
      drain()
    }

    private static func configuration(_ flags: UInt8) -> SessionConfiguration {
      var configuration = SessionConfiguration(clientIdentifier: "fuzzed")
      configuration.version = flags & 0x10 != 0 ? .v5 : .v3_1_1
      configuration.oldestVersion = flags & 0x20 != 0 ? .v3_1 : nil
      configuration.cleanSession = flags & 1 != 0
      configuration.keepAlive = flags & 2 != 0 ? 20 : 0
      configuration.isDurable = flags & 0x40 == 0
      configuration.acknowledgement = flags & 0x80 != 0 ? .automatic : .manual
      configuration.sessionExpiryInterval = flags & 8 != 0 ? 30 : nil
      configuration.followsRedirections = true
      configuration.authentication = flags & 0x20 != 0 ? Echo() : nil
      configuration.responseTopic = try? TopicName("answers")
      configuration.limits.inFlightWindow = window
      configuration.limits.queueMessages = 12
      configuration.limits.transientQueueMessages = 4
      configuration.limits.overflow =
        [.refuse, .dropOldestTransient, .dropOldest, .conflate][Int(flags >> 4 & 3)]
      return configuration
    }

    mutating func step() {
      switch input.byte() % 18 {
      case 0: session.start(at: now)
      case 1: session.connectionOpened(at: now)
      case 2: session.bytesReceived(greeting(input.byte()), at: now)
      case 3: session.connectionClosed(.closedByBroker, at: now)
      case 4: passTime(input.span())
      case 5: publish()
      case 6: if let token = tokens.popLast() { session.accept(token, at: now) }
      case 7: if !tickets.isEmpty { session.persisted(tickets.removeFirst(), at: now) }
      case 8: subscribe()
      case 9: session.linkCongested(input.byte() & 1 == 0, at: now)
      case 10: session.drain(at: now, keepingWill: input.byte() & 1 != 0, sessionExpiryInterval: 7)
      case 13: if let token = tokens.popLast() { session.refuse(token, .quotaExceeded, at: now) }
      case 14: if let token = tokens.popLast() { session.discard(token, at: now) }
      case 15: request()
      case 16:
        session.reauthenticate(at: now)
        session.checkLink(at: now)
      case 11: session.bytesReceived(acknowledgement(), at: now)
      case 12: session.bytesReceived(published(), at: now)
      default: session.bytesReceived(input.counted(), at: now)
      }
      drain()
      require(session.inFlightCount <= Self.window, "more in flight than the window allows")
      if session.state != .disconnected {
        require(
          session.nextDeadline != nil || session.state == .connected,
          "nothing would ever happen again in \(session.state)")
      }
    }

    private mutating func passTime(_ span: TimeSpan) {
      now = now + span
      for _ in 0..<64 {
        guard let next = session.nextDeadline, next <= now else { return }
        session.deadlinePassed(at: now)
        drain()
      }
      require(false, "the session's deadlines never end")
    }

    private mutating func publish() {
      let draw = input.byte()
      guard let qos = QualityOfService(rawValue: draw % 3), let topic = try? TopicName("t\(draw >> 3 & 3)")
      else { return }
      var message = Message(topic: topic, payload: input.bytes(Int(draw >> 4)), qos: qos)
      if draw & 8 != 0 { message.properties.messageExpiryInterval = UInt32(draw >> 2) }
      lastTag += 1
      let tag = PublishTag(rawValue: lastTag)
      let isTaken = session.publish(message, tag: tag, keepWhileOffline: draw & 4 != 0, at: now)
      if isTaken, qos != .atMostOnce { open.insert(tag) }
    }

    private mutating func request() {
      let draw = input.byte()
      guard let topic = try? TopicName("ask") else { return }
      let message = Message(topic: topic, payload: [draw], qos: .atLeastOnce)
      lastTag += 1
      let tag = PublishTag(rawValue: lastTag)
      if case .success = session.request(message, timeout: .seconds(Int64(draw)), tag: tag, at: now) {
        open.insert(tag)
      }
    }

    /// CONNACK, in 5.0 with whatever properties.
    private mutating func greeting(_ draw: UInt8) -> [UInt8] {
      let code = draw & 0x0E == 0x0E ? draw : 0
      guard session.version == .v5 else { return [0x20, 0x02, draw & 1, code & 7] }
      let properties =
        draw & 0x40 != 0 ? [0x21, 0, draw >> 2 & 7, 0x22, 0, 2] : input.bytes(Int(draw >> 4 & 3))
      return [0x20, UInt8(3 + properties.count), draw & 1, code, UInt8(properties.count)] + properties
    }

    private mutating func subscribe() {
      let draw = input.byte()
      guard let filter = try? TopicFilter("f\(draw % 5)") else { return }
      if draw & 0x80 != 0 {
        session.unsubscribe([filter], at: now)
      } else {
        session.subscribe([Subscription(filter: filter, qos: .exactlyOnce)], at: now)
      }
    }

    /// A packet identifier that the session may well be using.
    private mutating func acknowledgement() -> [UInt8] {
      let draw = input.byte()
      let kinds: [UInt8] = [0x40, 0x50, 0x62, 0x70, 0xB0, 0x90]
      let kind = kinds[Int(draw >> 3) % kinds.count]
      guard session.version == .v5 else {
        let body = [0, draw & 7] + (kind == 0x90 ? [draw >> 6] : [])
        return [kind, UInt8(body.count)] + body
      }
      let code = draw & 0xC0 == 0xC0 ? input.byte() : 0
      let body = [0, draw & 7] + (kind == 0x90 || kind == 0xB0 ? [0, code] : [code])
      return [kind, UInt8(body.count)] + body
    }

    private mutating func published() -> [UInt8] {
      let draw = input.byte()
      let qos = draw % 3
      let identifier: [UInt8] = qos == 0 ? [] : [0, draw >> 2 & 7]
      let properties: [UInt8] =
        session.version == .v5 ? (draw & 0x40 != 0 ? [3, 0x23, 0, draw >> 5] : [0]) : []
      let body = [0, 1, UInt8(ascii: "m")] + identifier + properties + input.bytes(Int(draw >> 6))
      return [0x30 | qos << 1 | (qos > 0 ? draw & 8 : 0), UInt8(body.count)] + body
    }

    /// Says what it hears.
    private struct Echo: EnhancedAuthentication {
      let methodName = "ECHO"
      let randomByteCount = 0
      mutating func begin(randomness: [UInt8]) throws(AuthenticationFailure) -> [UInt8]? { nil }
      mutating func respond(to data: [UInt8]) throws(AuthenticationFailure) -> [UInt8] { data }
      mutating func finish(with data: [UInt8]) throws(AuthenticationFailure) {
        if data == [0] { throw .wrongServerSignature }
      }
    }

    private mutating func drain() {
      for _ in 0..<4_096 {
        guard let output = session.nextOutput() else { return }
        switch output {
        case .received(_, let token, _), .response(_, _, let token): tokens.append(token)
        case .dropped(let tag, _): open.remove(tag)
        case .persist(_, let ticket):
          require(lastTicket < ticket, "a ticket came twice")
          lastTicket = ticket
          tickets.append(ticket)
        case .delivered(let tag):
          require(open.remove(tag) != nil, "delivered twice, or never published")
        default: break
        }
      }
      require(false, "the session's outputs never end")
    }
  }
}
