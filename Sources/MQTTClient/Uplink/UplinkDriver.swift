import MQTT
import Reactor
import SansIO
import Transport

/// Everything above one connection: where to connect and as whom, when a pause is cut short, who gets which
/// message. Confined to its loop.
///
/// The machines decide (``ConnectionLadder``, ``ConnectImpulses``, ``MessageRouter``, ``SeenMessages``); the
/// session alone says when a try begins, so there is never more than one. This class feeds them and does what
/// they say.
package final class UplinkDriver {
  package typealias Handler = (Delivery) -> Void

  /// What differs between the world and a simulated one.
  package struct Surroundings {
    package var loop: any Loop
    /// Of the jitter of the back-off.
    package var seed: UInt64
    package var connect: (MQTTEndpoint) -> Result<any ByteStream, StreamClosure>

    package init(
      loop: any Loop, seed: UInt64, connect: @escaping (MQTTEndpoint) -> Result<any ByteStream, StreamClosure>
    ) {
      self.loop = loop
      self.seed = seed
      self.connect = connect
    }
  }

  package var onEvent: (UplinkEvent) -> Void = { _ in }
  /// The same for the uplink around this driver.
  var onEventForUplink: (UplinkEvent) -> Void = { _ in }
  /// A try has ended or a connection stands: whatever `status` shows may have changed.
  package var onStatus: () -> Void = {}

  let configuration: UplinkConfiguration
  let surroundings: Surroundings
  let seenStore: (any SeenMessageStore)?
  /// Set once, by `init`.
  private(set) var connection: MQTTConnection
  var ladder: ConnectionLadder
  var impulses: ConnectImpulses
  var router: MessageRouter
  var seen: SeenMessages
  var handlers: [MessageRouter.RouteID: Handler] = [:]
  /// Handlers that have not accepted a message yet, where several got it.
  var awaited: [InboundToken: Int] = [:]
  /// The messages with an identifier that are being handled, and the copies of each that came meanwhile: the
  /// broker may forget those no sooner.
  var copies: [String: [InboundToken]] = [:]
  var samples = LatencySamples()
  /// Of the endpoint that serves or is tried.
  var endpoint: MQTTEndpoint?
  /// The first endpoint, as the credentials' source or the configuration says.
  var preferredEndpoint: MQTTEndpoint?
  var isWanted = false
  var isReturning = false
  var isTakenOver = false
  var probe: (any ByteStream)?
  var returnTimer: TimerToken?
  var impulseTimer: TimerToken?

  package var loop: any Loop { surroundings.loop }

  package init(
    configuration: UplinkConfiguration, store: any SessionStore,
    seen seenStore: (any SeenMessageStore)? = nil,
    surroundings: Surroundings
  ) {
    self.configuration = configuration
    self.surroundings = surroundings
    self.seenStore = seenStore
    ladder = ConnectionLadder(endpoints: configuration.endpoints.count, limits: configuration.ladder)
    impulses = ConnectImpulses(limits: configuration.impulses)
    router = MessageRouter(lanes: configuration.lanes, extractTag: configuration.tag)
    seen = SeenMessages(
      limits: configuration.seen, restored: seenStore?.load() ?? [], at: surroundings.loop.now.wall)
    let planner = PlannerBox()
    connection = MQTTConnection(
      configuration: configuration.session, store: store, loop: surroundings.loop, seed: surroundings.seed,
      plan: { planner.driver?.plan($0) })
    planner.driver = self
    preferredEndpoint = configuration.endpoints.first
    endpoint = preferredEndpoint
    connection.onEvent = { [weak self] in self?.take($0) }
  }

  deinit {
    probe?.close()
    for timer in [returnTimer, impulseTimer] { if let timer { loop.cancel(timer) } }
  }

  package var status: UplinkStatus {
    let link = connection.status
    var status = UplinkStatus()
    status.stage = ladder.stage
    status.isConnected = link.connectedSince != nil
    status.endpoint = endpoint?.description ?? ""
    status.counters = link.counters
    status.impulses = impulses.counters
    status.attempts = ladder.attempts
    status.lastError = link.lastError
    status.connectedSince = link.connectedSince
    status.retryAt = link.retryAt
    status.isTakenOver = isTakenOver
    status.undeliveredMessages = link.undeliveredMessages
    status.undeliveredBytes = link.undeliveredBytes
    status.unknownTags = router.unknownTags
    status.repeats = seen.repeats
    status.storageFailure = link.storageFailure
    status.acknowledgementLatency = samples.acknowledgementLatency
    status.queueAge = samples.queueAge
    return status
  }

  /// Whether everything that was asked to be durable is.
  package var isStored: Bool { connection.isStored }

  // MARK: What the owner asks for

  package func start() {
    isWanted = true
    connection.start()
  }

  /// Ends in good order; `.disconnected(.drained)` tells when.
  package func stop() {
    isWanted = false
    isReturning = false
    endProbe()
    connection.drain()
  }

  package func subscribe(_ subscriptions: [Subscription]) { connection.subscribe(subscriptions) }
  package func unsubscribe(_ filters: [TopicFilter]) { connection.unsubscribe(filters) }

  /// Publishes; see ``MQTTConnection/publish(_:tag:keepWhileOffline:alongWith:)``. While there is no
  /// connection it may cut a pause short.
  @discardableResult
  package func publish(
    _ message: Message, tag: PublishTag = .none, keepWhileOffline: Bool = false,
    alongWith companions: [any Sendable] = []
  ) -> Bool {
    let now = loop.now.monotonic
    let isConnected = connection.isConnected
    if message.qos != .atMostOnce { samples.published(tag, whileConnected: isConnected, at: now) }
    let isTaken = connection.publish(
      message, tag: tag, keepWhileOffline: keepWhileOffline, alongWith: companions)
    if !isConnected, isWanted, connection.isWaitingToRetry, impulses.messageWaits(at: now) {
      connection.start()
    }
    return isTaken
  }

  /// Makes other changes durable, in order with those of the session; false when too many wait.
  @discardableResult
  package func store(_ companions: [any Sendable], completion: @escaping () -> Void = {}) -> Bool {
    connection.store(companions, completion: completion)
  }

  // MARK: From the connection

  private func take(_ event: MQTTConnectionEvent) {
    switch event {
    case .received(let message, let token, let isDuplicate):
      return received(message, token, isDuplicate: isDuplicate)
    case .delivered(let tag): samples.delivered(tag, at: loop.now.monotonic)
    case .dropped(let tag, _): samples.dropped(tag)
    case .connected: connected()
    case .disconnected(let reason, let retryAt):
      if disconnected(reason, retryAt: retryAt) { return }
    case .diagnostic(.takeoverSuspected): isTakenOver = true
    default: break
    }
    tell(.connection(event))
    onStatus()
  }

  func tell(_ event: UplinkEvent) {
    onEventForUplink(event)
    onEvent(event)
  }
}

/// The connection asks its driver, which does not exist yet when the connection is made.
private final class PlannerBox {
  weak var driver: UplinkDriver?
}
