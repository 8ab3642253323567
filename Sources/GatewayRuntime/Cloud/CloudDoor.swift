import CloudRPC
import GatewayCore
import MQTT
import MQTTClient
import Reactor
import SansIO
import ServiceManager
import Settings
import Storage

/// The cloud front door: the translator on one side, the MQTT connection with its durable outbox on the
/// other.
package final class CloudDoor: DurableFrontDoor {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The name of its session in the store.
  static let session = "cloud"
  /// How long to wait before what the outbox had no room for is offered again.
  static let deferral = TimeSpan.seconds(5)

  var telemetryQualityOfService: UInt8

  private let gateway: Gateway
  private let log: Log
  private let connection: MQTTConnection
  private let broker: String
  private var translator: CloudTranslator
  private var tokens: [CallID: InboundToken] = [:]
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
    self.broker = broker.description
    telemetryQualityOfService = settings.cloud.telemetryQualityOfService
    var translator = try Self.translator(settings.cloud, gatewayID: gatewayID)
    var configuration = SessionConfiguration(
      clientIdentifier: settings.mqtt.clientIdentifier ?? "gw:\(gatewayID)")
    configuration.cleanSession = settings.mqtt.cleanSession
    // Lock events are never dropped once they are taken; telemetry gives way to them.
    configuration.limits.queueMessages = 65_536
    configuration.limits.transientQueueMessages = 8_192
    configuration.limits.overflow = .dropOldestTransient
    configuration.subscribing = .oneFilterPerPacket
    configuration.keepAlive = settings.mqtt.keepAlive
    configuration.userName = settings.mqtt.user ?? (settings.mqtt.password == nil ? nil : gatewayID)
    configuration.password = settings.mqtt.password
    let states = try Self.gatewayStates(settings.cloud, gatewayID: gatewayID, translator: translator)
    configuration.will = states?.offline.message
    birth = states?.online
    let store = SQLiteSessionStore(
      store: gateway.store, state: stored, session: Self.session, loop: gateway.loop)
    // What an earlier run has published may come back to this one.
    for record in store.load().outgoing { translator.notePublished(record.message) }
    self.translator = translator
    connection = MQTTConnection(
      configuration: configuration, store: store, loop: gateway.loop, seed: seed,
      makeStream: broker.make)
    connection.onEvent = { [weak self] in self?.take($0) }
  }

  func start() {
    connection.subscribe(translator.subscriptions.map { Subscription(filter: $0.filter, qos: $0.qos) })
    connection.start()
  }

  /// Lets what is in flight end and says goodbye; `completion` comes when that is done.
  func stop(completion: @escaping () -> Void) {
    stopped = completion
    connection.drain()
  }

  /// For the service manager's status line.
  package var statusText: String {
    let status = connection.status
    let state = status.connectedSince != nil ? "connected" : "not connected"
    return "broker \(state), \(status.undeliveredMessages) to deliver"
  }

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
        connection.publish(message.message)
        // Nothing was made of the call, and its caller knows.
        if let token = tokens.removeValue(forKey: reply.id) { connection.discard(token) }
        gateway.replyStored(reply.id)
      } else {
        send(message)
      }
    } else {
      gateway.replyStored(reply.id)
    }
  }

  func accepted(_ call: CallID) {
    if let token = tokens.removeValue(forKey: call) { connection.accept(token) }
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
    connection.publish(outgoing, tag: tag, alongWith: CoreStoreMapping.storeChanges(companions))
  }

  // MARK: From the connection

  private func take(_ event: MQTTConnectionEvent) {
    switch event {
    case .received(let message, let token, let isDuplicate): received(message, token, isDuplicate)
    case .stored(let tag): stored(tag)
    case .delivered: break
    case .dropped(let tag, let reason): dropped(tag, reason)
    case .connected(let sessionPresent):
      log.notice("broker connected", ["broker": broker, "session": sessionPresent ? "resumed" : "new"])
      if let birth { connection.publish(birth.message) }
    case .disconnected(let reason, _):
      if reason == .drained {
        stopped?()
        stopped = nil
      } else {
        log.warning("broker connection ended", ["broker": broker, "reason": reason.description])
      }
    case .subscribed(let filter, let result): log.debug("subscribed \(filter.text): \(result)")
    case .unsubscribed, .response, .requestFailed, .redirected, .reauthenticated: break
    case .diagnostic(let diagnostic): log.warning("broker: \(diagnostic)", ["broker": broker])
    case .storageFailed(let text): log.error("the outbox cannot be stored", ["reason": text])
    case .storageRecovered: log.notice("the outbox is stored again")
    case .companionsRefused(let text): log.error("a record was refused by the store", ["reason": text])
    }
  }

  private func received(_ message: Message, _ token: InboundToken, _ isDuplicate: Bool) {
    let id = gateway.newCallID()
    switch translator.decode(message, as: id) {
    case .call(var call):
      call.isRedelivered = isDuplicate
      tokens[id] = token
      gateway.call(call)
    case .own: connection.discard(token)
    case .serverNotice(let function, let code):
      log.debug("server notice", ["func": function, "code": code ?? ""])
      connection.discard(token)
    case .ignored(let reason):
      log.notice("message ignored: \(reason)", ["topic": message.topic.text])
      connection.discard(token)
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
