import Foundation
import Reactor
import SansIO
import Storage
import TestSupport
import Testing

@Suite struct CommitTests {
  let directory = TemporaryDirectory()
  let loop = TestLoop()

  private func store(
    _ execution: Store.Execution = .loop, options: StoreOptions = StoreOptions()
  ) -> Store {
    let store = Store(
      directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: execution, options: options)
    store.start()
    return store
  }

  private func value(_ key: String) throws -> Int64 {
    try RawDatabase(directory.file("gatehouse.db").path).integer(
      "SELECT count(*) FROM metadata WHERE key = '\(key)'")
  }

  private func attributeValues() throws -> Int64 {
    try RawDatabase(directory.file("gatehouse.db").path).integer("SELECT count(*) FROM attribute")
  }

  private func attribute(_ number: UInt16, value: UInt8) -> StoreChange {
    var row = Sample.attribute
    row.attribute = number
    row.value = [value]
    return .putAttribute(row)
  }

  @Test func `many changes at once need few commits`() throws {
    let store = store(.thread)
    var results = 0
    for sequence in 1...4_000 {
      store.apply([.putOutbox(Sample.message(Int64(sequence)))]) { if $0.isSuccess { results += 1 } }
    }
    #expect(loop.run { results == 4_000 })
    store.closeAndWait()
    #expect(store.statistics.synchronisedChanges == 4_000)
    #expect(store.statistics.commits < 400)
  }

  @Test func `completions come in the order of the calls`() {
    let store = store(.thread)
    var order: [Int] = []
    for number in 0..<500 {
      store.apply([.putMetadata(key: "k\(number)", value: [])]) { _ in order.append(number) }
    }
    #expect(loop.run { order.count == 500 })
    #expect(order == Array(0..<500))
  }

  @Test func `batched values wait, the last one is written, and once`() throws {
    let store = store()
    var isWritten = false
    for value in 0..<100 {
      store.apply([attribute(1, value: UInt8(value)), attribute(2, value: 0)], durability: .batched) {
        if $0.isSuccess { isWritten = true }
      }
    }
    #expect(loop.run { store.statistics.batchedChanges == 200 })
    loop.advance(by: .seconds(59))
    #expect(!isWritten)
    #expect(try attributeValues() == 0)
    loop.advance(by: .seconds(1))
    #expect(loop.run { isWritten })
    #expect(try attributeValues() == 2)
    #expect(store.statistics.batchedChangesWritten == 2)
    #expect(store.statistics.commits == 1)
    store.closeAndWait()
    let reopened = Store(directory: directory.path, loop: loop, openedAt: loop.now.wall)
    #expect(try reopened.loadAll().get().attributes.map(\.value) == [[99], [0]])
  }

  @Test(arguments: [Store.Execution.thread, .loop])
  func `what waits is written at the end`(execution: Store.Execution) throws {
    let store = store(execution)
    store.apply([attribute(1, value: 7)], durability: .batched)
    store.closeAndWait()
    #expect(try attributeValues() == 1)
  }

  @Test(arguments: [Store.Execution.thread, .loop])
  func `what waits is written at the end though the queue is full`(execution: Store.Execution) throws {
    var options = StoreOptions()
    options.waitingRequests = 1
    let store = store(execution, options: options)
    store.apply([attribute(1, value: 7)], durability: .batched)
    store.closeAndWait()
    #expect(try attributeValues() == 1)
  }

  @Test func `a flush writes what waits`() throws {
    let store = store(.thread)
    store.apply([attribute(1, value: 7)], durability: .batched)
    var isDone = false
    store.flush { isDone = $0.isSuccess }
    #expect(loop.run { isDone })
    #expect(try attributeValues() == 1)
  }

  @Test func `a synced change does not write what waits about other rows`() throws {
    let store = store()
    store.apply([attribute(1, value: 7)], durability: .batched)
    #expect(store.applyAndWait([.putMetadata(key: "k", value: [])], on: loop).isSuccess)
    #expect(try attributeValues() == 0)
    #expect(try value("k") == 1)
  }

  @Test func `changes of the same row keep their order whatever their durability`() throws {
    let store = store()
    let call = OutboxRow.Stage.published
    store.apply([.putOutbox(Sample.message(1, kind: .telemetry))], durability: .batched)
    #expect(
      store.applyAndWait(
        [.updateOutbox(session: "gw:1", sequence: 1, stage: call, packetIdentifier: 5)], on: loop
      ).isSuccess)
    let rows = try store.readAndWait(on: loop) { (r) throws(StoreFailure) in
      try r.outbox(session: "gw:1", after: 0, limit: 9)
    }
    #expect(rows.map(\.stage) == [.published])

    // Synced, batched and synced again in one turn of the loop.
    store.apply([.putMetadata(key: "k", value: [1])])
    store.apply([.deleteMetadata(key: "k")], durability: .batched)
    store.apply([.putMetadata(key: "other", value: [])])
    var isDone = false
    store.flush { _ in isDone = true }
    #expect(loop.run { isDone })
    #expect(try value("k") == 0)
    #expect(try value("other") == 1)

    // A device that is deleted takes its waiting values with it.
    store.apply([.putDevice(Sample.device()), attribute(1, value: 1)], durability: .batched)
    #expect(store.applyAndWait([.deleteDevice(ieee: Sample.ieee)], on: loop).isSuccess)
    store.flush { _ in isDone = true }
    loop.advance(by: .seconds(120))
    #expect(try attributeValues() == 0)
  }

  @Test func `too many waiting changes are written early`() throws {
    var options = StoreOptions()
    options.batchedChanges = 50
    let store = store(options: options)
    var isDone = false
    for number in 0..<60 {
      store.apply([attribute(UInt16(number), value: 0)], durability: .batched) { isDone = $0.isSuccess }
    }
    #expect(loop.run { isDone })
    #expect(try attributeValues() == 60)
  }

  @Test func `more requests than the queue takes are refused`() {
    var options = StoreOptions()
    options.waitingRequests = 10
    let store = store(options: options)
    var failures: [StoreFailure?] = []
    for number in 0..<12 {
      store.apply([.putMetadata(key: "k\(number)", value: [])]) { failures.append($0.failureValue) }
    }
    #expect(loop.run { failures.count == 12 })
    #expect(failures.count { $0 == .queueFull } == 2)
    #expect(failures.count { $0 == nil } == 10)
  }

  @Test func `a full disk fails the callers, keeps what was there, and passes`() throws {
    var options = StoreOptions()
    options.pageLimit = 60
    let store = store(options: options)
    var states: [StoreState] = []
    store.stateChanged = { states.append($0) }
    var written: Int64 = 0
    var failure: StoreFailure?
    while failure == nil, written < 1_000 {
      var message = Sample.message(written + 1)
      message.payload = [UInt8](repeating: 1, count: 3_000)
      failure = store.applyAndWait([.putOutbox(message)], on: loop).failureValue
      if failure == nil { written += 1 }
    }
    #expect(failure == .diskFull)
    #expect(written > 5)
    #expect(states == [.degraded(.diskFull)])
    // Batched values wait for better times.
    store.apply([attribute(1, value: 7)], durability: .batched)
    #expect(loop.run { store.statistics.batchedChanges == 1 })
    #expect(store.applyAndWait([.deleteSession("gw:1")], on: loop).isSuccess)
    #expect(loop.run { states.last == .healthy })
    #expect(store.applyAndWait([.putOutbox(Sample.message(5_000))], on: loop).isSuccess)
    store.closeAndWait()
    #expect(try attributeValues() == 1)
  }

  @Test func `after closing everything is refused`() {
    let store = store(.thread)
    var isClosed = false
    store.close { isClosed = $0.isSuccess }
    #expect(loop.run { isClosed })
    #expect(store.applyAndWait([.putMetadata(key: "k", value: [])], on: loop).failureValue == .closed)
  }
}
