import Foundation
import Reactor
import SansIO
import Storage
import TestSupport
import Testing

/// One row of everything.
enum Sample {
  static let ieee: UInt64 = 0xFFEE_DDCC_BBAA_0011

  static func device(_ ieee: UInt64 = ieee, name: String? = nil) -> DeviceRow {
    var row = DeviceRow(ieee: ieee, networkAddress: 0xFEDC, joinedAt: 1_700_000_000_123)
    row.friendlyName = name
    row.manufacturerName = "Acmé"
    row.modelIdentifier = ""
    row.hardwareVersion = 255
    row.powerSource = 3
    row.nodeDescriptor = [0, 1, 2, 0xFF]
    row.isSleepy = true
    row.manufacturerCode = 0x115F
    row.linkQuality = 200
    row.signalStrength = -87
    row.interviewState = "stopped"
    row.interviewStep = "basicAttributes"
    row.interviewReason = "no answer"
    row.isAvailable = false
    return row
  }

  static func message(
    _ sequence: Int64, kind: OutboxRow.Kind = .critical, session: String = "gw:1"
  ) -> OutboxRow {
    OutboxRow(
      session: session, sequence: sequence, topic: "/type/1/call", payload: Array("event \(sequence)".utf8),
      qualityOfService: 2, createdAt: 5, kind: kind)
  }

  static let call = CallKey(
    user: "u1", function: "openLock", device: "ZG1", messageID: "0", timestamp: "1700000000000")

  static func handledCall(_ state: HandledCallRow.State = .recorded, at: Int64 = 10) -> HandledCallRow {
    HandledCallRow(
      key: call, bodyDigest: [1, 2, 3], reply: state == .answered ? [123, 125] : nil, state: state, at: at)
  }

  static let mqttSession = MQTTSessionRow(
    session: "gw:1", assignedClientIdentifier: "made-up", expiryInterval: .max, isClosed: true, writtenAt: 6)

  static let attribute = AttributeRow(
    ieee: ieee, endpoint: 1, cluster: 0x0402, manufacturer: 0, attribute: 0, type: 0x29, value: [0x34, 0x08],
    updatedAt: 77)

  static let changes: [StoreChange] = [
    .putDevice(device(name: "Front door")),
    .putEndpoints(
      ieee: ieee,
      [EndpointRow(ieee: ieee, endpoint: 1, profile: 0x104, deviceID: 0xA, inputClusters: [0, 0xFFFF])]),
    .putAttribute(attribute),
    .putDesiredState(DesiredStateRow(ieee: ieee, kind: "binding", key: "1/0101", value: [9])),
    .putGroup(GroupRow(id: 0xFFF7, name: "All", members: [1])),
    .putScene(SceneRow(group: 0xFFF7, scene: 255, name: "Night", value: [])),
    .putLockUser(LockUserRow(ieee: ieee, userID: 0xFFFE, name: "Ann", status: 1, type: 0, updatedAt: 4)),
    .putOutbox(message(1)), .putOutbox(message(2, kind: .telemetry)),
    .putInboundPacket(InboundPacketRow(session: "gw:1", packetIdentifier: 0xFFFF, receivedAt: 3)),
    .putMQTTSession(mqttSession),
    .putHandledCall(handledCall()),
    .putPendingCommand(
      PendingCommandRow(
        id: 1, call: call, device: ieee, kind: "unlock", state: "recorded", createdAt: 9)),
    .putPendingCommand(
      PendingCommandRow(id: 2, device: ieee, kind: "lock", state: "sent", createdAt: 9)),
    .putAllowedUser(AllowedUserRow(userID: "u1", nickname: "Ann", addedBy: "local:root", addedAt: 1)),
    .putNetworkBackup(NetworkBackupRow(takenAt: 8, content: Secret([123, 125]))),
    .putMetadata(key: "coordinator", value: [1, 2]),
  ]
}

@Suite struct StoredStateTests {
  let directory = TemporaryDirectory()
  let loop = TestLoop()

  private func reopened(options: StoreOptions = StoreOptions()) throws -> StoredState {
    let store = Store(directory: directory.path, loop: loop, openedAt: loop.now.wall, options: options)
    #expect(store.opening == .existing)
    return try store.loadAll().get()
  }

  private func store(_ execution: Store.Execution = .thread) -> Store {
    let store = Store(directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: execution)
    store.start()
    return store
  }

  @Test(arguments: [Store.Execution.thread, .loop])
  func `everything comes back after a restart`(execution: Store.Execution) throws {
    do {
      let store = store(execution)
      #expect(store.opening == .fresh)
      #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
      store.closeAndWait()
    }
    let state = try reopened()
    #expect(state.devices == [Sample.device(name: "Front door")])
    #expect(state.endpoints.first?.inputClusters == [0, 0xFFFF])
    #expect(state.attributes == [Sample.attribute])
    #expect(state.desiredStates.map(\.key) == ["1/0101"])
    #expect(state.groups.map(\.name) == ["All"])
    #expect(state.scenes.map(\.scene) == [255])
    #expect(state.lockUsers.map(\.userID) == [0xFFFE])
    #expect(state.outbox == [Sample.message(1), Sample.message(2, kind: .telemetry)])
    #expect(state.inboundPackets.map(\.packetIdentifier) == [0xFFFF])
    #expect(state.mqttSessions == [Sample.mqttSession])
    #expect(state.handledCalls == [Sample.handledCall()])
    #expect(state.pendingCommands.map(\.call) == [Sample.call, nil])
    #expect(state.allowedUsers.map(\.userID) == ["u1"])
    #expect(state.networkBackup?.content.reveal() == [123, 125])
    #expect(state.metadata["coordinator"] == [1, 2])
    #expect(state.skippedRows == 0)
  }

  @Test func `changes replace, update and delete rows`() throws {
    do {
      let store = store()
      #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
      let later: [StoreChange] = [
        .putDevice(Sample.device(7, name: "Lamp")),
        .deviceSeen(DeviceSighting(ieee: 7, lastSeen: 1_800_000_000_000, linkQuality: 9)),
        .updateOutbox(session: "gw:1", sequence: 1, stage: .released, packetIdentifier: 44),
        .putHandledCall(Sample.handledCall(.answered)), .deletePendingCommand(id: 1),
        .deleteDevice(ieee: Sample.ieee), .deleteGroup(id: 0xFFF7), .deleteMetadata(key: "coordinator"),
        .deleteInboundPacket(session: "gw:1", packetIdentifier: 0xFFFF), .deleteAllowedUser(userID: "u1"),
      ]
      #expect(store.applyAndWait(later, on: loop).isSuccess)
      store.closeAndWait()
    }
    let state = try reopened()
    #expect(state.devices.map(\.ieee) == [7])
    #expect(state.devices.first?.lastSeen == 1_800_000_000_000)
    #expect(state.devices.first?.linkQuality == 9)
    #expect(state.devices.first?.signalStrength == -87)
    #expect(state.endpoints.isEmpty && state.attributes.isEmpty && state.desiredStates.isEmpty)
    #expect(state.lockUsers.isEmpty && state.groups.isEmpty && state.scenes.isEmpty)
    #expect(state.outbox.first?.stage == .released)
    #expect(state.outbox.first?.packetIdentifier == 44)
    #expect(state.handledCalls.first?.reply == [123, 125])
    #expect(state.pendingCommands.map(\.id) == [2])
    #expect(state.inboundPackets.isEmpty && state.allowedUsers.isEmpty && state.metadata.isEmpty)
  }

  @Test func `handled calls are purged by age`() throws {
    let store = store()
    #expect(
      store.applyAndWait(
        [.putHandledCall(Sample.handledCall(at: 10)), .deleteHandledCalls(before: 10)], on: loop
      ).isSuccess)
    #expect(
      try store.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.handledCall(Sample.call) } != nil)
    #expect(store.applyAndWait([.deleteHandledCalls(before: 11)], on: loop).isSuccess)
    #expect(
      try store.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.handledCall(Sample.call) } == nil)
  }

  @Test func `only queued telemetry is dropped, the oldest first`() throws {
    let store = store()
    var changes = (1...10).map { StoreChange.putOutbox(Sample.message($0, kind: .telemetry)) }
    changes += (11...20).map { .putOutbox(Sample.message($0, kind: .critical)) }
    changes.append(.updateOutbox(session: "gw:1", sequence: 1, stage: .published, packetIdentifier: 1))
    changes.append(.dropTelemetry(session: "gw:1", keepingNewest: 2))
    #expect(store.applyAndWait(changes, on: loop).isSuccess)
    let left = try store.readAndWait(on: loop) { (reader) throws(StoreFailure) in
      try reader.outbox(session: "gw:1", after: 0, limit: 100)
    }
    #expect(left.map(\.sequence) == [1, 9, 10] + Array(11...20))
    var usage: StoreUsage?
    store.usage { usage = try? $0.get() }
    #expect(loop.run { usage != nil })
    #expect(usage?.telemetryMessages == 3)
    #expect(usage?.criticalMessages == 10)
    #expect(usage?.isOverBudget == false)
    #expect((usage?.pagesWritten ?? 0) > 0)
  }

  @Test func `a change that breaks a rule fails alone and whole`() throws {
    let store = store()
    #expect(store.applyAndWait([.putDevice(Sample.device(1, name: "Lamp"))], on: loop).isSuccess)
    var results: [Int: Result<Void, StoreFailure>] = [:]
    store.apply([.putMetadata(key: "before", value: [])]) { results[0] = $0 }
    store.apply([
      .putMetadata(key: "half", value: []), .putDevice(Sample.device(2, name: "Lamp")),
    ]) { results[1] = $0 }
    store.apply([.putMetadata(key: "after", value: [])]) { results[2] = $0 }
    #expect(loop.run { results.count == 3 })
    #expect(results[0]?.isSuccess == true && results[2]?.isSuccess == true)
    guard case .conflict? = results[1]?.failureValue else {
      Issue.record("the name is taken")
      return
    }
    #expect(store.state == .healthy)
    store.closeAndWait()
    #expect(try Set(reopened().metadata.keys) == ["before", "after"])
  }

  @Test func `the audit is a chain that shows every change`() throws {
    let store = store()
    for number in 0..<5 {
      let entry = AuditEntry(at: Int64(number), who: "u1", what: "openLock", result: "ok")
      #expect(store.applyAndWait([.appendAudit(entry)], on: loop).isSuccess)
    }
    let rows = try store.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.audit(limit: 10) }
    #expect(rows.map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(rows.first?.previousHash == AuditRow.origin)
    #expect(try store.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.firstAuditFault() } == nil)
    store.closeAndWait()
    try RawDatabase(directory.file("gatehouse.db").path).execute(
      "UPDATE audit SET who = 'u2' WHERE sequence = 3")
    let again = self.store()
    #expect(try again.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.firstAuditFault() } == 3)
    again.closeAndWait()
    try RawDatabase(directory.file("gatehouse.db").path).execute("DELETE FROM audit WHERE sequence = 3")
    let third = self.store()
    #expect(try third.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.firstAuditFault() } == 4)
  }

  @Test func `a row that makes no sense is skipped and counted`() throws {
    do {
      let store = store()
      #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
      store.closeAndWait()
    }
    let raw = try RawDatabase(directory.file("gatehouse.db").path)
    try raw.execute(
      "UPDATE device SET network_address = 70000; UPDATE outbox SET stage = 9 WHERE sequence = 1;")
    try raw.execute("UPDATE endpoint SET input_clusters = x'01'; UPDATE attribute SET value = 'text';")
    let state = try reopened()
    #expect(state.devices.isEmpty && state.endpoints.isEmpty && state.attributes.isEmpty)
    #expect(state.outbox.map(\.sequence) == [2])
    #expect(state.skippedRows == 4)
  }
}
