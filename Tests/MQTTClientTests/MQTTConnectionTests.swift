import MQTT
import MQTTClient
import Reactor
import SansIO
import Testing
import Transport

@Suite struct MQTTConnectionTests {
  /// A connection to a scripted broker on a simulated loop, with a record of its events.
  private final class Bench {
    let loop: SimulatedLoop
    let broker: ScriptedBroker
    let store: RecordingStore
    let connection: MQTTConnection
    var events: [MQTTConnectionEvent] = []

    init(seed: UInt64? = nil, adjust: (inout SessionConfiguration) -> Void = { _ in }) {
      loop = SimulatedLoop(seed: seed)
      let broker = ScriptedBroker(loop: loop)
      self.broker = broker
      store = RecordingStore(loop: loop)
      var configuration = SessionConfiguration(clientIdentifier: "gw:test")
      adjust(&configuration)
      connection = MQTTConnection(
        configuration: configuration, store: store, loop: loop, seed: 1,
        makeStream: { .success(broker.makeStream()) })
      connection.onEvent = { [weak self] in self?.events.append($0) }
    }

    func connect() {
      connection.start()
      loop.advance(by: .milliseconds(100))
    }

    func message(_ text: String, _ qos: QualityOfService) throws -> Message {
      Message(topic: try TopicName("t"), payload: Array(text.utf8), qos: qos)
    }
  }

  @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
  func aMessageIsStoredThenDelivered(_ seed: UInt64?) throws {
    let bench = Bench(seed: seed)
    bench.connect()
    #expect(bench.events == [.connected(sessionPresent: false)])
    bench.connection.publish(try bench.message("x", .exactlyOnce), tag: PublishTag(rawValue: 4))
    bench.loop.advance(by: .milliseconds(100))
    #expect(
      bench.events.suffix(2) == [
        .stored(PublishTag(rawValue: 4)), .delivered(PublishTag(rawValue: 4)),
      ])
    #expect(bench.connection.status.undeliveredMessages == 0)
    #expect(bench.connection.status.state == .connected)
    #expect(bench.broker.complaints.isEmpty)
  }

  @Test func allPacketsOfATurnLeaveInOneWriteAndItsChangesInOneCommit() throws {
    let bench = Bench()
    bench.connect()
    bench.broker.acknowledges = false
    for number in 0..<10 { bench.connection.publish(try bench.message("\(number)", .atLeastOnce)) }
    for number in 0..<10 { bench.connection.publish(try bench.message("\(number)", .atMostOnce)) }
    bench.loop.advance(by: .milliseconds(100))
    #expect(bench.store.committed.map(\.changes.count) == [10])
    #expect(bench.broker.packetsPerWrite == [1, 10, 10])
  }

  @Test func whatComesDuringACommitGoesIntoTheNextOne() throws {
    let bench = Bench()
    bench.connect()
    bench.store.commitsAtOnce = false
    for number in 0..<30 {
      bench.connection.publish(try bench.message("\(number)", .exactlyOnce))
      bench.loop.advance(by: .milliseconds(1))
    }
    #expect(bench.store.attempts == 1)
    bench.store.finishCommits()
    bench.loop.advance(by: .milliseconds(1))
    #expect(bench.store.attempts == 2)
    bench.store.finishCommits()
    #expect(bench.store.committed.map(\.changes.count) == [1, 29])
  }

  @Test func aCompanionSharesTheTransactionOfItsMessage() throws {
    let bench = Bench()
    bench.connect()
    bench.connection.publish(try bench.message("x", .exactlyOnce), alongWith: ["audit"])
    bench.loop.advance(by: .milliseconds(100))
    let first = try #require(bench.store.committed.first)
    #expect(first.companions == ["audit"])
    guard case .insert(let record) = first.changes.first else {
      Issue.record("the message is not in the transaction")
      return
    }
    #expect(record.message.payload == Array("x".utf8))
  }

  @Test func aRefusedMessageTakesItsCompanionWithIt() throws {
    let bench = Bench { $0.limits.queueMessages = 0 }
    bench.connection.publish(
      try bench.message("x", .exactlyOnce), tag: PublishTag(rawValue: 3), alongWith: ["audit"])
    bench.loop.advance(by: .milliseconds(100))
    #expect(bench.events == [.dropped(PublishTag(rawValue: 3), .durableQueueFull)])
    #expect(bench.store.attempts == 0)
  }

  @Test func acceptingStoresItsCompanionBeforeTheBrokerMayForget() throws {
    for qos in [QualityOfService.atLeastOnce, .exactlyOnce] {
      let bench = Bench()
      bench.connect()
      bench.store.commitsAtOnce = false
      let packet = PublishPacket(
        message: try bench.message("call", qos), packetIdentifier: PacketIdentifier(rawValue: 9))
      try bench.broker.send(.publish(packet))
      bench.loop.advance(by: .milliseconds(100))
      guard case .received(_, let token, duplicate: false) = bench.events.last else {
        Issue.record("nothing was received")
        return
      }
      _ = bench.broker.takePackets()
      bench.connection.accept(token, alongWith: ["call"])
      bench.loop.advance(by: .milliseconds(100))
      #expect(bench.broker.takePackets().isEmpty, "acknowledged before it was durable")
      bench.store.finishCommits()
      bench.loop.advance(by: .milliseconds(100))
      #expect(bench.broker.takePackets().count == 1)
      #expect(bench.store.committed.map(\.companions) == [["call"]])
      #expect(bench.store.committed.map(\.changes.count) == [qos == .exactlyOnce ? 1 : 0])
    }
  }

  @Test func aStoreThatFailsIsTriedAgainAndNothingLeavesMeanwhile() throws {
    let bench = Bench()
    bench.connect()
    _ = bench.broker.takePackets()
    bench.store.failure = SessionStoreFailure("no space is left")
    bench.connection.publish(try bench.message("x", .exactlyOnce), tag: PublishTag(rawValue: 1))
    bench.loop.advance(by: .seconds(20))
    #expect(bench.events.filter { $0 == .storageFailed("no space is left") }.count == 1)
    #expect(bench.connection.status.storageFailure == "no space is left")
    #expect(bench.store.attempts >= 3)
    #expect(!bench.broker.takePackets().contains { $0.type == .publish })
    bench.store.failure = nil
    bench.loop.advance(by: .seconds(20))
    #expect(bench.events.contains(.storageRecovered))
    #expect(bench.events.contains(.delivered(PublishTag(rawValue: 1))))
    #expect(bench.connection.status.storageFailure == nil)
  }

  @Test func aStoreThatTakesNothingDoesNotFillTheMemory() throws {
    let bench = Bench()
    bench.store.failure = SessionStoreFailure("no space is left")
    bench.connection.store(["first"])
    bench.loop.advance(by: .milliseconds(10))
    var taken = 0
    while taken < 100_000, bench.connection.store(["more"]) { taken += 1 }
    #expect(taken == 16_384)
    #expect(!bench.connection.publish(try bench.message("x", .atMostOnce), alongWith: ["even more"]))
    #expect(bench.connection.publish(try bench.message("x", .exactlyOnce), alongWith: ["its own"]))
    bench.store.failure = nil
    bench.loop.advance(by: .seconds(20))
    let stored: Int = bench.store.committed.reduce(0) { $0 + $1.companions.count }
    #expect(stored == 16_386)
    #expect(bench.connection.store(["again"]))
  }

  @Test func aCompanionThatTheStoreRefusesDoesNotHoldTheMessageUp() throws {
    let bench = Bench()
    bench.connect()
    bench.store.failure = SessionStoreFailure("name is taken", isCompanionsFault: true)
    bench.connection.publish(
      try bench.message("x", .exactlyOnce), tag: PublishTag(rawValue: 1), alongWith: ["bad"])
    bench.loop.advance(by: .milliseconds(100))
    #expect(bench.events.contains(.companionsRefused("name is taken")))
    #expect(bench.events.contains(.delivered(PublishTag(rawValue: 1))))
  }

  @Test func aLostLinkIsMadeAgainWithANewStream() throws {
    let bench = Bench()
    bench.connect()
    bench.broker.hangUp()
    bench.loop.advance(by: .milliseconds(50))
    #expect(bench.connection.status.state == .disconnected)
    #expect(bench.connection.status.lastError == "the broker closed the connection")
    bench.connection.publish(try bench.message("x", .atLeastOnce), tag: PublishTag(rawValue: 2))
    bench.loop.advance(by: .seconds(2))
    #expect(bench.broker.connections == 2)
    #expect(bench.events.contains(.delivered(PublishTag(rawValue: 2))))
  }

  @Test func aStreamThatCannotBeMadeIsTriedAgain() throws {
    let loop = SimulatedLoop()
    var attempts = 0
    let connection = MQTTConnection(
      configuration: SessionConfiguration(clientIdentifier: "x"), store: MemorySessionStore(loop: loop),
      loop: loop, seed: 1,
      makeStream: {
        attempts += 1
        return .failure(StreamClosure(.unusableSetting, "no such file: ca.pem"))
      })
    connection.start()
    loop.advance(by: .seconds(10))
    #expect(attempts >= 3)
    #expect(connection.status.lastError == "no such file: ca.pem")
    #expect(connection.status.retryAt != nil)
  }

  @Test func drainingDeliversWhatIsInFlightAndSaysGoodbye() throws {
    let bench = Bench()
    bench.connect()
    bench.connection.publish(try bench.message("last", .exactlyOnce), tag: PublishTag(rawValue: 8))
    bench.connection.drain()
    bench.loop.advance(by: .seconds(1))
    #expect(bench.events.contains(.delivered(PublishTag(rawValue: 8))))
    #expect(bench.events.last == .disconnected(.drained, retryAt: nil))
    #expect(bench.broker.takePackets().last == .normalDisconnection)
    #expect(bench.connection.isStored)
  }

  @Test func aHalfOpenLinkIsFoundByTheOneTimer() throws {
    let bench = Bench { $0.keepAlive = 10 }
    bench.connect()
    let clientEnd = try #require(bench.broker.clientEnd)
    clientEnd.isDeaf = true
    let before = bench.broker.connections
    bench.loop.advance(by: .milliseconds(15_000))
    #expect(bench.broker.connections > before)
    #expect(bench.connection.status.lastError == DisconnectReason.keepAliveTimeout.description)
  }

  /// Everything that can happen to a connection from outside, in every order of up to six: it is started, a
  /// stream is ready (late, perhaps, or of an earlier try), the network goes, a second passes.
  @Test func noOrderOfEventsMakesTwoConnectionsAtOnce() throws {
    let loop = SimulatedLoop()
    var orders = 0
    for length in 1...6 {
      for number in 0..<(1 << (2 * length)) {
        let counter = CountedStream.Counter()
        var plans: [(Result<any ByteStream, StreamClosure>) -> Void] = []
        let connection = MQTTConnection(
          configuration: SessionConfiguration(clientIdentifier: "x"), store: MemorySessionStore(loop: loop),
          loop: loop, seed: 1, plan: { plans.append($0) })
        for step in 0..<length {
          switch (number >> (2 * step)) & 3 {
          case 0: connection.start()
          case 1: for plan in plans { plan(.success(CountedStream(counter))) }
          case 2: connection.abandonLink("the address is gone")
          default: loop.advance(by: .seconds(1))
          }
          loop.settle()
          #expect(counter.open <= 1, "order \(number) of \(length)")
        }
        orders += 1
      }
    }
    #expect(orders == 5_460)
  }

  @Test func whatComesOfAnEarlierTryIsDropped() throws {
    let bench = Bench()
    var plans: [(Result<any ByteStream, StreamClosure>) -> Void] = []
    let connection = MQTTConnection(
      configuration: SessionConfiguration(clientIdentifier: "x"), store: bench.store, loop: bench.loop,
      seed: 1, plan: { plans.append($0) })
    connection.start()
    bench.loop.settle()
    connection.abandonLink("the address is gone")
    connection.start()
    bench.loop.settle()
    #expect(plans.count == 2)
    let counter = CountedStream.Counter()
    plans[0](.success(CountedStream(counter)))
    #expect(counter.open == 0, "the first try is over")
    plans[0](.failure(StreamClosure(.refused, "late")))
    #expect(connection.status.state == .connecting, "its failure is not the second one's")
    plans[1](.success(CountedStream(counter)))
    plans[1](.success(CountedStream(counter)))
    #expect(counter.open == 1)
  }
}
