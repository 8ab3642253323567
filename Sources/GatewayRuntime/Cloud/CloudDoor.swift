import CloudRPC
import GatewayCore
import JSON
import MQTT
import MQTTClient
import Reactor
import SansIO
import ServiceManager
import Settings
import Storage
import Transport

/// The cloud front door: the translator on one side, the MQTT connection with its durable outbox on the
/// other.
package final class CloudDoor: DurableFrontDoor {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The name of its session in the store.
  private static let session = "cloud"
  /// How long to wait before what the outbox had no room for is offered again.
  static let deferral = TimeSpan.seconds(5)

  var telemetryQualityOfService: UInt8

  private let gateway: Gateway
  private let log: Log
  private let uplink: Uplink
  private var translator: CloudTranslator
  private var deliveries: [CallID: Delivery] = [:]
  private var underWay: [PublishTag: CloudMessage] = [:]
  private var deferred: [CloudMessage] = []
  private var deferralTimer: TimerToken?
  private var nextTag: UInt64 = 1
  private var stopped: (() -> Void)?
  private let birth: CloudMessage?

  init(
    settings: Settings, gatewayID: String, gateway: Gateway, stored: StoredState,
    broker: BrokerStreams, seed: UInt64, log: Log
  ) throws(Failure) {
    self.gateway = gateway
    self.log = log
    telemetryQualityOfService = settings.cloud.telemetryQualityOfService
    var translator = try Self.translator(settings.cloud, gatewayID: gatewayID)
    let states = try Self.gatewayStates(settings.cloud, gatewayID: gatewayID, translator: translator)
    birth = states?.online
    let environment = settings.mqtt.environment?.rawValue
    let store = SQLiteSessionStore(
      store: gateway.store, state: stored,
      session: environment.map { "\(Self.session)-\($0)" } ?? Self.session, loop: gateway.loop)
    // What an earlier run has published may come back to this one.
    for record in store.load().outgoing { translator.notePublished(record.message) }
    self.translator = translator
    var configuration = Self.uplinkConfiguration(settings.mqtt, gatewayID: gatewayID, broker: broker)
    configuration.session.will = states?.offline.message
    guard let loop = gateway.loop as? any Loop & SerialExecutor else {
      throw Failure(description: "the loop runs no tasks")
    }
    let driver = UplinkDriver(
      configuration: configuration, store: store,
      surroundings: .init(loop: loop, seed: seed, connect: broker.connect))
    uplink = Uplink(driver: LoopBound(driver, on: loop), loop: loop)
    driver.onEvent = { [weak self] in self?.take($0) }
    _ = driver.handle(MessageRoute()) { [weak self] in self?.received($0) }
  }

  func start() {
    // Events go out on the topic that calls come in on. A broker of MQTT 5 keeps them to the others, and keeps
    // retained messages, which are never obeyed.
    driver.subscribe(
      translator.subscriptions.map {
        Subscription(
          filter: $0.filter,
          options: SubscriptionOptions(qos: $0.qos, noLocal: true, retainHandling: .doNotSend))
      })
    driver.start()
  }

  /// Lets what is in flight end and says goodbye; `completion` comes when that is done.
  func stop(completion: @escaping () -> Void) {
    stopped = completion
    driver.stop()
  }

  /// For the service manager's status line.
  package var statusText: String {
    let status = driver.status
    let state =
      status.isConnected
      ? status.stage == .connected ? "connected" : "leaving" : "not connected (\(status.stage.rawValue))"
    return "broker \(state), \(status.undeliveredMessages) to deliver"
  }

  func statusJSON() -> JSONValue { UplinkStatusJSON.json(driver.status, at: gateway.loop.now) }

  /// Something of the machine's network has changed.
  func networkChanged(_ change: NetworkChange) { driver.networkChanged(change) }
  func clockChanged(_ notice: ClockNotice) { driver.clockChanged(notice) }

  private var driver: UplinkDriver { uplink.driver }

  // MARK: From the core

  func publish(_ event: CoreEvent) {
    if let message = translator.encode(event) {
      send(message)
    } else if event.isCritical {
      // It has no form in this protocol, so there is nothing to keep.
      gateway.eventStored(event.id)
    }
  }

  func publish(_ reply: CallReply) {
    if var message = translator.encode(reply, at: gateway.loop.now.wall) {
      if gateway.store.state.failure != nil {
        // Its caller would be gone before the disk works: better an answer that may get lost than none.
        message.message.qos = .atMostOnce
        driver.publish(message.message)
        // Nothing was made of the call, and its caller knows.
        if let call = deliveries.removeValue(forKey: reply.id) { driver.discard(call) }
        gateway.replyStored(reply.id)
      } else {
        send(message)
      }
    } else {
      gateway.replyStored(reply.id)
    }
  }

  func accepted(_ call: CallID) {
    if let delivery = deliveries.removeValue(forKey: call) { driver.accept(delivery) }
  }

  private func send(_ message: CloudMessage) {
    let tag = PublishTag(rawValue: nextTag)
    nextTag += 1
    var outgoing = message.message
    if message.isDurable {
      underWay[tag] = message
    } else {
      outgoing.qos = QualityOfService(rawValue: telemetryQualityOfService) ?? .atMostOnce
    }
    let companions = message.call.flatMap { gateway.core.changeWithReply($0) }.map { [$0] } ?? []
    driver.publish(outgoing, tag: tag, alongWith: CoreStoreMapping.storeChanges(companions))
  }

  // MARK: From the connection

  private func take(_ event: UplinkEvent) {
    switch event {
    case .connection(let event): take(event)
    case .trying(let attempt, let endpoint):
      log.debug(
        "connecting to the broker",
        ["broker": endpoint, "stage": attempt.stage.rawValue, "attempt": "\(attempt.number)"])
    case .credentialsFailed(let text): log.warning("no credentials for the broker", ["reason": text])
    case .returning(let endpoint): log.notice("going back to the first broker", ["broker": endpoint])
    }
  }

  private func take(_ event: MQTTConnectionEvent) {
    let broker = driver.status.endpoint
    switch event {
    case .received: break
    case .stored(let tag): stored(tag)
    case .delivered: break
    case .dropped(let tag, let reason): dropped(tag, reason)
    case .connected(let sessionPresent):
      log.notice("broker connected", ["broker": broker, "session": sessionPresent ? "resumed" : "new"])
      if let birth { driver.publish(birth.message) }
    case .disconnected(.drained, _):
      stopped?()
      stopped = nil
    case .disconnected(let reason, _):
      log.warning(
        "broker connection ended",
        ["broker": broker, "reason": reason.description, "next": driver.status.stage.rawValue])
    case .subscribed(let filter, let result): log.debug("subscribed \(filter.text): \(result)")
    case .unsubscribed, .response, .requestFailed, .redirected, .reauthenticated: break
    case .diagnostic(let diagnostic): log.warning("broker: \(diagnostic)", ["broker": broker])
    case .storageFailed(let text): log.error("the outbox cannot be stored", ["reason": text])
    case .storageRecovered: log.notice("the outbox is stored again")
    case .companionsRefused(let text): log.error("a record was refused by the store", ["reason": text])
    }
  }

  private func received(_ delivery: Delivery) {
    let id = gateway.newCallID()
    switch translator.decode(delivery.message, as: id) {
    case .call(var call):
      call.isRedelivered = delivery.isDuplicate
      deliveries[id] = delivery
      gateway.call(call)
    case .own: driver.discard(delivery)
    case .serverNotice(let function, let code):
      log.debug("server notice", ["func": function, "code": code ?? ""])
      driver.discard(delivery)
    case .ignored(let reason):
      log.notice("message ignored: \(reason)", ["topic": delivery.message.topic.text])
      driver.discard(delivery)
    }
  }

  private func stored(_ tag: PublishTag) {
    guard let message = underWay.removeValue(forKey: tag) else { return }
    settle(message)
  }

  private func settle(_ message: CloudMessage) {
    if let event = message.event { gateway.eventStored(event) }
    if let call = message.call { gateway.replyStored(call) }
  }

  private func dropped(_ tag: PublishTag, _ reason: DropReason) {
    guard let message = underWay.removeValue(forKey: tag) else { return }
    guard reason != .tooLarge else {
      log.error("a message is larger than a packet may be and cannot be published")
      return settle(message)
    }
    if deferred.isEmpty {
      log.error(
        "the outbox is full: lock events wait in the gateway's own record until the broker takes some")
    }
    deferred.append(message)
    guard deferralTimer == nil else { return }
    deferralTimer = gateway.loop.schedule(at: gateway.loop.now.monotonic + Self.deferral) { [weak self] in
      self?.offerAgain()
    }
  }

  private func offerAgain() {
    deferralTimer = nil
    let messages = deferred
    deferred = []
    for message in messages { send(message) }
  }

  // MARK: From the settings

  private static func translator(
    _ cloud: Settings.Cloud, gatewayID: String
  ) throws(Failure) -> CloudTranslator {
    guard let key = SystemRandom.bytes(32) else { throw Failure(description: "no random numbers") }
    var topics: TopicTemplates = cloud.profile == .direct ? .direct : .orangeiot
    if let calls = cloud.subscribeTopics { topics.calls = calls }
    if let events = cloud.eventTopic { topics.events = events }
    if let replies = cloud.replyTopic { topics.replies = replies }
    do {
      return try CloudTranslator(
        configuration: CloudConfiguration(gatewayID: gatewayID, topics: topics, processKey: key))
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// The gateway is known by its id; in a named environment by that and the id, so that two environments
  /// can never share a session.
  private static func uplinkConfiguration(
    _ mqtt: Settings.MQTT, gatewayID: String, broker: BrokerStreams
  ) -> UplinkConfiguration {
    let own = mqtt.clientIdentifier ?? "gw:\(gatewayID)"
    var configuration = UplinkConfiguration(
      endpoints: broker.endpoints,
      clientIdentifier: mqtt.environment.map { "\($0.rawValue):\(own)" } ?? own,
      credentials: broker.credentials(gatewayID))
    configuration.session.version = ProtocolVersion(mqtt.version)
    if mqtt.version == .v5 { configuration.session.oldestVersion = .v3_1_1 }
    configuration.session.cleanSession = mqtt.cleanSession
    // Lock events are never dropped once they are taken; telemetry gives way to them.
    configuration.session.limits.queueMessages = 65_536
    configuration.session.limits.transientQueueMessages = 8_192
    configuration.session.limits.overflow = .dropOldestTransient
    configuration.session.subscribing = .oneFilterPerPacket
    configuration.session.keepAlive = mqtt.keepAlive
    configuration.ladder.returnAfter = mqtt.returnAfter
    configuration.tag = JSONKey.first(of: ["func", "bizTag"])
    return configuration
  }

  private static func gatewayStates(
    _ cloud: Settings.Cloud, gatewayID: String, translator: CloudTranslator
  ) throws(Failure) -> (online: CloudMessage, offline: CloudMessage)? {
    guard let text = cloud.willTopic else { return nil }
    do {
      let topic = try Topics.fixed(text, gatewayID: gatewayID)
      return (
        translator.gatewayState(isOnline: true, on: topic),
        translator.gatewayState(isOnline: false, on: topic)
      )
    } catch {
      throw Failure(description: "cloud.will_topic: \(error)")
    }
  }
}

extension ProtocolVersion {
  fileprivate init(_ version: Settings.MQTT.Version) {
    switch version {
    case .v3_1: self = .v3_1
    case .v3_1_1: self = .v3_1_1
    case .v5: self = .v5
    }
  }
}
