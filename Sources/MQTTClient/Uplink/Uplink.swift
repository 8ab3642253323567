import MQTT
import Reactor
import SansIO
import Transport

/// A connection to a broker that keeps itself alive: what an application uses.
///
/// An uplink connects, and connects again whenever it has to; it keeps QoS 1 and 2 messages until the broker
/// has them, subscribes again where the broker has forgotten, asks for fresh credentials, and falls back to
/// other brokers. It runs on an event loop: one of its own, on a thread of its own, or that of its owner.
///
///     let uplink = try Uplink(
///       UplinkConfiguration(
///         endpoints: [try MQTTEndpoint(url: "mqtt://localhost")], clientIdentifier: "example",
///         credentials: FixedCredentials(.anonymous)))
///     try await uplink.connect()
///     try await uplink.publish("on", to: "lamp/set", qos: .atLeastOnce)
///
/// All its methods may be called from any task.
public actor Uplink {
  /// The most operations (publishes, subscriptions) that are waited for at once.
  static let waitingLimit = 65_536

  private nonisolated let executor: any SerialExecutor
  private nonisolated let home: LoopBound<UplinkDriver>
  private nonisolated let ownLoop: OwnLoop?
  nonisolated let loop: any Loop

  var nextTag: UInt64 = 1 << 63
  var publishes: [PublishTag: CheckedContinuation<UplinkFailure?, Never>] = [:]
  var grants = SubscriptionWaiters()
  var connects = Waiters<UplinkFailure?>()
  var goodbyes = Waiters<Void>()
  var buffers: [UInt64: MessageBuffer] = [:]
  var nextBuffer: UInt64 = 1

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// An uplink on a loop of its own, which keeps its session in memory.
  public init(_ configuration: UplinkConfiguration) throws(UplinkFailure) {
    let own = try OwnLoop()
    let loop = own.loop
    let worker = own.worker
    let tls = configuration.tls
    let driver = UplinkDriver(
      configuration: configuration, store: MemorySessionStore(loop: loop),
      surroundings: .init(loop: loop, seed: SystemSeed.next()) { endpoint in
        UplinkStreams.connect(endpoint, tls: tls, loop: loop, worker: worker)
      })
    own.watch(driver)
    self.init(home: LoopBound(driver, on: loop), loop: loop, executor: loop, own: own)
    own.run()
  }

  /// An uplink whose driver lives on a loop of its owner.
  package init(driver: LoopBound<UplinkDriver>, loop: any Loop & SerialExecutor) {
    self.init(home: driver, loop: loop, executor: loop, own: nil)
  }

  private init(
    home: LoopBound<UplinkDriver>, loop: any Loop, executor: any SerialExecutor, own: OwnLoop?
  ) {
    self.loop = loop
    self.executor = executor
    ownLoop = own
    self.home = home
    let listener = LoopBound(WeakUplink(uplink: self), on: loop)
    home.unwrapped.onEventForUplink = { event in
      listener.unwrapped.uplink?.assumeIsolated { $0.heard(event) }
    }
  }

  deinit {
    // What is confined to the loop ends there.
    let home = home
    guard let own = ownLoop else {
      if !loop.isCurrent { loop.post { _ = home } }
      return
    }
    loop.post {
      home.unwrapped.stop()
      own.stopSoon(keeping: home)
    }
  }

  /// What the owner of the loop talks to, without waiting; only on the loop.
  package nonisolated var driver: UplinkDriver { home.unwrapped }

  // MARK: Connecting

  /// Begins to connect, and goes on until ``disconnect()``. Returns when the broker has accepted the client
  /// for the first time; throws when it has not within `limit`, and goes on trying then.
  public func connect(within limit: TimeSpan = .seconds(30)) async throws(UplinkFailure) {
    guard !driver.status.isConnected else { return driver.start() }
    let number = connects.makeNumber()
    loop.schedule(at: loop.now.monotonic + limit) { [weak self] in
      self?.assumeIsolated { uplink in
        let text = uplink.driver.status.lastError ?? "the broker has not answered"
        uplink.connects.end(number, with: .notConnected(text))
      }
    }
    let failure = await withCheckedContinuation { waiter in
      connects.add(number, waiter)
      driver.start()
    }
    if let failure { throw failure }
  }

  /// Ends in good order: what is in flight gets a few seconds. What is not delivered stays where the session
  /// is kept.
  public func disconnect() async {
    if driver.status.isConnected {
      let number = goodbyes.makeNumber()
      await withCheckedContinuation { waiter in
        goodbyes.add(number, waiter)
        driver.stop()
      }
    } else {
      driver.stop()
    }
    endAll()
  }

  private func endAll() {
    connects.endAll(with: .disconnected)
    for waiter in publishes.values { waiter.resume(returning: .disconnected) }
    publishes = [:]
    grants.endAll()
    for buffer in buffers.values { buffer.finish() }
  }

  public var status: UplinkStatus { driver.status }

  // MARK: Publishing

  /// Publishes a message. Returns with QoS 0 when it was handed to the connection, with QoS 1 when the broker
  /// has acknowledged it (PUBACK), with QoS 2 when the exchange is complete (PUBCOMP). With QoS 1 and 2 that
  /// may be much later, when there is a connection again.
  public func publish(_ message: Message) async throws(UplinkFailure) {
    guard publishes.count < Self.waitingLimit else { throw .tooMany }
    let tag = PublishTag(rawValue: nextTag)
    nextTag += 1
    let failure = await withCheckedContinuation { waiter in
      publishes[tag] = waiter
      // What is refused is told by `.dropped` with its reason.
      guard driver.publish(message, tag: tag), message.qos == .atMostOnce else { return }
      publishes.removeValue(forKey: tag)?.resume(returning: nil)
    }
    if let failure { throw failure }
  }

  /// Publishes a text.
  public func publish(
    _ text: String, to topic: String, qos: QualityOfService = .atMostOnce, retain: Bool = false
  ) async throws(UplinkFailure) {
    try await publish(
      Message(topic: try Self.topic(topic), payload: Array(text.utf8), qos: qos, retain: retain))
  }

  static func topic(_ text: String) throws(UplinkFailure) -> TopicName {
    do { return try TopicName(text) } catch { throw .topic(error) }
  }

  // MARK: Subscribing

  /// Subscribes, now and on every later connection. Returns what the broker made of each, in their order,
  /// when it has answered all of them.
  @discardableResult
  public func subscribe(_ subscriptions: [Subscription]) async throws(UplinkFailure) -> [SubscribeResult] {
    guard !subscriptions.isEmpty else { return [] }
    let answer = await withCheckedContinuation { waiter in
      grants.add(subscriptions.map(\.filter), waiter)
      driver.subscribe(subscriptions)
    }
    return try answer.get()
  }

  /// Subscribes to one filter.
  @discardableResult
  public func subscribe(
    _ filter: String, qos: QualityOfService = .exactlyOnce
  ) async throws(UplinkFailure) -> SubscribeResult {
    let wanted: TopicFilter
    do { wanted = try TopicFilter(filter) } catch { throw .topic(error) }
    return try await subscribe([Subscription(filter: wanted, qos: qos)]).first
      ?? .refused(.unspecifiedError)
  }

  public func unsubscribe(_ filters: [TopicFilter]) { driver.unsubscribe(filters) }

  // MARK: From the driver

  private func heard(_ event: UplinkEvent) {
    guard case .connection(let event) = event else { return }
    switch event {
    case .connected: connects.endAll(with: nil)
    case .disconnected(.drained, _): goodbyes.endAll(with: ())
    case .delivered(let tag): publishes.removeValue(forKey: tag)?.resume(returning: nil)
    case .dropped(let tag, let reason):
      publishes.removeValue(forKey: tag)?.resume(returning: .dropped(reason))
    case .subscribed(let filter, let result): grants.answered(filter, result)
    default: break
    }
  }
}

/// An uplink that may be gone when its driver has something to tell.
private struct WeakUplink {
  weak var uplink: Uplink?
}
