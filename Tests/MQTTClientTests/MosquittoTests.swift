import MQTT
import MQTTClient
import Reactor
import SansIO
import TestSupport
import Testing
import Transport

/// The client against a real broker; skipped, and counted as skipped, where there is none.
@Suite(.enabled(if: MosquittoBroker.executable != nil, "mosquitto is not installed"), .serialized)
struct MosquittoTests {
  /// One client of the broker and what it heard. A client that is let go dies without a word.
  private final class Client {
    let connection: MQTTConnection
    let store: RecordingStore
    var events: [MQTTConnectionEvent] = []
    var received: [Int] = []
    var delivered: Set<UInt64> = []
    var subscribed = 0

    init(
      _ id: String, loop: EventLoop, worker: any Worker, url: String,
      snapshot: SessionSnapshot = SessionSnapshot(), tls: TLSSettings = TLSSettings(),
      adjust: (inout SessionConfiguration) -> Void = { _ in }
    ) throws {
      store = RecordingStore(loop: loop, snapshot: snapshot)
      var configuration = SessionConfiguration(clientIdentifier: id)
      configuration.keepAlive = 5
      adjust(&configuration)
      let maker = MQTTStreamMaker(
        loop: loop, worker: worker, endpoint: try MQTTEndpoint(url: url), tls: tls)
      connection = MQTTConnection(
        configuration: configuration, store: store, loop: loop, seed: UInt64.random(in: 0...UInt64.max),
        makeStream: maker.make)
      connection.onEvent = { [weak self] in self?.heard($0) }
    }

    private func heard(_ event: MQTTConnectionEvent) {
      switch event {
      case .received(let message, let token, _):
        let text = String(decoding: message.payload, as: UTF8.self)
        received.append(Int(text) ?? -1)
        connection.accept(token, alongWith: [text])
      case .delivered(let tag): delivered.insert(tag.rawValue)
      case .subscribed: subscribed += 1
      default: events.append(event)
      }
    }

    func publish(_ number: Int, qos: QualityOfService = .exactlyOnce) throws {
      let message = Message(topic: try TopicName("house/door"), payload: Array("\(number)".utf8), qos: qos)
      connection.publish(message, tag: PublishTag(rawValue: UInt64(number)))
    }

    func subscribe(qos: QualityOfService = .exactlyOnce) throws {
      connection.subscribe([Subscription(filter: try TopicFilter("house/#"), qos: qos)])
    }
  }

  private let loop: EventLoop
  private let worker: SerialWorker

  init() throws {
    loop = try EventLoop()
    worker = try SerialWorker(name: "mqtt-lookup", loop: loop)
  }

  private func client(
    _ id: String, _ url: String, snapshot: SessionSnapshot = SessionSnapshot(),
    tls: TLSSettings = TLSSettings(), adjust: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Client {
    try Client(id, loop: loop, worker: worker, url: url, snapshot: snapshot, tls: tls, adjust: adjust)
  }

  @Test(
    .covers("v3.1.1:MQTT-7.0.0-2", "v3.1.1:MQTT-7.1.2-1", "v5:MQTT-4.2.0-1"),
    arguments: QualityOfService.allCases, ProtocolVersion.allCases)
  func messagesGoToTheBrokerAndBackInOrder(_ qos: QualityOfService, _ version: ProtocolVersion) throws {
    let broker = try MosquittoBroker()
    let client = try client("both", "mqtt://127.0.0.1:\(broker.port)") { $0.version = version }
    try client.subscribe(qos: qos)
    client.connection.start()
    #expect(try turn(loop) { client.subscribed == 1 })
    for number in 1...200 { try client.publish(number, qos: qos) }
    #expect(try turn(loop) { client.received.count >= 200 })
    #expect(client.received == Array(1...200))
    if qos != .atMostOnce {
      #expect(try turn(loop) { client.delivered.count == 200 })
      #expect(client.store.load().outgoing.isEmpty)
    }
  }

  @Test func propertiesAliasesAndReasonsGoThroughAndSubscriptionsAreNamed() throws {
    let broker = try MosquittoBroker(
      settings: "listener {port} 127.0.0.1\nallow_anonymous true\nmax_topic_alias 4\nmax_inflight_messages 3")
    var tokens: [InboundToken] = []
    var messages: [Message] = []
    let client = try client("five", "mqtt://127.0.0.1:\(broker.port)") { $0.version = .v5 }
    let filter = try TopicFilter("house/#")
    client.connection.onEvent = { event in
      switch event {
      case .received(let message, let token, _):
        messages.append(message)
        tokens.append(token)
        client.connection.accept(token)
      case .subscribed: client.subscribed += 1
      case .delivered(let tag): client.delivered.insert(tag.rawValue)
      default: break
      }
    }
    client.connection.subscribe([Subscription(filter: filter, qos: .exactlyOnce)], identifier: 77)
    client.connection.start()
    #expect(try turn(loop) { client.subscribed == 1 })
    var message = Message(topic: try TopicName("house/door"), payload: Array("x".utf8), qos: .exactlyOnce)
    message.properties.contentType = "text/plain"
    message.properties.messageExpiryInterval = 1_000
    message.properties.responseTopic = try TopicName("answers")
    message.properties.correlationData = [1, 2]
    message.properties.userProperties = [UserProperty(name: "a", value: "1")]
    for number in UInt64(1)...50 { client.connection.publish(message, tag: PublishTag(rawValue: number)) }
    #expect(try turn(loop) { messages.count == 50 && client.delivered.count == 50 })
    #expect(messages.last?.properties.contentType == "text/plain")
    #expect(messages.last?.properties.correlationData == [1, 2])
    #expect(messages.last?.properties.responseTopic?.text == "answers")
    #expect(messages.last?.properties.userProperties == [UserProperty(name: "a", value: "1")])
    #expect(Set(tokens.map(\.subscriptionIdentifiers)) == [[77]])
    client.connection.publish(
      Message(topic: try TopicName("nobody/listens"), payload: [], qos: .atLeastOnce),
      tag: PublishTag(rawValue: 99))
    #expect(try turn(loop) { client.delivered.contains(99) }, "0x10 is no failure")
  }

  @Test func aBrokerKilledAndRestartedTakesOverWhatWaited() throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://localhost:\(broker.port)"
    // Three connections that end within seconds look like a second client; that pause has its own test.
    let patient = RetryPolicy(first: .seconds(1), longest: .seconds(2))
    let publisher = try client("publisher", url) { $0.timing.retry = patient }
    let subscriber = try client("subscriber", url) { $0.timing.retry = patient }
    try subscriber.subscribe()
    subscriber.connection.start()
    publisher.connection.start()
    #expect(try turn(loop) { subscriber.subscribed == 1 })
    var sent = 0
    for round in 1...3 {
      for _ in 0..<40 {
        sent += 1
        try publisher.publish(sent)
      }
      let count = sent
      #expect(
        try turn(loop, seconds: 40) {
          publisher.delivered.count == count && Set(subscriber.received).count == count
        })
      broker.kill()
      for _ in 0..<40 {
        sent += 1
        try publisher.publish(sent)
      }
      #expect(try turn(loop) { publisher.connection.status.lastError != nil }, "round \(round)")
      try broker.start()
    }
    let total = sent
    #expect(try turn(loop, seconds: 40) { Set(subscriber.received).count == total })
    // A killed mosquitto comes back with what it saved last and may send again what it had finished; what was
    // finished is forgotten here, so only loss and order are ours to show.
    var seen: Set<Int> = []
    #expect(subscriber.received.filter { seen.insert($0).inserted } == Array(1...total))
  }

  @Test func aPublisherKilledAgainAndAgainLosesAndDoublesNothing() throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://127.0.0.1:\(broker.port)"
    let subscriber = try client("subscriber", url)
    try subscriber.subscribe()
    subscriber.connection.start()
    #expect(try turn(loop) { subscriber.subscribed == 1 })
    var snapshot = SessionSnapshot()
    var sent = 0
    for round in 0..<25 {
      let publisher = try client("publisher", url, snapshot: snapshot)
      publisher.connection.start()
      #expect(try turn(loop) { publisher.connection.status.state == .connected })
      for _ in 0..<30 {
        sent += 1
        try publisher.publish(sent)
      }
      // Some milliseconds of exchange, then the end in mid-air; what was committed is what is left.
      var looks = 0
      try turn(loop) {
        looks += 1
        return looks > round % 6 && publisher.connection.isStored
      }
      snapshot = publisher.store.load()
    }
    let last = try client("publisher", url, snapshot: snapshot)
    last.connection.start()
    let total = sent
    #expect(try turn(loop, seconds: 40) { subscriber.received.count >= total })
    #expect(try turn(loop) { last.connection.status.undeliveredMessages == 0 })
    #expect(subscriber.received == Array(1...total))
  }

  @Test func aSubscriberKilledAgainAndAgainLosesNothingAndHandlesNothingTwiceByItsOwnFault() throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://127.0.0.1:\(broker.port)"
    let publisher = try client("publisher", url)
    publisher.connection.start()
    var snapshot = SessionSnapshot()
    var ledger = InboundLedger()
    let total = 400
    for round in 0..<200 where ledger.handled.count < total {
      let subscriber = try client("subscriber", url, snapshot: snapshot)
      if round == 0 { try subscriber.subscribe() }
      subscriber.connection.start()
      if round == 0 {
        #expect(try turn(loop) { subscriber.subscribed == 1 })
        for number in 1...total { try publisher.publish(number) }
      }
      #expect(try turn(loop) { subscriber.connection.status.state == .connected })
      var looks = 0
      try turn(loop) {
        looks += 1
        return looks > round % 5
      }
      ledger.enter(subscriber.store.committed)
      snapshot = subscriber.store.load()
    }
    #expect(ledger.handled == Set(1...total))
    #expect(ledger.inOrder == Array(1...total))
    #expect(ledger.handledTwiceBeforeRelease == [])
  }

  @Test func aWillIsToldWhenTheClientDies() throws {
    let broker = try MosquittoBroker()
    let url = "mqtt://127.0.0.1:\(broker.port)"
    let subscriber = try client("subscriber", url)
    try subscriber.subscribe()
    subscriber.connection.start()
    #expect(try turn(loop) { subscriber.subscribed == 1 })
    let will = Message(topic: try TopicName("house/will"), payload: Array("99".utf8), qos: .exactlyOnce)
    var mortal: Client? = try client("mortal", url) { $0.will = will }
    mortal?.connection.start()
    #expect(try turn(loop) { mortal?.connection.status.state == .connected })
    mortal = nil
    #expect(try turn(loop) { subscriber.received == [99] })
    let polite = try client("polite", url) { $0.will = will }
    polite.connection.start()
    #expect(try turn(loop) { polite.connection.status.state == .connected })
    polite.connection.drain()
    #expect(try turn(loop) { polite.connection.status.state == .disconnected })
    try turn(loop, seconds: 1) { subscriber.received.count > 1 }
    #expect(subscriber.received == [99])
  }

  @Test func refusedCredentialsAreDiagnosedAndNotTriedInARush() throws {
    let broker = try MosquittoBroker(settings: "listener {port} 127.0.0.1\nallow_anonymous false")
    let client = try client("nobody", "mqtt://127.0.0.1:\(broker.port)")
    client.connection.start()
    #expect(try turn(loop) { client.connection.status.retryAt != nil })
    #expect(client.events.contains(.diagnostic(.credentialsRefused(.notAuthorized))))
    let pause = try #require(client.connection.status.retryAt) - loop.now.monotonic
    #expect(pause >= .milliseconds(900) && pause <= .seconds(2))
  }

  @Test func aBrokerOnAUnixSocketIsReached() throws {
    let broker = try MosquittoBroker(
      settings: "listener {port} 127.0.0.1\nlistener 0 {directory}/socket\nallow_anonymous true")
    let client = try client("local", "unix:\(broker.path("socket"))")
    try client.subscribe()
    client.connection.start()
    #expect(try turn(loop) { client.subscribed == 1 })
    try client.publish(5)
    #expect(try turn(loop) { client.received == [5] })
  }

  @Test func aBrokerWithACertificateOfOurOwnAuthorityIsReachedAndNoOther() throws {
    let broker = try MosquittoBroker(
      settings: """
        listener {port} 127.0.0.1
        allow_anonymous true
        certfile {directory}/server.pem
        keyfile {directory}/server.key
        """, prepare: CertificateMaker.makeServer(in:))
    let url = "mqtts://localhost:\(broker.port)"
    let client = try client("secure", url, tls: TLSSettings(authorityFile: broker.path("ca.pem")))
    try client.subscribe()
    client.connection.start()
    #expect(try turn(loop) { client.subscribed == 1 })
    for number in 1...50 { try client.publish(number) }
    #expect(try turn(loop) { client.received == Array(1...50) && client.delivered.count == 50 })
    let stranger = try self.client("stranger", url)
    stranger.connection.start()
    #expect(try turn(loop) { stranger.connection.status.lastError != nil })
    #expect(stranger.connection.status.lastError?.contains("certificate") == true)
    #expect(stranger.connection.status.counters.connections == 0)
  }

  @Test func nothingListeningIsSaidAndTriedAgain() throws {
    let broker = try MosquittoBroker()
    broker.kill()
    let client = try client("early", "mqtt://127.0.0.1:\(broker.port)")
    client.connection.start()
    #expect(try turn(loop) { client.connection.status.lastError != nil })
    try broker.start()
    #expect(try turn(loop) { client.connection.status.state == .connected })
  }
}

/// What a subscriber handled, read from its committed transactions.
///
/// A mosquitto whose client dies while it resends may publish a message anew that it had released already
/// (PUBREL sent); no client can know that one from a new message. Twice before the release is our fault.
private struct InboundLedger {
  private(set) var handled: Set<Int> = []
  private(set) var inOrder: [Int] = []
  private(set) var handledTwiceBeforeRelease: [Int] = []
  private var unreleased: [PacketIdentifier: Int] = [:]

  mutating func enter(_ transactions: [RecordingStore.Transaction]) {
    for transaction in transactions {
      var numbers = transaction.companions.compactMap { Int($0) }[...]
      for change in transaction.changes {
        switch change {
        case .insertInbound(let identifier, _):
          guard let number = numbers.popFirst() else { return }
          if unreleased.values.contains(number) { handledTwiceBeforeRelease.append(number) }
          unreleased[identifier] = number
          if handled.insert(number).inserted { inOrder.append(number) }
        case .removeInbound(let identifier): unreleased[identifier] = nil
        default: break
        }
      }
    }
  }
}
