import Foundation
import MQTT
import MQTTClient
import Reactor
import SansIO
import Storage
import Testing
import Transport

@Suite struct SQLiteSessionStoreTests {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("mqtt-session-\(UUID().uuidString)")

  private func open(_ loop: SimulatedLoop) throws -> (Store, SQLiteSessionStore) {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let store = Store(
      directory: directory.path, loop: loop, openedAt: WallTime(milliseconds: 1), execution: .loop)
    let state = try store.loadAll().get()
    store.start()
    return (store, SQLiteSessionStore(store: store, state: state, session: "gw:1", loop: loop))
  }

  private func apply(
    _ changes: [SessionChange], _ companions: [StoreChange] = [], to store: SQLiteSessionStore,
    on loop: SimulatedLoop
  ) throws {
    var outcome: Result<Void, SessionStoreFailure>?
    store.apply(changes, alongWith: companions) { outcome = $0 }
    loop.run(limit: .seconds(5)) { outcome != nil }
    try #require(outcome).get()
  }

  @Test func everyChangeIsFoundAgainAsTheSnapshotHasIt() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let five = try #require(PacketIdentifier(rawValue: 5))
    let six = try #require(PacketIdentifier(rawValue: 6))
    var changes: [SessionChange] = []
    for number in UInt64(1)...4 {
      var message = Message(
        topic: try TopicName("t/\(number)"), payload: [UInt8(number), 0, 255],
        qos: number == 1 ? .atLeastOnce : .exactlyOnce, retain: number == 2)
      if number == 3 { message.properties = try allProperties() }
      changes.append(.insert(OutgoingRecord(sequence: number, tag: .none, message: message)))
    }
    changes += [.assign(sequence: 1, five), .assign(sequence: 2, six), .release(sequence: 2, six)]
    changes += [.assign(sequence: 3, five), .requeue(sequence: 3), .remove(sequence: 4)]
    changes += [
      .insertInbound(five, MessageDigest(rawValue: .max)), .insertInbound(six, MessageDigest(rawValue: 7)),
      .removeInbound(five),
      .putSession(
        SessionRecord(assignedClientIdentifier: "made-up", expiryInterval: .max, isClosed: false)),
      .putSession(SessionRecord(assignedClientIdentifier: nil, expiryInterval: 60, isClosed: true)),
    ]
    var expected = SessionSnapshot()
    for count in 1...changes.count {
      let loop = SimulatedLoop()
      let (store, sessionStore) = try open(loop)
      try apply([changes[count - 1]], to: sessionStore, on: loop)
      store.closeAndWait()
      expected.apply(changes[count - 1])
      let (again, found) = try open(SimulatedLoop())
      var snapshot = found.load()
      snapshot.sessionAge = nil
      #expect(snapshot == expected, "after \(changes[count - 1])")
      #expect(found.unreadableRows == 0)
      again.closeAndWait()
    }
    let loop = SimulatedLoop()
    let (store, sessionStore) = try open(loop)
    try apply([.removeAllInbound], to: sessionStore, on: loop)
    store.closeAndWait()
    let (last, found) = try open(SimulatedLoop())
    #expect(found.load().inbound.isEmpty)
    last.closeAndWait()
  }

  /// One of each that a message may have.
  private func allProperties() throws -> Properties {
    var properties = Properties()
    properties.payloadIsUTF8 = true
    properties.messageExpiryInterval = .max
    properties.contentType = "text/plain"
    properties.responseTopic = try TopicName("answers")
    properties.correlationData = [0, 255]
    properties.userProperties = [UserProperty(name: "a", value: "1"), UserProperty(name: "a", value: "")]
    return properties
  }

  @Test func `deliveries in a row are one statement, and nothing between goes with them`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let loop = SimulatedLoop()
    let (store, sessionStore) = try open(loop)
    let message = Message(topic: try TopicName("t"), payload: [1], qos: .atLeastOnce)
    let inserts = (UInt64(1)...20).map {
      SessionChange.insert(.init(sequence: $0, tag: .none, message: message))
    }
    try apply(inserts, to: sessionStore, on: loop)
    var removals: [SessionChange] = [1, 2, 3, 5, 6, 7, 8, 12].map { .remove(sequence: $0) }
    removals.insert(.assign(sequence: 10, try #require(PacketIdentifier(rawValue: 3))), at: 5)
    removals += [11, 10, 9].map { .remove(sequence: $0) }
    try apply(removals, to: sessionStore, on: loop)
    store.closeAndWait()
    let (again, found) = try open(SimulatedLoop())
    #expect(found.load().outgoing.map(\.sequence) == [4] + Array(13...20))
    again.closeAndWait()
  }

  @Test func `a message expiry interval goes on while nobody runs, and so does that of the session`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let loop = SimulatedLoop()
    let (store, sessionStore) = try open(loop)
    var changes: [SessionChange] = []
    for (sequence, interval) in [(UInt64(1), UInt32(100)), (2, 30)] {
      var message = Message(topic: try TopicName("t"), payload: [], qos: .atLeastOnce)
      message.properties.messageExpiryInterval = interval
      changes.append(.insert(OutgoingRecord(sequence: sequence, tag: .none, message: message)))
    }
    changes.append(
      .putSession(SessionRecord(assignedClientIdentifier: nil, expiryInterval: 60, isClosed: true)))
    try apply(changes, to: sessionStore, on: loop)
    store.closeAndWait()
    let later = SimulatedLoop()
    later.advance(by: .milliseconds(loop.now.wall.milliseconds - later.now.wall.milliseconds) + .seconds(40))
    let (again, found) = try open(later)
    let snapshot = found.load()
    #expect(snapshot.outgoing.map(\.message.properties.messageExpiryInterval) == [60, 0])
    #expect(snapshot.sessionAge == .seconds(40))
    again.closeAndWait()
  }

  @Test func companionsAreInTheSameTransaction() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let loop = SimulatedLoop()
    let (store, sessionStore) = try open(loop)
    let record = OutgoingRecord(
      sequence: 1, tag: .none, message: Message(topic: try TopicName("t"), payload: [], qos: .exactlyOnce))
    try apply([.insert(record)], [.putMetadata(key: "call", value: [1])], to: sessionStore, on: loop)
    store.closeAndWait()
    let again = Store(
      directory: directory.path, loop: SimulatedLoop(), openedAt: WallTime(milliseconds: 2),
      execution: .loop)
    let state = try again.loadAll().get()
    #expect(state.metadata["call"] == [1])
    #expect(state.outbox.map(\.sequence) == [1])
    again.closeAndWait()
  }

  @Test func whatWasPublishedOfflineIsDeliveredByTheNextProcess() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = SessionConfiguration(clientIdentifier: "gw:1")
    let firstLoop = SimulatedLoop()
    let (firstStore, firstSession) = try open(firstLoop)
    let offline = MQTTConnection(
      configuration: configuration, store: firstSession, loop: firstLoop, seed: 1,
      makeStream: { .failure(StreamClosure(.absent, "no network")) })
    var stored = 0
    offline.onEvent = { if case .stored = $0 { stored += 1 } }
    offline.start()
    for number in UInt8(1)...20 {
      let message = Message(topic: try TopicName("door"), payload: [number], qos: .exactlyOnce)
      offline.publish(message, alongWith: [StoreChange.putMetadata(key: "event", value: [number])])
    }
    firstLoop.advance(by: .seconds(1))
    #expect(stored == 20)
    firstStore.closeAndWait()

    let loop = SimulatedLoop()
    let (store, session) = try open(loop)
    let broker = ScriptedBroker(loop: loop)
    let online = MQTTConnection(
      configuration: configuration, store: session, loop: loop, seed: 1,
      makeStream: { .success(broker.makeStream()) })
    online.start()
    loop.advance(by: .seconds(5))
    let payloads = broker.takePackets().compactMap { packet -> [UInt8]? in
      if case .publish(let packet) = packet { packet.message.payload } else { nil }
    }
    #expect(payloads == (UInt8(1)...20).map { [$0] })
    #expect(online.status.undeliveredMessages == 0)
    store.closeAndWait()
    let (last, found) = try open(SimulatedLoop())
    #expect(found.load() == SessionSnapshot())
    last.closeAndWait()
  }

  @Test func rowsOfOtherSessionsAreLeftAloneAndRowsThatAreNoMessagesAreSetAside() throws {
    let loop = SimulatedLoop()
    defer { try? FileManager.default.removeItem(at: directory) }
    let (store, sessionStore) = try open(loop)
    func row(_ session: String, _ sequence: Int64, topic: String, qos: UInt8) -> StoreChange {
      .putOutbox(
        OutboxRow(
          session: session, sequence: sequence, topic: topic, payload: [], qualityOfService: qos,
          createdAt: 1, kind: .critical))
    }
    let rows = [
      row("gw:1", 1, topic: "a", qos: 1), row("gw:1", 2, topic: "a/#", qos: 1),
      row("x", 3, topic: "a", qos: 1), row("gw:1", 4, topic: "a", qos: 3),
      .putOutbox(
        OutboxRow(
          session: "gw:1", sequence: 5, topic: "a", payload: [], qualityOfService: 1, createdAt: 1,
          kind: .critical, properties: [0x30, 0x07, 0xFF])),
    ]
    try apply([], rows, to: sessionStore, on: loop)
    store.closeAndWait()
    let (again, found) = try open(SimulatedLoop())
    #expect(found.load().outgoing.map(\.sequence) == [1])
    #expect(found.unreadableRows == 3)
    again.closeAndWait()
    let last = Store(
      directory: directory.path, loop: SimulatedLoop(), openedAt: WallTime(milliseconds: 3),
      execution: .loop)
    let rest = try last.loadAll().get().outbox
    #expect(rest.filter { $0.session == "x" }.map(\.sequence) == [3])
    let aside = rest.filter { $0.session == SQLiteSessionStore.placeForUnreadable(of: "gw:1") }
    #expect(aside.map(\.sequence) == [2, 4, 5])
    last.closeAndWait()
  }
}
