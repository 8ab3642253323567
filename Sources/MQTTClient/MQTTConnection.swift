import MQTT
import Reactor
import SansIO
import Transport

/// Drives an `MQTTSession` on a loop: a stream to the broker, a store, one timer.
///
/// Confined to its loop. Everything that happens in one turn of the loop leaves in one write and one commit:
/// calls and bytes change the session, and a posted turn drains it.
package final class MQTTConnection {
  package typealias StreamMaker = () -> Result<any ByteStream, StreamClosure>
  /// Prepares the next connection, at once or later; the completion comes on the loop.
  package typealias Planner = (_ completion: @escaping (Result<any ByteStream, StreamClosure>) -> Void) ->
    Void

  package var onEvent: (MQTTConnectionEvent) -> Void = { _ in }

  private let loop: any Loop
  private let plan: Planner
  private let commits: CommitQueue
  private var session: MQTTSession
  private var link = MQTTLink()
  /// Counts what was begun to reach the broker, so that whatever still comes of an earlier try is dropped.
  private var generation: UInt64 = 0
  private var timer: (token: TimerToken, at: MonotonicInstant)?
  private var isTurnPosted = false
  /// The turn takes the outputs of the session, those too that its events lead to.
  private var isDraining = false
  /// Made once, since a turn is posted for every message.
  private var postedTurn: @Sendable () -> Void = {}
  private var lastError: String?
  private var connectedSince: MonotonicInstant?
  private var retryAt: MonotonicInstant?
  private var storageFailure: String?

  /// - Parameters:
  ///   - seed: of the jitter of the back-off.
  ///   - plan: asked for a new stream for every connection, so that names are looked up again and files of
  ///     certificates are read again. It may look first who the client is and `reconfigure`.
  package init(
    configuration: SessionConfiguration, store: any SessionStore, loop: any Loop, seed: UInt64,
    plan: @escaping Planner
  ) {
    self.loop = loop
    self.plan = plan
    var configuration = configuration
    configuration.isDurable = store.isDurable
    session = MQTTSession(configuration: configuration, restored: store.load(), seed: seed)
    commits = CommitQueue(store: store, loop: loop, seed: seed)
    let home = LoopBound(WeakConnection(connection: self), on: loop)
    postedTurn = { home.unwrapped.connection?.turn() }
    commits.onPersisted = { [weak self] ticket in self?.drive { $0.persisted(ticket, at: $1) } }
    commits.onIdle = { [weak self] in self?.touch() }
    commits.onCompanionsRefused = { [weak self] in self?.onEvent(.companionsRefused($0)) }
    commits.onFailure = { [weak self] text in
      self?.storageFailure = text
      self?.onEvent(.storageFailed(text))
    }
    commits.onRecovery = { [weak self] in
      self?.storageFailure = nil
      self?.onEvent(.storageRecovered)
    }
  }

  /// With streams that can be made without looking at anything first.
  package convenience init(
    configuration: SessionConfiguration, store: any SessionStore, loop: any Loop, seed: UInt64,
    makeStream: @escaping StreamMaker
  ) {
    self.init(configuration: configuration, store: store, loop: loop, seed: seed) { $0(makeStream()) }
  }

  deinit {
    link.stream?.close()
    if let timer { loop.cancel(timer.token) }
  }

  package var status: MQTTConnectionStatus {
    var status = MQTTConnectionStatus()
    status.state = session.state
    status.counters = session.counters
    status.lastError = lastError
    status.connectedSince = connectedSince
    status.retryAt = retryAt
    (status.undeliveredMessages, status.undeliveredBytes) = session.undelivered
    status.storageFailure = storageFailure
    return status
  }

  /// Whether everything that was asked to be durable is.
  package var isStored: Bool { commits.isIdle && !isTurnPosted }

  // MARK: What the owner asks for

  /// Connects now, at first or while waiting for the next try.
  package func start() { drive { $0.start(at: $1) } }

  /// Ends in good order: what is in flight gets a few seconds, then DISCONNECT and `.disconnected(.drained)`.
  /// `keepingWill` lets the broker publish the will.
  package func drain(keepingWill: Bool = false, sessionExpiryInterval: UInt32? = nil) {
    drive { $0.drain(at: $1, keepingWill: keepingWill, sessionExpiryInterval: sessionExpiryInterval) }
  }

  /// Asks the broker for a sign of life now, since the link may be dead without a word.
  package func checkLink() { drive { $0.checkLink(at: $1) } }

  /// Gives the present connection, or the try to make one, up: what it stands on is gone.
  package func abandonLink(_ text: String) {
    guard session.state != .disconnected else { return }
    closeLink()
    drive { $0.connectionClosed(.transport(text), at: $1) }
  }

  /// What the next connection says of itself: new credentials for instance.
  package func reconfigure(_ configuration: SessionConfiguration) { session.reconfigure(configuration) }

  /// What the broker said of itself when this connection was made.
  package var server: ServerCapabilities { session.server }
  /// The version of this connection, or of the next one.
  package var version: ProtocolVersion { session.version }
  /// Where the broker has sent this client; asked for by who makes the streams.
  package var redirection: String? { session.redirection }

  /// `identifier`: comes back with every message of these filters (5.0).
  package func subscribe(_ subscriptions: [Subscription], identifier: UInt32? = nil) {
    drive { $0.subscribe(subscriptions, identifier: identifier, at: $1) }
  }
  package func unsubscribe(_ filters: [TopicFilter]) { drive { $0.unsubscribe(filters, at: $1) } }

  /// Publishes, with QoS 1 and 2 in one transaction with `companions`; a message that is refused
  /// (`.dropped`) takes them with it. With QoS 0 there is no record, and the companions are stored anyway,
  /// unless too many wait. False when something was not taken.
  @discardableResult
  package func publish(
    _ message: Message, tag: PublishTag = .none, keepWhileOffline: Bool = false,
    alongWith companions: [any Sendable] = []
  ) -> Bool {
    var isTaken = false
    drive { isTaken = $0.publish(message, tag: tag, keepWhileOffline: keepWhileOffline, at: $1) }
    guard message.qos == .atMostOnce else {
      if isTaken { commits.add(companions) }
      return isTaken
    }
    guard companions.isEmpty || commits.hasRoom else { return false }
    commits.add(companions)
    return isTaken
  }

  /// Lets the broker forget a message, once `companions` are durable: what the owner made of it. With QoS 2
  /// they are in one transaction with the record that the message must not be delivered again.
  package func accept(_ token: InboundToken, alongWith companions: [any Sendable] = []) {
    // Nobody waits for the acceptance of a message of QoS 0.
    if token.qos == .atMostOnce, companions.count == 0 { return }
    guard token.qos == .atLeastOnce, !companions.isEmpty else {
      commits.add(companions)
      return drive { $0.accept(token, at: $1) }
    }
    commits.add(companions) { [weak self] in self?.drive { $0.accept(token, at: $1) } }
    touch()
  }

  /// Lets the broker forget a message of which nothing was made.
  package func discard(_ token: InboundToken) { drive { $0.discard(token, at: $1) } }

  /// Tells the broker why a message is not taken (5.0; before, as `discard`).
  package func refuse(_ token: InboundToken, _ code: ReasonCode) { drive { $0.refuse(token, code, at: $1) } }

  /// Publishes a request whose answer comes as `.response` (5.0).
  package func request(
    _ message: Message, timeout: TimeSpan, tag: PublishTag = .none
  ) -> Result<RequestIdentifier, RequestFailure> {
    var result = Result<RequestIdentifier, RequestFailure>.failure(.notTaken)
    drive { result = $0.request(message, timeout: timeout, tag: tag, at: $1) }
    return result
  }

  /// Authenticates anew (5.0); false when that is not possible now.
  @discardableResult
  package func reauthenticate() -> Bool {
    var isBegun = false
    let randomness = authenticationRandomness
    drive { isBegun = $0.reauthenticate(randomness: randomness, at: $1) }
    return isBegun
  }

  private var authenticationRandomness: [UInt8] {
    (0..<session.authenticationRandomByteCount).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// Makes other changes durable, in order with those of the session; false when too many wait.
  @discardableResult
  package func store(_ companions: [any Sendable], completion: @escaping () -> Void = {}) -> Bool {
    guard commits.hasRoom else { return false }
    commits.add(companions, completion: completion)
    touch()
    return true
  }

  // MARK: Turns

  private func drive(_ body: (inout MQTTSession, MonotonicInstant) -> Void) {
    body(&session, loop.now.monotonic)
    touch()
  }

  private func touch() {
    guard !isTurnPosted, !isDraining else { return }
    isTurnPosted = true
    loop.post(postedTurn)
  }

  private func turn() {
    isTurnPosted = false
    isDraining = true
    while let output = session.nextOutput() { handle(output) }
    isDraining = false
    commits.commit()
    link.flush()
    watchCongestion()
    arm()
  }

  private func handle(_ output: SessionOutput) {
    switch output {
    case .openConnection: openLink()
    case .closeConnection: closeLink()
    case .transmit(let bytes): link.append(bytes)
    case .persist(let changes, let ticket): commits.add(changes, ticket)
    case .stored(let tag): onEvent(.stored(tag))
    case .delivered(let tag): onEvent(.delivered(tag))
    case .dropped(let tag, let reason): onEvent(.dropped(tag, reason))
    case .received(let message, let token, let duplicate):
      onEvent(.received(message, token, duplicate: duplicate))
    case .response(let request, let message, let token): onEvent(.response(request, message, token))
    case .requestFailed(let request, let failure): onEvent(.requestFailed(request, failure))
    case .redirected(let redirection): onEvent(.redirected(redirection))
    case .reauthenticated: onEvent(.reauthenticated)
    case .connected(let sessionPresent):
      connectedSince = loop.now.monotonic
      onEvent(.connected(sessionPresent: sessionPresent))
    case .subscribed(let filter, let result): onEvent(.subscribed(filter, result))
    case .unsubscribed(let filter): onEvent(.unsubscribed(filter))
    case .disconnected(let reason, let retryAt): disconnected(reason, retryAt)
    case .diagnostic(let diagnostic): onEvent(.diagnostic(diagnostic))
    }
  }

  private func disconnected(_ reason: DisconnectReason, _ retryAt: MonotonicInstant?) {
    connectedSince = nil
    self.retryAt = retryAt
    if reason != .drained { lastError = reason.description }
    onEvent(.disconnected(reason, retryAt: retryAt))
  }

  // MARK: The link

  private func openLink() {
    closeLink()
    retryAt = nil
    let number = generation
    plan { [weak self] result in
      guard let self, number == generation, link.stream == nil else { return }
      switch result {
      case .failure(let closure): drive { $0.connectionClosed(.transport(closure.description), at: $1) }
      case .success(let stream): open(stream, number)
      }
    }
  }

  private func open(_ stream: any ByteStream, _ number: UInt64) {
    link = MQTTLink(stream: stream)
    let ifCurrent = { [weak self] (body: (MQTTConnection) -> Void) in
      guard let self, number == generation else { return }
      body(self)
    }
    stream.onOpen = { ifCurrent { $0.opened() } }
    stream.onBytes = { bytes in ifCurrent { $0.drive { $0.bytesReceived(bytes, at: $1) } } }
    stream.onDrained = { ifCurrent { if $0.link.waitsForRoom { $0.touch() } } }
    stream.onClosed = { closure in
      ifCurrent { connection in
        connection.generation += 1
        connection.link = MQTTLink()
        let reason: DisconnectReason =
          closure.reason == .endOfStream ? .closedByBroker : .transport(closure.description)
        connection.drive { $0.connectionClosed(reason, at: $1) }
      }
    }
    stream.open()
  }

  private func opened() {
    let randomness = authenticationRandomness
    drive { $0.connectionOpened(randomness: randomness, at: $1) }
  }

  private func closeLink() {
    generation += 1
    link.flush()
    link.stream?.close()
    link = MQTTLink()
  }

  private func watchCongestion() {
    guard link.stream != nil, let change = link.congestionChange() else { return }
    drive { $0.linkCongested(change, at: $1) }
  }

  private func arm() {
    let next = session.nextDeadline
    // A timer that comes too early is cheaper than one that is moved with every message.
    if let timer, let next, timer.at <= next { return }
    if let timer { loop.cancel(timer.token) }
    timer = next.map { deadline in
      let token = loop.schedule(at: deadline) { [weak self] in
        self?.timer = nil
        self?.drive { $0.deadlinePassed(at: $1) }
      }
      return (token, deadline)
    }
  }
}

/// A connection that may be gone when a posted closure runs.
private struct WeakConnection {
  weak var connection: MQTTConnection?
}
