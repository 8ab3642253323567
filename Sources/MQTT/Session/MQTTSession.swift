import ByteCoding
public import SansIO

/// A client's session with a broker, without a socket, a clock or a thread.
///
/// Theory of operation. The owner calls an event method (each takes the time), then drains ``nextOutput()``,
/// then arms one timer at ``nextDeadline`` which calls ``deadlinePassed(at:)``.
///
///     disconnected -> connecting     start, or the back-off has passed: .openConnection
///     connecting   -> connected      connectionOpened (CONNECT leaves), then CONNACK
///     connected    -> draining       drain: what is in flight gets a few seconds
///     draining     -> disconnected   all delivered, or too late: DISCONNECT
///     any          -> disconnected   link lost, broken or refused: .disconnected with the next try
///
/// A QoS 1 or 2 message that goes out is a durable record first: it waits, gets a packet identifier when the
/// window has a place, and its PUBLISH leaves when record and identifier are durable. A QoS 2 message goes
/// from `published` to `released` when PUBREC comes, and PUBREL leaves when that is durable: after a crash
/// the session knows which of the two to send. Packets are sent again only on a new connection.
///
/// A QoS 2 message that comes in is handed out at its first PUBLISH. `accept` makes its identifier durable,
/// then PUBREC leaves; so the identifier can be stored in one transaction with what the application made of
/// the message, and a crash leaves both or neither.
public struct MQTTSession: Sendable {
  public enum State: Hashable, Sendable {
    case disconnected
    case connecting
    case connected
    case draining
  }

  enum DeadlineName: Hashable, Sendable {
    case retry
    case opening
    case greeting
    case keepAlive
    case pingResponse
    case stable
    case subscribe
    case acknowledgement
    case drain
  }

  public internal(set) var configuration: SessionConfiguration
  public internal(set) var state: State = .disconnected
  public internal(set) var counters = SessionCounters()

  var deadlines = Deadlines<DeadlineName>()
  var deframer: PacketDeframer
  var writer = ByteWriter(capacity: 0)
  var outputs: [SessionOutput] = []
  var outputsHead = 0

  /// Counts connections; packets remember on which one they went out.
  var connectionNumber: UInt64 = 0
  var isStreamOpen = false
  var isCongested = false
  var uncongestedAt = MonotonicInstant.zero
  var lastSent = MonotonicInstant.zero
  var lastReceived = MonotonicInstant.zero
  var backoff = ConnectBackoff()
  var generator: SeededGenerator

  var identifiers = PacketIdentifierAllocator()
  var outbox: Outbox
  var inbox: Inbox
  var subscriptions = SubscriptionTable()
  var transients: BoundedQueue<(Message, PublishTag)>
  var transientBytes = 0

  var pendingChanges: [SessionChange] = []
  /// The ticket that the pending changes will get.
  var currentTicket = PersistTicket(rawValue: 1)
  var lastPersisted = PersistTicket(rawValue: 0)
  var awaitingStored = BoundedQueue<(PersistTicket, PublishTag)>(limit: .max)
  var awaitingInbound = BoundedQueue<(PersistTicket, PacketIdentifier)>(limit: .max)

  /// - Parameter seed: of the jitter of the back-off.
  public init(
    configuration: SessionConfiguration, restored: SessionSnapshot = SessionSnapshot(), seed: UInt64
  ) {
    self.configuration = configuration
    deframer = PacketDeframer(packetLimit: configuration.limits.incomingPacketBytes)
    generator = SeededGenerator(seed: seed)
    outbox = Outbox(restored: restored.outgoing, identifiers: &identifiers)
    inbox = Inbox(restored: restored.inbound)
    transients = BoundedQueue(limit: configuration.limits.transientQueueMessages)
  }

  /// When ``deadlinePassed(at:)`` wants to be called; nil when nothing is waited for.
  public var nextDeadline: MonotonicInstant? { deadlines.next }

  /// QoS 1 and 2 messages that are not delivered, in messages and bytes.
  public var undelivered: (messages: Int, bytes: Int) { (outbox.count, outbox.byteCount) }

  /// QoS 1 and 2 messages with a packet identifier.
  public var inFlightCount: Int { outbox.inFlight.count }

  /// The next thing to do or to tell; nil when all is done. Bytes come last, in one piece.
  public mutating func nextOutput() -> SessionOutput? {
    if outputsHead < outputs.count {
      defer { outputsHead += 1 }
      return outputs[outputsHead]
    }
    outputs.removeAll(keepingCapacity: outputs.count <= 64)
    outputsHead = 0
    if !pendingChanges.isEmpty {
      defer { pendingChanges = [] }
      return .persist(pendingChanges, takeTicket())
    }
    return takeBytes().map(SessionOutput.transmit)
  }

  private mutating func takeTicket() -> PersistTicket {
    defer { currentTicket.rawValue += 1 }
    return currentTicket
  }

  mutating func takeBytes() -> [UInt8]? {
    guard writer.count > 0 else { return nil }
    defer { writer = ByteWriter(capacity: 0) }
    return writer.bytes
  }

  mutating func emit(_ output: SessionOutput) { outputs.append(output) }

  mutating func change(_ change: SessionChange) { pendingChanges.append(change) }

  /// Appends a packet to what leaves next.
  mutating func transmit(_ packet: Packet, at now: MonotonicInstant) throws(EncodingFailure) {
    let before = writer.count
    try packet.encode(into: &writer, context: CodecContext(version: configuration.version))
    counters.bytesSent += UInt64(writer.count - before)
    lastSent = now
  }

  /// For packets without a field that could be too long.
  mutating func respond(_ packet: Packet, at now: MonotonicInstant) {
    do {
      try transmit(packet, at: now)
    } catch {
      closeLink(.invalidConfiguration(error), at: now)
    }
  }
}
