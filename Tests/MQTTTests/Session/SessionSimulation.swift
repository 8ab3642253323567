import MQTT
import SansIO

/// A client and a broker on a link that splits, delays and breaks, with a store that is behind and a client
/// that is killed at any moment; everything from one seed.
struct SessionSimulation {
  struct Faults {
    var losesLinks = true
    var crashes = true
    var losesSessions = false
  }

  private(set) var broker = TinyBroker()
  /// What the client's application made of incoming messages, in the transaction that accepts them.
  private(set) var handled: [QualityOfService: [[UInt8]]] = [:]
  /// Payloads that were durable at some time.
  private(set) var durable: [QualityOfService: Set<[UInt8]>] = [:]
  private(set) var sentByBroker: [QualityOfService: Set<[UInt8]>] = [:]
  private(set) var crashes = 0
  private(set) var reconnects = 0

  private var session: MQTTSession
  private var stored = SessionSnapshot()
  /// With the payload that the application handles in the same transaction.
  private var unpersisted: [(changes: [SessionChange], ticket: PersistTicket, handled: [UInt8]?)] = []
  private var toBroker: [UInt8] = []
  private var isStreamOpen = false
  private var tokens: [(InboundToken, [UInt8])] = []
  private var accepting: [UInt8]?
  private var now = MonotonicInstant.zero
  private var generator: SeededGenerator
  private let faults: Faults
  private let configuration: SessionConfiguration
  private let topic: TopicName
  private let window = 4
  private var counter = 0

  init(seed: UInt64, faults: Faults, version: ProtocolVersion = .v3_1_1) throws {
    generator = SeededGenerator(seed: seed)
    self.faults = faults
    var configuration = SessionConfiguration(clientIdentifier: "simulated")
    configuration.version = version
    configuration.limits.inFlightWindow = window
    self.configuration = configuration
    topic = try TopicName("t")
    session = MQTTSession(configuration: configuration, seed: seed)
    session.start(at: now)
    try drain()
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    try heal()
  }

  mutating func run(_ events: [Event]) throws {
    for event in events { try perform(event) }
    try heal()
  }

  var isQuiet: Bool {
    session.undelivered.messages == 0 && broker.isQuiet && unpersisted.isEmpty && tokens.isEmpty
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  /// What may happen next.
  enum Event: Hashable, Sendable {
    case publish(QualityOfService)
    case brokerSends(QualityOfService)
    /// So many bytes arrive.
    case toBroker(Int)
    case toClient(Int)
    case persist
    case accept
    case advance(TimeSpan)
    case connect
    /// So many bytes of what was on its way still arrive.
    case loseLink(Int)
    case crash(Int)
    case loseSession
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .publish(let qos): try publish(qos)
    case .brokerSends(let qos): try brokerSends(qos)
    case .toBroker(let count): try deliverToBroker(count)
    case .toClient(let count): try deliverToClient(count)
    case .persist: try persistOne()
    case .accept: try acceptOne()
    case .advance(let span): try advance(span)
    case .connect: try connectNow()
    case .loseLink(let count): try loseLink(delivering: count)
    case .crash(let count): try crash(delivering: count)
    case .loseSession:
      guard session.state != .connecting else { return }
      try loseLink(delivering: draw(60))
      broker.loseSession()
    }
    try check()
  }

  /// What holds after every event.
  private func check() throws {
    guard session.inFlightCount <= window || configuration.version == .v5 else {
      throw Violation(description: "\(session.inFlightCount) messages in flight")
    }
  }

  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  private mutating func step() throws {
    let qos: QualityOfService = draw(3) == 0 ? .atLeastOnce : .exactlyOnce
    switch draw(1_000) {
    case 0..<120: try perform(.publish(qos))
    case 120..<200: try perform(.brokerSends(qos))
    case 200..<420: try perform(.toBroker(draw(40) + 1))
    case 420..<640: try perform(.toClient(draw(40) + 1))
    case 640..<800: try perform(.persist)
    case 800..<900: try perform(.accept)
    case 900..<960: try perform(.advance(.milliseconds(Int64(draw(400)))))
    case 960..<980: try perform(.connect)
    case 980..<990: if faults.losesLinks { try perform(.loseLink(draw(60))) }
    case 990..<995: if faults.crashes { try perform(.crash(draw(60))) }
    default: if faults.losesSessions, draw(3) == 0 { try perform(.loseSession) }
    }
  }

  /// No more faults: everything must come to rest.
  mutating func heal() throws {
    for _ in 0..<2_000 where !isQuiet {
      try connectNow()
      try deliverToBroker(1_000)
      try deliverToClient(1_000)
      try persistOne()
      try acceptOne()
      try advance(.milliseconds(50))
    }
  }

  private mutating func nextPayload() -> [UInt8] {
    counter += 1
    return (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
  }

  private mutating func publish(_ qos: QualityOfService) throws {
    let payload = nextPayload()
    let topic = TinyBroker.topic(of: payload.last ?? 0)
    session.publish(Message(topic: topic, payload: payload, qos: qos), at: now)
    try drain()
  }

  private mutating func brokerSends(_ qos: QualityOfService) throws {
    guard broker.hasSession else { return }
    let payload = nextPayload()
    sentByBroker[qos, default: []].insert(payload)
    try broker.send(Message(topic: topic, payload: payload, qos: qos))
  }

  private mutating func deliverToBroker(_ count: Int) throws {
    guard isStreamOpen else { return }
    let bytes = Array(toBroker.prefix(count))
    toBroker.removeFirst(bytes.count)
    try broker.receive(bytes)
  }

  private mutating func deliverToClient(_ count: Int) throws {
    guard isStreamOpen else { return }
    session.bytesReceived(broker.takeOutput(count), at: now)
    try drain()
  }

  private mutating func persistOne() throws {
    guard !unpersisted.isEmpty else { return }
    let (changes, ticket, payload) = unpersisted.removeFirst()
    for change in changes {
      stored.apply(change)
      if case .insert(let record) = change {
        durable[record.message.qos, default: []].insert(record.message.payload)
      }
      if case .insertInbound = change, let payload {
        handled[.exactlyOnce, default: []].append(payload)
      }
    }
    session.persisted(ticket, at: now)
    try drain()
  }

  private mutating func acceptOne() throws {
    guard !tokens.isEmpty else { return }
    let (token, payload) = tokens.remove(at: draw(tokens.count))
    if token.qos == .atLeastOnce { handled[.atLeastOnce, default: []].append(payload) }
    accepting = payload
    session.accept(token, at: now)
    try drain()
    accepting = nil
  }

  private mutating func advance(_ span: TimeSpan) throws {
    now = now + span
    session.deadlinePassed(at: now)
    try drain()
  }

  private mutating func connectNow() throws {
    guard session.state == .disconnected else { return }
    session.start(at: now)
    try drain()
  }

  private mutating func loseLink(delivering count: Int) throws {
    guard isStreamOpen else { return }
    // A broker that forgets a session and a link that breaks between CONNECT and CONNACK look the same as a
    // session that is still there: no client can tell, so the two faults do not come together here.
    if faults.losesSessions, session.state == .connecting { return }
    // What was on its way may still arrive.
    try deliverToBroker(count)
    isStreamOpen = false
    session.connectionClosed(.closedByBroker, at: now)
    try drain()
  }

  private mutating func crash(delivering count: Int) throws {
    if isStreamOpen { try deliverToBroker(count) }
    isStreamOpen = false
    unpersisted = []
    tokens = []
    crashes += 1
    session = MQTTSession(configuration: configuration, restored: stored, seed: UInt64(draw(1_000)))
    session.start(at: now)
    try drain()
  }

  private mutating func drain() throws {
    while let output = session.nextOutput() { try handle(output) }
  }

  private mutating func handle(_ output: SessionOutput) throws {
    switch output {
    case .openConnection:
      isStreamOpen = true
      reconnects += 1
      toBroker = []
      broker.openStream()
      session.connectionOpened(at: now)
    case .closeConnection: isStreamOpen = false
    case .transmit(let bytes): toBroker += bytes
    case .persist(let changes, let ticket): unpersisted.append((changes, ticket, accepting))
    case .received(let message, let token, _): tokens.append((token, message.payload))
    default: break
    }
  }
}
