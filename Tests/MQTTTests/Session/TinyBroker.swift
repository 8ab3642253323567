import MQTT

/// A broker with one client, just large enough to keep a session: it forwards QoS 2 at PUBREL, repeats what
/// is in flight after a reconnect with DUP, and forgets everything when told to. In 5.0 it allows few messages
/// in flight and few topic aliases, and uses an alias itself.
struct TinyBroker {
  private struct Outgoing {
    var identifier: PacketIdentifier
    var message: Message
    var isReleased = false
  }

  /// Payloads that subscribers got, in order.
  private(set) var forwarded: [QualityOfService: [[UInt8]]] = [:]
  private(set) var output: [UInt8] = []
  /// Protocol errors of the client.
  private(set) var complaints: [String] = []
  private(set) var hasSession = false
  private var isConnected = false
  private var held: [PacketIdentifier: Message] = [:]
  private var inFlight: [Outgoing] = []
  private var queue: [Message] = []
  private var nextIdentifier: UInt16 = 1
  private var deframer = PacketDeframer()
  private let window = 8
  private var context = CodecContext(role: .server)
  private var aliases: [UInt16: TopicName] = [:]
  private var sentAliases: Set<UInt16> = []
  /// QoS 2 messages of this connection without PUBCOMP.
  private var open: Set<PacketIdentifier> = []
  static let receiveMaximum: UInt16 = 3
  static let topicAliasMaximum: UInt16 = 2

  var isQuiet: Bool { held.isEmpty && inFlight.isEmpty && queue.isEmpty }

  mutating func openStream() {
    deframer = PacketDeframer()
    output = []
    isConnected = false
    aliases = [:]
    sentAliases = []
    open = []
  }

  mutating func loseSession() {
    hasSession = false
    held = [:]
    inFlight = []
    queue = []
  }

  mutating func takeOutput(_ count: Int) -> [UInt8] {
    let taken = Array(output.prefix(count))
    output.removeFirst(taken.count)
    return taken
  }

  mutating func send(_ message: Message) throws {
    queue.append(message)
    try fillWindow()
  }

  mutating func receive(_ bytes: [UInt8]) throws {
    deframer.append(bytes)
    while let frame = try deframer.nextFrame() {
      if frame.type == .connect { context.version = frame.body[6] == 5 ? .v5 : .v3_1_1 }
      try handle(try Packet(frame, context: context))
    }
  }

  private mutating func reply(_ packet: Packet) throws { output += try packet.encoded(in: context) }

  private mutating func handle(_ packet: Packet) throws {
    if case .connect(let packet) = packet { return try connect(packet) }
    guard isConnected else { return complaints.append("\(packet.type) before CONNECT") }
    switch packet {
    case .publish(let packet): try take(packet)
    case .publishRelease(let response):
      open.remove(response.packetIdentifier)
      if let message = held.removeValue(forKey: response.packetIdentifier) { forward(message) }
      try reply(.publishComplete(PublishResponse(response.packetIdentifier)))
    case .publishAcknowledgement(let response): try finish(response.packetIdentifier, qos: .atLeastOnce)
    case .publishReceived(let response):
      if let index = index(of: response.packetIdentifier) { inFlight[index].isReleased = true }
      try reply(.publishRelease(PublishResponse(response.packetIdentifier)))
    case .publishComplete(let response): try finish(response.packetIdentifier, qos: .exactlyOnce)
    case .pingRequest: try reply(.pingResponse)
    case .disconnect: isConnected = false
    default: complaints.append("\(packet.type)")
    }
  }

  private mutating func connect(_ packet: ConnectPacket) throws {
    let present = hasSession && !packet.cleanSession
    if !present { loseSession() }
    hasSession = true
    isConnected = true
    var properties = Properties()
    if context.version == .v5 {
      properties.receiveMaximum = Self.receiveMaximum
      properties.topicAliasMaximum = Self.topicAliasMaximum
    }
    try reply(
      .connectAcknowledgement(
        ConnectAcknowledgement(sessionPresent: present, reasonCode: .success, properties: properties)))
    for entry in inFlight { try send(entry, duplicate: true) }
    try fillWindow()
  }

  private mutating func resolve(_ packet: inout PublishPacket) {
    guard let alias = packet.topicAlias else { return }
    if alias > Self.topicAliasMaximum { complaints.append("alias \(alias)") }
    if packet.message.topic == .aliased {
      packet.message.topic = aliases[alias] ?? .aliased
    } else {
      aliases[alias] = packet.message.topic
    }
    packet.topicAlias = nil
  }

  private mutating func take(_ packet: PublishPacket) throws {
    var packet = packet
    resolve(&packet)
    if let last = packet.message.payload.last, packet.message.topic != Self.topic(of: last) {
      complaints.append("topic \(packet.message.topic) of \(packet.message.payload)")
    }
    guard let identifier = packet.packetIdentifier else { return forward(packet.message) }
    if packet.message.qos == .atLeastOnce {
      forward(packet.message)
      return try reply(.publishAcknowledgement(PublishResponse(identifier)))
    }
    if let known = held[identifier], known != packet.message {
      complaints.append("identifier \(identifier) used for two messages")
    }
    open.insert(identifier)
    if context.version == .v5, open.count > Int(Self.receiveMaximum) {
      complaints.append("\(open.count) messages in flight")
    }
    held[identifier] = packet.message
    try reply(.publishReceived(PublishResponse(identifier)))
  }

  private mutating func forward(_ message: Message) {
    forwarded[message.qos, default: []].append(message.payload)
  }

  private func index(of identifier: PacketIdentifier) -> Int? {
    inFlight.firstIndex { $0.identifier == identifier }
  }

  private mutating func finish(_ identifier: PacketIdentifier, qos: QualityOfService) throws {
    guard let index = index(of: identifier), inFlight[index].message.qos == qos else {
      return complaints.append("stray acknowledgement \(identifier)")
    }
    inFlight.remove(at: index)
    try fillWindow()
  }

  private mutating func fillWindow() throws {
    while isConnected, inFlight.count < window, !queue.isEmpty {
      while let identifier = PacketIdentifier(rawValue: nextIdentifier), index(of: identifier) != nil {
        nextIdentifier = nextIdentifier % 20 + 1
      }
      guard let identifier = PacketIdentifier(rawValue: nextIdentifier) else { return }
      nextIdentifier = nextIdentifier % 20 + 1
      let entry = Outgoing(identifier: identifier, message: queue.removeFirst())
      inFlight.append(entry)
      try send(entry, duplicate: false)
    }
  }

  private mutating func send(_ entry: Outgoing, duplicate: Bool) throws {
    if entry.isReleased { return try reply(.publishRelease(PublishResponse(entry.identifier))) }
    var packet = PublishPacket(
      message: entry.message, duplicate: duplicate, packetIdentifier: entry.identifier)
    if context.version == .v5 {
      packet.topicAlias = 1
      if !sentAliases.insert(1).inserted { packet.message.topic = .aliased }
    }
    try reply(.publish(packet))
  }

  /// The topics of clients' messages go by the last byte of the payload.
  static func topic(of last: UInt8) -> TopicName {
    do { return try TopicName("t/\(last % 3)") } catch { return .sample }
  }
}
