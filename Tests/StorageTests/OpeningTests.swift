import Foundation
import Glibc
import Reactor
import SansIO
import Storage
import TestSupport
import Testing

@Suite struct OpeningTests {
  let directory = TemporaryDirectory()
  let loop = TestLoop()

  private func open(options: StoreOptions = StoreOptions()) -> Store {
    Store(
      directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: .loop, options: options)
  }

  /// A directory with a closed store of one row of everything; gives the bytes of its file.
  private func prepared() throws -> [UInt8] {
    let store = open()
    store.start()
    #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
    store.closeAndWait()
    return try Array(Data(contentsOf: directory.file("gatehouse.db")))
  }

  private func replace(_ bytes: [UInt8]) throws { try Data(bytes).write(to: directory.file("gatehouse.db")) }

  private func schema(_ name: String = "gatehouse.db") throws -> Int64 {
    try RawDatabase(directory.file(name).path).integer("PRAGMA user_version")
  }

  // MARK: Migrations

  /// A file of an earlier version of the tables, with rows.
  private func makeFile(version: Int) throws {
    try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
    let database = try RawDatabase(directory.file("gatehouse.db").path)
    for step in 1...version { try database.execute(Fixtures.text("storage/version-\(step).sql")) }
  }

  @Test func `a file of version 1 is brought to the newest with all it holds`() throws {
    try makeFile(version: 1)
    let store = open()
    #expect(store.opening == .existing)
    let state = try store.loadAll().get()
    #expect(state.devices.map(\.ieee) == [.max])
    #expect(state.devices.first?.friendlyName == "Door")
    #expect(state.devices.first?.extra == [])
    #expect(state.endpoints.first?.inputClusters == [0, 0x0101])
    #expect(state.attributes.count == 1 && state.desiredStates.count == 1 && state.groups.count == 1)
    #expect(state.scenes.count == 1 && state.lockUsers.count == 1 && state.skippedRows == 0)
    #expect(state.networkBackup?.takenAt == 50)
    #expect(state.metadata == ["coordinator": [1, 2]])
    store.start()
    #expect(store.applyAndWait([.putOutbox(Sample.message(1))], on: loop).isSuccess)
    store.closeAndWait()
    #expect(try schema() == 3)
  }

  @Test func `messages of version 2 come through, without properties`() throws {
    try makeFile(version: 2)
    let store = open()
    let state = try store.loadAll().get()
    #expect(
      state.outbox == [
        OutboxRow(
          session: "cloud", sequence: 7, topic: "/type/1/call", payload: [1, 2], qualityOfService: 2,
          isRetained: true, packetIdentifier: 12, stage: .released, createdAt: 1_700_000_000_000,
          kind: .critical),
        OutboxRow(
          session: "cloud", sequence: 9, topic: "door", payload: [], qualityOfService: 1,
          createdAt: 1_700_000_000_001, kind: .telemetry),
      ])
    #expect(
      state.inboundPackets == [
        InboundPacketRow(
          session: "cloud", packetIdentifier: 65_535, receivedAt: 1_700_000_000_002, messageDigest: -5)
      ])
    #expect(state.mqttSessions.isEmpty && state.skippedRows == 0)
    store.closeAndWait()
    #expect(try schema() == 3)
  }

  @Test(arguments: [1, 2])
  func `a migrated file has the tables of a fresh one`(version: Int) throws {
    let fresh = TemporaryDirectory()
    Store(directory: fresh.path, loop: loop, openedAt: loop.now.wall, execution: .loop).closeAndWait()
    try makeFile(version: version)
    open().closeAndWait()
    let sum = """
      SELECT sum(length(replace(replace(name || sql, char(10), ''), ' ', ''))) FROM sqlite_master WHERE sql NOTNULL
      """
    let columns = "SELECT count(*) FROM sqlite_master AS m, pragma_table_info(m.name)"
    for query in [sum, columns] {
      let migrated = try RawDatabase(directory.file("gatehouse.db").path).integer(query)
      #expect(try RawDatabase(fresh.file("gatehouse.db").path).integer(query) == migrated)
      #expect(migrated > 50)
    }
  }

  @Test func `a file of a later version is left alone`() throws {
    _ = try prepared()
    try RawDatabase(directory.file("gatehouse.db").path).execute("PRAGMA user_version = 99")
    let before = try Data(contentsOf: directory.file("gatehouse.db"))
    let store = open()
    #expect(store.opening == .unavailable(.newerVersion(found: 99, known: 3)))
    #expect(store.loadAll().failureValue == .newerVersion(found: 99, known: 3))
    store.start()
    #expect(!store.applyAndWait([.putOutbox(Sample.message(1))], on: loop).isSuccess)
    store.closeAndWait()
    #expect(try Data(contentsOf: directory.file("gatehouse.db")) == before)
  }

  // MARK: Damage

  @Test(arguments: ["empty", "garbage", "half", "header", "zeros", "foreign"])
  func `a damaged file is set aside unchanged and a fresh one takes its place`(kind: String) throws {
    let sound = try prepared()
    switch kind {
    case "empty": try replace([])
    case "garbage": try replace((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ ($0 >> 3)) })
    case "half": try replace(Array(sound.prefix(sound.count / 2)))
    case "header": try replace([0xFF] + sound.dropFirst())
    case "zeros": try replace(Array(sound.prefix(4_096)) + [UInt8](repeating: 0, count: sound.count - 4_096))
    default:
      try FileManager.default.removeItem(at: directory.file("gatehouse.db"))
      try RawDatabase(directory.file("gatehouse.db").path).execute("CREATE TABLE diary (text)")
    }
    let damaged = try Data(contentsOf: directory.file("gatehouse.db"))
    let store = open()
    let name = "gatehouse.db.damaged-20231114T221320Z"
    #expect(store.opening == .replaced(setAside: name))
    #expect(try Data(contentsOf: directory.file(name)) == damaged)
    #expect(try store.loadAll().get() == StoredState())
    #expect(store.state == .healthy)
    store.start()
    #expect(store.applyAndWait([.putOutbox(Sample.message(1))], on: loop).isSuccess)
    store.closeAndWait()
    // The next damage in the same second gets a name of its own.
    try replace([1, 2, 3])
    #expect(open().opening == .replaced(setAside: name + "-2"))
    #expect(try Data(contentsOf: directory.file(name)) == damaged)
  }

  @Test func `whatever byte is damaged, the store starts and no file is lost`() throws {
    let sound = try prepared()
    for offset in stride(from: 3, to: sound.count, by: 1_531) {
      var bytes = sound
      bytes[offset] ^= 0xFF
      try replace(bytes)
      let store = open()
      switch store.opening {
      case .existing: break
      case .replaced(let name): #expect(try Array(Data(contentsOf: directory.file(name))) == bytes)
      case .fresh, .readOnly, .unavailable: Issue.record("offset \(offset): \(store.opening)")
      }
      #expect(store.loadAll().isSuccess)
      store.start()
      #expect(store.applyAndWait([.putMetadata(key: "k", value: [])], on: loop).isSuccess)
      store.closeAndWait()
    }
  }

  @Test(arguments: ["file", "directory"])
  func `what was removed while the store is open is written anew with all it held`(removed: String) throws {
    let store = open()
    store.start()
    var states: [StoreState] = []
    store.stateChanged = { states.append($0) }
    #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
    if removed == "file" {
      for suffix in ["", "-wal", "-shm"] {
        try FileManager.default.removeItem(at: directory.file("gatehouse.db" + suffix))
      }
    } else {
      try FileManager.default.removeItem(at: directory.url)
    }
    #expect(store.applyAndWait([.putMetadata(key: "later", value: [7])], on: loop).isSuccess)
    #expect(states == [.degraded(.removed), .healthy])
    store.closeAndWait()
    let again = open()
    #expect(again.opening == .existing)
    let state = try again.loadAll().get()
    #expect(state.metadata["later"] == [7])
    #expect(!state.devices.isEmpty && !state.outbox.isEmpty)
  }

  @Test func `a file that took the place of the open one is not overwritten`() throws {
    let store = open()
    store.start()
    #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
    try FileManager.default.removeItem(at: directory.file("gatehouse.db"))
    try replace([1, 2, 3])
    #expect(!store.applyAndWait([.putMetadata(key: "later", value: [7])], on: loop).isSuccess)
    #expect(try Array(Data(contentsOf: directory.file("gatehouse.db"))) == [1, 2, 3])
  }

  @Test func `a log without its database is not replayed into a fresh one`() throws {
    let store = open()
    store.start()
    #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
    let copy = TemporaryDirectory()
    try FileManager.default.copyItem(at: directory.url, to: copy.url)
    try FileManager.default.removeItem(at: copy.file("gatehouse.db"))
    let other = Store(directory: copy.path, loop: loop, openedAt: loop.now.wall, execution: .loop)
    #expect(other.opening == .fresh)
    #expect(try other.loadAll().get() == StoredState())
  }

  @Test func `a draft that a crash left behind is made anew`() throws {
    try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
    try Data("half a file".utf8).write(to: directory.file("gatehouse.db.new"))
    #expect(open().opening == .fresh)
    #expect(!directory.names.contains("gatehouse.db.new"))
  }

  // MARK: Rights

  @Test func `nobody else can read what is stored`() throws {
    let store = open()
    store.start()
    #expect(store.applyAndWait(Sample.changes, on: loop).isSuccess)
    #expect(try directory.mode(".") == 0o700)
    #expect(directory.names.count >= 2)
    for name in directory.names { #expect(try directory.mode(name) == 0o600, "\(name)") }
  }

  @Test func `rights that are too wide are taken away from what is ours`() throws {
    _ = try prepared()
    chmod(directory.path, 0o755)
    chmod(directory.file("gatehouse.db").path, 0o664)
    let store = open()
    #expect(store.opening == .existing)
    #expect(try directory.mode(".") == 0o700)
    #expect(try directory.mode("gatehouse.db") == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to give a directory away"))
  func `a directory of somebody else that others can read is refused`() throws {
    _ = try prepared()
    chown(directory.path, 12_345, 12_345)
    chmod(directory.path, 0o755)
    let store = open()
    guard case .unavailable(.insecure(let path, _)) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(path == directory.path)
  }

  @Test func `two processes cannot have the same directory`() throws {
    let first = open()
    #expect(first.opening == .fresh)
    let second = open()
    #expect(second.opening == .unavailable(.inUse))
    first.closeAndWait()
    #expect(open().opening == .existing)
  }

  @Test func `a directory that cannot be made is a failure, not the end`() {
    let store = Store(
      directory: "/proc/gatehouse/state", loop: loop, openedAt: loop.now.wall, execution: .loop)
    guard case .unavailable(.cannotOpen) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    store.start()
    #expect(!store.applyAndWait([.putMetadata(key: "k", value: [])], on: loop).isSuccess)
  }

  @Test(arguments: [Store.Execution.thread, .loop])
  func `a store that comes late is loaded before it is changed`(execution: Store.Execution) throws {
    _ = try prepared()
    let holder = open()
    var options = StoreOptions()
    options.retryInterval = .milliseconds(20)
    let store = Store(
      directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: execution, options: options)
    #expect(store.opening == .unavailable(.inUse))
    store.start()
    var result: Result<StoredState, StoreFailure>?
    store.loadAgain { result = $0 }
    #expect(loop.run { result != nil })
    #expect(result?.failureValue == .inUse)

    holder.closeAndWait()
    loop.advance(by: .seconds(3))
    #expect(loop.run { store.state == .degraded(.unread) })
    let change = StoreChange.putOutbox(Sample.message(1))
    #expect(store.applyAndWait([change], on: loop).failureValue == .unread)
    result = nil
    store.loadAgain { result = $0 }
    #expect(loop.run { result != nil && store.state == .healthy })
    #expect(try result?.get().devices.count == 1)
    #expect(store.applyAndWait([change], on: loop).isSuccess)
    store.closeAndWait()
  }

  @Test func `a store that comes late and is fresh is healthy at once`() throws {
    try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
    let place = directory.file("state").path
    try Data().write(to: directory.file("state"))
    let store = Store(directory: place, loop: loop, openedAt: loop.now.wall, execution: .loop)
    guard case .unavailable(.cannotOpen) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    store.start()
    try FileManager.default.removeItem(atPath: place)
    loop.advance(by: .seconds(3))
    #expect(loop.run { store.state == .healthy })
    #expect(store.applyAndWait([.putOutbox(Sample.message(1))], on: loop).isSuccess)
  }

  @Test func `a directory that can only be read gives its state, and takes changes when it can be written`()
    throws
  {
    _ = try prepared()
    let user: uid_t = 65_534
    let file = directory.file("gatehouse.db").path
    chmod(file, 0o400)
    chmod(directory.path, 0o500)
    if geteuid() == 0 {
      chown(file, user, user)
      chown(directory.path, user, user)
    }
    // Root may do everything: the rights of another user, for this thread.
    let setUser = dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: (@convention(c) (uid_t) -> Int32).self) }
    if geteuid() == 0 { _ = setUser?(user) }
    defer { if geteuid() == 0 { _ = setUser?(0) } }
    let store = open()
    #expect(store.opening == .readOnly)
    #expect(store.state == .degraded(.readOnly))
    #expect(try store.loadAll().get().devices.count == 1)
    store.start()
    let change = StoreChange.putMetadata(key: "k", value: [])
    #expect(store.applyAndWait([change], on: loop).failureValue == .readOnly)
    chmod(directory.path, 0o700)
    chmod(file, 0o600)
    loop.advance(by: .seconds(3))
    #expect(loop.run { store.state == .healthy })
    #expect(store.applyAndWait([change], on: loop).isSuccess)
    store.closeAndWait()
  }
}
