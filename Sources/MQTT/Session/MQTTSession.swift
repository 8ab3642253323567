public import SansIO

/// A client's session with a broker, without a socket, a clock or a thread.
///
/// Theory of operation. The owner calls an event method (each takes the time), then drains ``nextOutput()``,
/// then arms one timer at ``nextDeadline`` which calls ``deadlinePassed(at:)``.
///
///     disconnected -> connecting     start, or the back-off has passed: .openConnection
///     connecting   -> connected      connectionOpened (CONNECT leaves), AUTH as often as needed, CONNACK
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
///
/// What belongs to one connection (topic aliases, the broker's limits, the window that follows from them) begins
/// anew with each; what belongs to the session (records, subscriptions, packet identifiers) goes on.
public struct MQTTSession: Sendable {
  public enum State: Hashable, Sendable {
    case disconnected
    case connecting
    case connected
    case draining
  }

  /// Redirections that are followed in a row.
  public static let longestRedirection = 3

  public internal(set) var configuration: SessionConfiguration
  public internal(set) var state: State = .disconnected
  public internal(set) var counters = SessionCounters()
  /// The version of this connection, or of the next one.
  public internal(set) var version: ProtocolVersion
  /// What the broker said of itself in CONNACK.
  public internal(set) var server = ServerCapabilities()
  /// Where the next connection has to go instead of the configured broker.
  public internal(set) var redirection: String?
  /// The name that a broker gave this client, used as long as none is configured.
  public internal(set) var assignedClientIdentifier: String?

  var deadlines = SessionDeadlines()
  var deframer: PacketDeframer
  var codec: CodecContext
  /// The packets of this turn; those of the last one until the next begins.
  var output: [UInt8] = []
  var hasUnsentBytes = false
  var outputs: [SessionOutput] = []
  var outputsHead = 0
  /// The time of the last event.
  var lastEvent = MonotonicInstant.zero

  /// Counts connections; packets remember on which one they went out.
  var connectionNumber: UInt64 = 0
  var isStreamOpen = false
  var isCongested = false
  var uncongestedAt = MonotonicInstant.zero
  var lastSent = MonotonicInstant.zero
  var lastReceived = MonotonicInstant.zero
  /// Seconds; what the broker imposes or the configuration says.
  var keepAlive: UInt16 = 0
  var backoff = ConnectBackoff()
  var generator: SeededGenerator
  /// Redirections that were followed since a connection has proved itself.
  var redirections = 0
  /// Where a broker has sent this client for good.
  var permanentRedirection: String?
  var life: SessionLife
  var farewell = Farewell.normal

  var identifiers = PacketIdentifierAllocator()
  var outbox: Outbox
  var inbox: Inbox
  var transients = TransientQueue()
  var subscriptions = SubscriptionTable()
  var requests = RequestTable()
  var outgoingAliases = OutgoingTopicAliases()
  var incomingAliases = IncomingTopicAliases()
  var authentication: AuthenticationExchange?
  /// Places in the window of this connection.
  var window = 0
  /// Bytes of the largest packet that may leave on this connection.
  var outgoingPacketLimit = Int.max

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
    version = configuration.version
    codec = CodecContext(version: configuration.version, role: .client, strictness: configuration.strictness)
    deframer = PacketDeframer(packetLimit: configuration.limits.incomingPacketBytes)
    generator = SeededGenerator(seed: seed)
    life = SessionLife(restored)
    assignedClientIdentifier = restored.session?.assignedClientIdentifier
    outbox = Outbox(restored: restored.outgoing, identifiers: &identifiers)
    inbox = Inbox(restored: restored.inbound)
  }

  /// When ``deadlinePassed(at:)`` wants to be called; nil when nothing is waited for.
  public var nextDeadline: MonotonicInstant? { deadlines.next }

  /// QoS 1 and 2 messages that are not delivered, in messages and bytes.
  public var undelivered: (messages: Int, bytes: Int) { (outbox.count, outbox.byteCount) }

  /// What a later session needs to go on where this one is, as a store would have it.
  public var snapshot: SessionSnapshot {
    var inbound: [PacketIdentifier: MessageDigest] = [:]
    inbox.exchanges.forEach { identifier, exchange in
      switch exchange.stage {
      case .storing, .stored, .removing: inbound[identifier] = exchange.digest
      case .delivered, .discarded, .refused: break
      }
    }
    let record = SessionRecord(
      assignedClientIdentifier: assignedClientIdentifier, expiryInterval: life.expiryInterval,
      isClosed: !isLinkUp)
    return SessionSnapshot(
      outgoing: outbox.records, inbound: inbound, session: life.isKnown ? record : nil)
  }

  /// QoS 0 messages that wait for the link.
  public var waitingTransients: Int { transients.count }

  /// QoS 1 and 2 messages with a packet identifier.
  public var inFlightCount: Int { outbox.inFlight.count }

  /// The subscriptions that the broker has granted, with the QoS that it granted.
  public var grantedSubscriptions: [Subscription] { subscriptions.granted }

  /// The filters of ours for which a message came.
  public func filters(for message: Message, _ token: InboundToken) -> [TopicFilter] {
    subscriptions.matching(message.topic, token.subscriptionIdentifiers)
  }

  var isLinkUp: Bool { state == .connected || state == .draining }
}
