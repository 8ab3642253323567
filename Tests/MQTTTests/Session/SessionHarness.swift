import MQTT
import SansIO
import Testing

/// A session with a clock, a store and a record of what it said, driven step by step.
struct SessionHarness {
  var session: MQTTSession
  var now = MonotonicInstant.zero
  /// What is durable: applied by ``persistAll()``, or at once while `persistsAtOnce`.
  var stored: SessionSnapshot
  var persistsAtOnce = true
  var unpersisted: [([SessionChange], PersistTicket)] = []
  /// Outputs since the last `take`.
  var outputs: [SessionOutput] = []
  /// Packets that left since the last `takePackets`.
  var sent: [Packet] = []
  private var deframer = PacketDeframer()
  /// The broker's side of the wire.
  private var server: CodecContext { CodecContext(version: session.version, role: .server) }

  init(_ configuration: SessionConfiguration, restored: SessionSnapshot = SessionSnapshot()) {
    session = MQTTSession(configuration: configuration, restored: restored, seed: 7)
    stored = restored
  }

  static func configuration(
    _ adjust: (inout SessionConfiguration) -> Void = { _ in }
  ) -> SessionConfiguration {
    var configuration = SessionConfiguration(clientIdentifier: "gw:test")
    adjust(&configuration)
    return configuration
  }

  mutating func drive(_ body: (inout MQTTSession, MonotonicInstant) -> Void) throws {
    body(&session, now)
    try drain()
  }

  private mutating func drain() throws {
    while let output = session.nextOutput() {
      outputs.append(output)
      switch output {
      case .openConnection: deframer = PacketDeframer(context: server)
      case .transmit(let bytes):
        deframer.append(bytes)
        while let frame = try deframer.nextFrame() { sent.append(try Packet(frame, context: server)) }
      case .persist(let changes, let ticket):
        unpersisted.append((changes, ticket))
        if persistsAtOnce { try persistAll() }
      default: break
      }
    }
  }

  mutating func persistAll() throws {
    while !unpersisted.isEmpty { try persistOne() }
  }

  mutating func persistOne() throws {
    let (changes, ticket) = unpersisted.removeFirst()
    for change in changes { stored.apply(change) }
    session.persisted(ticket, at: now)
    try drain()
  }

  /// Lets time pass, with every deadline on its way.
  mutating func advance(_ span: TimeSpan) throws {
    let end = now + span
    while let deadline = session.nextDeadline, deadline <= end {
      now = max(now, deadline)
      session.deadlinePassed(at: now)
      try drain()
    }
    now = end
  }

  mutating func receive(_ packets: Packet...) throws {
    let bytes = try packets.flatMap { packet throws in try packet.encoded(in: server) }
    session.bytesReceived(bytes, at: now)
    try drain()
  }

  /// Connects from wherever the session is; forgets what was said meanwhile.
  mutating func connect(
    sessionPresent: Bool = false, _ adjust: (inout Properties) -> Void = { _ in }
  ) throws {
    try open()
    sent = []
    outputs = []
    try greet(.success, sessionPresent: sessionPresent, adjust)
  }

  /// Up to CONNECT.
  mutating func open() throws {
    try drive { $0.start(at: $1) }
    try drive { $0.connectionOpened(at: $1) }
  }

  /// CONNACK, with properties in 5.0.
  mutating func greet(
    _ code: ReasonCode, sessionPresent: Bool = false, _ adjust: (inout Properties) -> Void = { _ in }
  ) throws {
    var properties = Properties()
    adjust(&properties)
    try receive(
      .connectAcknowledgement(
        ConnectAcknowledgement(sessionPresent: sessionPresent, reasonCode: code, properties: properties)))
  }

  mutating func lose() throws { try drive { $0.connectionClosed(.closedByBroker, at: $1) } }

  mutating func publish(
    _ text: String, qos: QualityOfService, tag: UInt64 = 0, on topic: String = "t",
    _ adjust: (inout Message) -> Void = { _ in }
  ) throws {
    var message = Message(topic: try TopicName(topic), payload: Array(text.utf8), qos: qos)
    adjust(&message)
    try drive { $0.publish(message, tag: PublishTag(rawValue: tag), at: $1) }
  }

  /// What is dropped since the last `takeOutputs`, by the numbers of the tags.
  var drops: [UInt64: DropReason] {
    var drops: [UInt64: DropReason] = [:]
    for case .dropped(let tag, let reason) in outputs { drops[tag.rawValue] = reason }
    return drops
  }

  /// Why the link was closed since the last `takeOutputs`.
  var closings: [DisconnectReason] {
    outputs.compactMap { if case .closeConnection(let reason) = $0 { reason } else { nil } }
  }

  /// The payloads of the PUBLISHes that left since the last `takePackets`, as texts.
  var publishedTexts: [String] {
    sent.compactMap { packet in
      guard case .publish(let packet) = packet else { return nil }
      return String(decoding: packet.message.payload, as: UTF8.self)
    }
  }

  mutating func takePackets() -> [Packet] {
    defer { sent = [] }
    return sent
  }

  mutating func takeOutputs() -> [SessionOutput] {
    defer { outputs = [] }
    return outputs
  }

  /// The tokens of the messages handed out since the last `takeOutputs`.
  var receivedTokens: [InboundToken] {
    outputs.compactMap { if case .received(_, let token, _) = $0 { token } else { nil } }
  }

  static func v5(_ adjust: (inout SessionConfiguration) -> Void = { _ in }) -> SessionHarness {
    SessionHarness(
      configuration {
        $0.version = .v5
        adjust(&$0)
      })
  }

  /// Kills the process: what is durable makes a new session.
  func crashed() -> SessionHarness {
    var next = SessionHarness(session.configuration, restored: stored)
    next.now = now
    next.persistsAtOnce = persistsAtOnce
    return next
  }
}

func identifier(_ value: UInt16) throws -> PacketIdentifier {
  try #require(PacketIdentifier(rawValue: value))
}

func response(_ value: UInt16) throws -> PublishResponse { PublishResponse(try identifier(value)) }

func publishPacket(
  _ text: String, qos: QualityOfService, id: UInt16?, duplicate: Bool = false
) throws -> Packet {
  .publish(
    PublishPacket(
      message: Message(topic: try TopicName("t"), payload: Array(text.utf8), qos: qos),
      duplicate: duplicate, packetIdentifier: try id.map(identifier)))
}
