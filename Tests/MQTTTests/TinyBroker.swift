import MQTT

/// A broker with one client, just large enough to keep a session: it forwards QoS 2 at PUBREL, repeats what
/// is in flight after a reconnect with DUP, and forgets everything when told to.
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

  var isQuiet: Bool { held.isEmpty && inFlight.isEmpty && queue.isEmpty }

  mutating func openStream() {
    deframer = PacketDeframer()
    output = []
    isConnected = false
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
    while let frame = try deframer.nextFrame() { try handle(try Packet(frame)) }
  }

  private mutating func reply(_ packet: Packet) throws { output += try packet.encoded() }

  private mutating func handle(_ packet: Packet) throws {
    if case .connect(let packet) = packet { return try connect(packet) }
    guard isConnected else { return complaints.append("\(packet.type) before CONNECT") }
    switch packet {
    case .publish(let packet): try take(packet)
    case .publishRelease(let response):
      if let message = held.removeValue(forKey: response.packetIdentifier) { forward(message) }
      try reply(.publishComplete(response))
    case .publishAcknowledgement(let response): try finish(response.packetIdentifier, qos: .atLeastOnce)
    case .publishReceived(let response):
      if let index = index(of: response.packetIdentifier) { inFlight[index].isReleased = true }
      try reply(.publishRelease(response))
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
    try reply(
      .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: present, returnCode: .accepted)))
    for entry in inFlight { try send(entry, duplicate: true) }
    try fillWindow()
  }

  private mutating func take(_ packet: PublishPacket) throws {
    guard let identifier = packet.packetIdentifier else { return forward(packet.message) }
    if packet.message.qos == .atLeastOnce {
      forward(packet.message)
      return try reply(.publishAcknowledgement(PublishResponse(identifier)))
    }
    if let known = held[identifier], known != packet.message {
      complaints.append("identifier \(identifier) used for two messages")
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
    try reply(
      .publish(
        PublishPacket(message: entry.message, duplicate: duplicate, packetIdentifier: entry.identifier)))
  }
}
