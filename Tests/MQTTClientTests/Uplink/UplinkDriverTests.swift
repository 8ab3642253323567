import MQTT
import MQTTClient
import Reactor
import SansIO
import Synchronization
import Testing
import Transport

@Suite struct UplinkDriverTests {
  @Test func `a dead broker gives way to the fallback, and gets its gateway back when it answers`() throws {
    let bench = try UplinkBench(brokers: 2)
    bench.dead = [0]
    bench.driver.start()
    #expect(bench.loop.run(limit: .seconds(60)) { bench.driver.status.isConnected })
    #expect(bench.tries == [0, 0, 0, 0, 0, 1])
    #expect(
      bench.stages == [
        "reconnect 0", "reconnect 0", "reconnect 0", "freshCredentials 0", "freshCredentials 0",
        "fallbackEndpoint 1",
      ])
    #expect(bench.driver.status.endpoint == "mqtt://broker1:1883")
    #expect(bench.driver.status.stage == .connected)
    bench.loop.advance(by: .seconds(310))
    #expect(bench.tries.suffix(1) == [0], "a look that found nobody")
    #expect(bench.driver.status.isConnected)
    _ = bench.brokers[1].takePackets()
    bench.dead = []
    bench.loop.advance(by: .seconds(300))
    #expect(bench.driver.status.endpoint == "mqtt://broker0:1883")
    #expect(bench.driver.status.isConnected)
    #expect(bench.stages.suffix(2) == ["returning", "reconnect 0"])
    #expect(
      bench.brokers[1].takePackets().contains { if case .disconnect = $0 { true } else { false } },
      "the fallback was left without a word")
  }

  @Test func `what was published at the fallback's time is delivered there`() throws {
    let bench = try UplinkBench(brokers: 2)
    bench.dead = [0]
    bench.driver.start()
    bench.driver.publish(try bench.message("x"), tag: PublishTag(rawValue: 7))
    #expect(bench.loop.run(limit: .seconds(60)) { bench.driver.status.isConnected })
    bench.loop.advance(by: .seconds(1))
    #expect(bench.events.contains(.delivered(PublishTag(rawValue: 7))))
    #expect(bench.driver.status.queueAge.count == 1)
  }

  @Test func `sending while there is no connection cuts a long pause short once a minute`() throws {
    let bench = try UplinkBench {
      $0.session.timing.retry = RetryPolicy(first: .hours(1), longest: .hours(1))
    }
    bench.dead = [0]
    bench.connect()
    #expect(bench.tries.count == 1)
    for _ in 0..<300 {
      bench.driver.publish(try bench.message("x", qos: .atMostOnce))
      bench.loop.advance(by: .seconds(1))
    }
    #expect(bench.tries.count == 1 + 5)
    #expect(bench.driver.status.impulses.heldBack == 295)
  }

  @Test func `before the start nothing that is sent connects`() throws {
    let bench = try UplinkBench()
    bench.driver.publish(try bench.message("x"))
    bench.driver.networkChanged(.routeAdded(isDefault: true))
    bench.loop.advance(by: .seconds(10))
    #expect(bench.tries.isEmpty)
  }

  @Test func `a network that comes back is used at once, and one that flaps is held down`() throws {
    let bench = try UplinkBench {
      $0.session.timing.retry = RetryPolicy(first: .hours(1), longest: .hours(1))
    }
    bench.dead = [0]
    bench.connect()
    bench.driver.networkChanged(.linkDown(interface: "eth0"))
    bench.loop.advance(by: .seconds(5))
    #expect(bench.tries.count == 1)
    for _ in 0..<10 { bench.driver.networkChanged(.linkUp(interface: "eth0")) }
    bench.loop.advance(by: .milliseconds(10))
    #expect(bench.tries.count == 2)
    bench.loop.advance(by: .seconds(10))
    #expect(bench.tries.count == 3, "the others count once, after the hold-down")
  }

  @Test func `a clock that jumped has the link proved by a ping at once`() throws {
    let bench = try UplinkBench()
    bench.connect()
    _ = bench.brokers[0].takePackets()
    bench.driver.clockChanged(.resumed(after: .seconds(3_600)))
    bench.loop.advance(by: .milliseconds(100))
    #expect(bench.brokers[0].takePackets() == [.pingRequest])
    try #require(bench.brokers[0].clientEnd).isDeaf = true
    bench.driver.clockChanged(.set(by: .seconds(-60)))
    bench.loop.advance(by: .seconds(10))
    #expect(bench.driver.status.lastError == DisconnectReason.keepAliveTimeout.description)
  }

  @Test func `every try asks who the gateway is, and a refused one asks for it anew`() throws {
    let source = RecordingCredentials()
    let bench = try UplinkBench(credentials: source)
    bench.brokers[0].refusal = .notAuthorized
    bench.connect()
    #expect(source.asked.withLock { $0 } == [false])
    bench.loop.advance(by: .seconds(3))
    #expect(source.asked.withLock { $0 } == [false, true])
    bench.brokers[0].refusal = nil
    bench.loop.advance(by: .seconds(10))
    #expect(bench.driver.status.isConnected)
    #expect(source.asked.withLock { $0 } == [false, true, true], "once for each try")
    let connects = bench.brokers[0].takePackets().compactMap { packet in
      if case .connect(let packet) = packet { packet.password?.reveal() } else { nil }
    }
    #expect(connects == [[1], [2], [3]])
  }

  @Test func `credentials that cannot be had are no reason to connect without`() throws {
    let source = RecordingCredentials()
    source.failure.withLock { $0 = "the endpoint is down" }
    let bench = try UplinkBench(credentials: source)
    bench.connect()
    bench.loop.advance(by: .seconds(20))
    #expect(bench.tries.isEmpty)
    #expect(bench.driver.status.lastError == "no credentials: the endpoint is down")
    source.failure.withLock { $0 = nil }
    bench.loop.advance(by: .seconds(64))
    #expect(bench.driver.status.isConnected)
  }

  @Test func `a source that never answers does not stop the trying`() throws {
    let source = RecordingCredentials()
    source.isSilent.withLock { $0 = true }
    let bench = try UplinkBench(credentials: source)
    bench.connect()
    bench.loop.advance(by: .seconds(19))
    #expect(bench.driver.status.lastError == nil)
    source.isSilent.withLock { $0 = false }
    bench.loop.advance(by: .seconds(5))
    #expect(bench.driver.status.isConnected)
  }

  @Test func `a message that comes again is handled once, also by the next process`() throws {
    let file = SeenInMemory()
    for process in 0..<2 {
      let bench = try UplinkBench(seen: file) { $0.identifier = JSONKey.all(of: ["userId", "msgId"]) }
      var handled = 0
      _ = bench.driver.handle(MessageRoute()) { delivery in
        handled += 1
        bench.driver.accept(delivery)
      }
      bench.connect()
      for id in 1...3 as ClosedRange<UInt16> { try bench.send(#"{"msgId":4,"userId":"u"}"#, id: id) }
      #expect(handled == (process == 0 ? 1 : 0))
      #expect(bench.driver.status.repeats == (process == 0 ? 2 : 3))
      try bench.send(#"{"msgId":4,"userId":"v\#(process)"}"#)
      try bench.send("no identifier")
      try bench.send("no identifier")
      #expect(handled == (process == 0 ? 4 : 3))
    }
  }

  @Test func `a copy is acknowledged no sooner than the message itself`() throws {
    let bench = try UplinkBench { $0.identifier = JSONKey.first(of: ["msgId"]) }
    var deliveries: [Delivery] = []
    _ = bench.driver.handle(MessageRoute()) { deliveries.append($0) }
    bench.connect()
    _ = bench.brokers[0].takePackets()
    try bench.send(#"{"msgId":4}"#, id: 1)
    try bench.send(#"{"msgId":4}"#, id: 2)
    #expect(deliveries.count == 1)
    #expect(bench.brokers[0].takePackets().isEmpty)
    bench.driver.accept(deliveries[0])
    bench.loop.advance(by: .milliseconds(50))
    #expect(bench.brokers[0].takePackets().map(\.type) == [.publishAcknowledgement, .publishAcknowledgement])
  }

  @Test func `of several handlers the last one lets the broker forget`() throws {
    let bench = try UplinkBench { $0.tag = JSONKey.first(of: ["func", "bizTag"]) }
    var first: [Delivery] = []
    var second: [Delivery] = []
    _ = bench.driver.handle(MessageRoute(tags: ["openLock"])) { first.append($0) }
    _ = bench.driver.handle(MessageRoute()) { second.append($0) }
    bench.connect()
    _ = bench.brokers[0].takePackets()
    try bench.send(#"{"bizTag":"openLock"}"#)
    #expect(first.count == 1 && second.count == 1)
    bench.driver.accept(first[0])
    bench.loop.advance(by: .milliseconds(50))
    #expect(bench.brokers[0].takePackets().isEmpty)
    bench.driver.discard(second[0])
    bench.loop.advance(by: .milliseconds(50))
    #expect(bench.brokers[0].takePackets().map(\.type) == [.publishAcknowledgement])
  }

  @Test func `a late handler gets what came before it as a replay`() throws {
    let bench = try UplinkBench {
      $0.tag = JSONKey.first(of: ["func"])
      $0.lanes = [MessageLane(filter: nil, kept: MessageLane.keptMessages)]
    }
    bench.connect()
    _ = bench.brokers[0].takePackets()
    try bench.send(#"{"func":"openLock"}"#)
    #expect(bench.brokers[0].takePackets().map(\.type) == [.publishAcknowledgement])
    #expect(bench.driver.status.unknownTags == 1)
    var replayed: [Delivery] = []
    _ = bench.driver.handle(MessageRoute(tags: ["openLock"])) { replayed.append($0) }
    #expect(replayed.map(\.isReplay) == [true])
    bench.driver.accept(replayed[0])
    bench.loop.advance(by: .milliseconds(50))
    #expect(bench.brokers[0].takePackets().isEmpty)
  }
}

/// Gives another password each time, unless it is told to fail or to be silent.
private final class RecordingCredentials: CredentialsProvider {
  let asked = Mutex<[Bool]>([])
  let failure = Mutex<String?>(nil)
  let isSilent = Mutex(false)

  func credentials(fresh: Bool) async throws(CredentialsFailure) -> BrokerCredentials {
    let number = asked.withLock { asked in
      asked.append(fresh)
      return UInt8(asked.count)
    }
    if isSilent.withLock({ $0 }) {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    if let text = failure.withLock({ $0 }) { throw CredentialsFailure(text) }
    return BrokerCredentials(userName: "gw", password: Secret([number]))
  }
}

private final class SeenInMemory: SeenMessageStore {
  private var entries: [SeenMessages.Entry] = []
  func load() -> [SeenMessages.Entry] { entries }
  func store(_ entry: SeenMessages.Entry) { entries.append(entry) }
}
