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
      let message = Message(
        topic: try TopicName("t/\(number)"), payload: [UInt8(number), 0, 255],
        qos: number == 1 ? .atLeastOnce : .exactlyOnce, retain: number == 2)
      changes.append(.insert(OutgoingRecord(sequence: number, tag: .none, message: message)))
    }
    changes += [.assign(sequence: 1, five), .assign(sequence: 2, six), .release(sequence: 2, six)]
    changes += [.assign(sequence: 3, five), .requeue(sequence: 3), .remove(sequence: 4)]
    changes += [
      .insertInbound(five, MessageDigest(rawValue: .max)), .insertInbound(six, MessageDigest(rawValue: 7)),
      .removeInbound(five),
    ]
    var expected = SessionSnapshot()
    for count in 1...changes.count {
      let loop = SimulatedLoop()
      let (store, sessionStore) = try open(loop)
      try apply([changes[count - 1]], to: sessionStore, on: loop)
      store.closeAndWait()
      expected.apply(changes[count - 1])
      let (again, found) = try open(SimulatedLoop())
      #expect(found.load() == expected, "after \(changes[count - 1])")
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

  @Test func rowsOfOtherSessionsAndRowsThatAreNoMessagesAreLeftAlone() throws {
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
      row("x", 3, topic: "a", qos: 1),
    ]
    try apply([], rows, to: sessionStore, on: loop)
    store.closeAndWait()
    let (again, found) = try open(SimulatedLoop())
    #expect(found.load().outgoing.map(\.sequence) == [1])
    #expect(found.unreadableRows == 1)
    again.closeAndWait()
  }
}
