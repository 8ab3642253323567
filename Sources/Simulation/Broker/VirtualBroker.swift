import MQTT
import Reactor
import SansIO
import Transport

/// An MQTT 3.1.1 broker in memory for one client: it keeps the client's session, forwards what is published to
/// whoever subscribed (the client itself included) and shows it to its owner.
///
/// Faults on order: connections that drop, an absence, links that are half open, a session that is lost.
package final class VirtualBroker {
  private struct Outgoing {
    var identifier: PacketIdentifier
    var message: Message
    var isReleased = false
  }

  /// Messages that wait for a client that is away.
  static let queueLimit = 100_000
  private static let window = 20

  /// What the client has published, once for QoS 2.
  package var onMessage: (Message) -> Void = { _ in }
  package private(set) var connections = 0
  /// What the client did against the standard.
  package private(set) var complaints: [String] = []
  package private(set) var sessionsLost = 0
  /// While set, connections are refused.
  package private(set) var isAway = false

  private let loop: any Loop
  private let latency: TimeSpan
  private var stream: MemoryStream?
  private var clientEnd: MemoryStream?
  private var deframer = PacketDeframer()
  private var isConnected = false
  private var hasSession = false
  private var subscriptions: [TopicFilter: QualityOfService] = [:]
  /// QoS 2 from the client, until it releases them.
  private var held: [PacketIdentifier: Message] = [:]
  private var inFlight: [Outgoing] = []
  private var queue = BoundedQueue<Message>(limit: queueLimit)
  private var nextIdentifier: UInt16 = 1

  package init(loop: any Loop, latency: TimeSpan = .milliseconds(2)) {
    self.loop = loop
    self.latency = latency
  }

  /// Whether everything that was published to the client has been taken.
  package var isQuiet: Bool { held.isEmpty && inFlight.isEmpty && queue.isEmpty }
  package var hasClient: Bool { isConnected }

  // MARK: The network

  /// The client's end of a new connection.
  package func makeStream() -> Result<any ByteStream, StreamClosure> {
    guard !isAway else { return .failure(StreamClosure(.refused, "nobody listens there")) }
    forgetConnection()
    let (client, server) = MemoryStream.pair(on: loop, latency: latency)
    connections += 1
    server.onBytes = { [weak self, weak server] bytes in
      guard let self, stream === server else { return }
      receive(bytes)
    }
    server.onClosed = { [weak self, weak server] _ in
      guard let self, stream === server else { return }
      forgetConnection()
    }
    server.open()
    stream = server
    clientEnd = client
    return .success(client)
  }

  private func forgetConnection() {
    stream?.close()
    stream = nil
    clientEnd = nil
    deframer = PacketDeframer()
    isConnected = false
  }

  /// The connection breaks.
  package func drop() {
    stream?.fail(StreamClosure(.hangUp, "the connection was reset"))
    forgetConnection()
  }

  package func goAway() {
    isAway = true
    drop()
  }

  package func comeBack() { isAway = false }

  /// The link goes dead without a word: what either end writes vanishes.
  package func goHalfOpen() {
    stream?.isDeaf = true
    clientEnd?.isDeaf = true
  }

  /// As a broker without persistence after a restart.
  package func loseSession() {
    sessionsLost += 1
    hasSession = false
    subscriptions.removeAll()
    held.removeAll()
    inFlight.removeAll()
    queue.removeAll()
    drop()
  }

  // MARK: Messages

  /// Publishes as another client; false when the client has not subscribed or too much waits.
  @discardableResult
  package func publish(_ message: Message) -> Bool {
    let granted = subscriptions.filter { $0.key.matches(message.topic) }.values.max {
      $0.rawValue < $1.rawValue
    }
    guard let granted else { return false }
    var message = message
    message.qos = QualityOfService(rawValue: min(granted.rawValue, message.qos.rawValue)) ?? .atMostOnce
    message.retain = false
    if message.qos == .atMostOnce {
      guard isConnected else { return true }
      send(.publish(PublishPacket(message: message, duplicate: false, packetIdentifier: nil)))
      return true
    }
    guard queue.append(message) else { return false }
    fillWindow()
    return true
  }

  private func forward(_ message: Message) {
    onMessage(message)
    publish(message)
  }

  // MARK: Packets

  private func receive(_ bytes: [UInt8]) {
    deframer.append(bytes)
    do {
      while let frame = try deframer.nextFrame() { handle(try Packet(frame)) }
    } catch {
      complaints.append("\(error)")
      drop()
    }
  }

  private func send(_ packet: Packet) {
    guard let bytes = try? packet.encoded() else { return complaints.append("a packet cannot be encoded") }
    stream?.write(bytes)
  }

  private func handle(_ packet: Packet) {
    if case .connect(let packet) = packet { return connect(packet) }
    guard isConnected else { return complaints.append("\(packet.type) before CONNECT") }
    switch packet {
    case .publish(let packet): take(packet)
    case .publishRelease(let response):
      if let message = held.removeValue(forKey: response.packetIdentifier) { forward(message) }
      send(.publishComplete(response))
    case .publishAcknowledgement(let response): finish(response.packetIdentifier, .atLeastOnce)
    case .publishReceived(let response):
      if let index = index(of: response.packetIdentifier) { inFlight[index].isReleased = true }
      send(.publishRelease(response))
    case .publishComplete(let response): finish(response.packetIdentifier, .exactlyOnce)
    case .subscribe(let packet): subscribe(packet)
    case .pingRequest: send(.pingResponse)
    case .disconnect: isConnected = false
    default: complaints.append("\(packet.type)")
    }
  }

  private func connect(_ packet: ConnectPacket) {
    let isPresent = hasSession && !packet.cleanSession
    if !isPresent {
      subscriptions.removeAll()
      held.removeAll()
      inFlight.removeAll()
      queue.removeAll()
    }
    hasSession = true
    isConnected = true
    send(
      .connectAcknowledgement(
        ConnectAcknowledgement(sessionPresent: isPresent, returnCode: .accepted)))
    for entry in inFlight { send(entry, isDuplicate: true) }
    fillWindow()
  }

  private func subscribe(_ packet: SubscribePacket) {
    for subscription in packet.subscriptions { subscriptions[subscription.filter] = subscription.qos }
    send(
      .subscribeAcknowledgement(
        SubscribeAcknowledgement(
          packetIdentifier: packet.packetIdentifier,
          results: packet.subscriptions.map { .granted($0.qos) })))
  }

  private func take(_ packet: PublishPacket) {
    guard let identifier = packet.packetIdentifier else { return forward(packet.message) }
    if packet.message.qos == .atLeastOnce {
      send(.publishAcknowledgement(PublishResponse(identifier)))
      return forward(packet.message)
    }
    if let known = held[identifier], known.payload != packet.message.payload {
      complaints.append("identifier \(identifier) used for two messages")
    }
    held[identifier] = packet.message
    send(.publishReceived(PublishResponse(identifier)))
  }

  private func index(of identifier: PacketIdentifier) -> Int? {
    inFlight.firstIndex { $0.identifier == identifier }
  }

  private func finish(_ identifier: PacketIdentifier, _ qos: QualityOfService) {
    // A repeated answer to what has ended already is no fault.
    guard let index = index(of: identifier), inFlight[index].message.qos == qos else { return }
    inFlight.remove(at: index)
    fillWindow()
  }

  private func fillWindow() {
    while isConnected, inFlight.count < Self.window, !queue.isEmpty {
      var identifier = PacketIdentifier(rawValue: nextIdentifier)
      while let taken = identifier, index(of: taken) != nil {
        nextIdentifier = nextIdentifier == .max ? 1 : nextIdentifier + 1
        identifier = PacketIdentifier(rawValue: nextIdentifier)
      }
      nextIdentifier = nextIdentifier == .max ? 1 : nextIdentifier + 1
      guard let identifier, let message = queue.popFirst() else { return }
      let entry = Outgoing(identifier: identifier, message: message)
      inFlight.append(entry)
      send(entry, isDuplicate: false)
    }
  }

  private func send(_ entry: Outgoing, isDuplicate: Bool) {
    if entry.isReleased { return send(.publishRelease(PublishResponse(entry.identifier))) }
    send(
      .publish(
        PublishPacket(
          message: entry.message, duplicate: isDuplicate, packetIdentifier: entry.identifier)))
  }
}
