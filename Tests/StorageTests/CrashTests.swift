import CSQLite
import Foundation
import Reactor
import SansIO
import Storage
import TestSupport
import Testing

/// Runs a store on a `FaultyDisk`, on the loop's own thread, so that the disk sees exactly what has been
/// acknowledged when each operation begins.
private final class Rig {
  let directory = TemporaryDirectory()
  let loop = TestLoop()
  let disk: FaultyDisk
  var store: Store?
  /// Sequences of the messages whose completion was a success.
  var acknowledged: [Int64] = []
  var failed: [Int64] = []

  init() throws {
    disk = try #require(FaultyDisk())
    var options = StoreOptions()
    options.fileSystem = disk.name
    store = Store(
      directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: .loop, options: options)
    #expect(store?.opening == .fresh)
    store?.start()
  }

  /// Writes a message and waits for the answer; the loop turns once per commit.
  func write(_ sequence: Int64) {
    var isDone = false
    let changes: [StoreChange] = [
      .putOutbox(Sample.message(sequence)), .appendAudit(AuditEntry(at: 1, who: "a", what: "b", result: "c")),
    ]
    store?.apply(changes) { result in
      isDone = true
      if result.isSuccess { self.acknowledged.append(sequence) } else { self.failed.append(sequence) }
    }
    #expect(loop.run { isDone })
  }

  func finish() {
    disk.before = { _ in nil }
    store?.closeAndWait()
    store = nil
    disk.retire()
  }
}

/// Opens a directory with the real file system; gives the sequences of its outbox.
private func sequences(in directory: String) throws -> [Int64] {
  let loop = TestLoop()
  let store = Store(directory: directory, loop: loop, openedAt: loop.now.wall, execution: .loop)
  #expect(store.opening == .existing)
  let state = try store.loadAll().get()
  store.start()
  #expect(try store.readAndWait(on: loop) { (r) throws(StoreFailure) in try r.firstAuditFault() } == nil)
  store.closeAndWait()
  return state.outbox.map(\.sequence)
}

@Suite struct CrashTests {
  @Test func `killed before any operation of the disk, every acknowledged row is there`() throws {
    let rig = try Rig()
    var images: [(TemporaryDirectory, acknowledged: Int)] = []
    rig.disk.before = { _ in
      let image = TemporaryDirectory()
      try? FileManager.default.copyItem(at: rig.directory.url, to: image.url)
      images.append((image, rig.acknowledged.count))
      return nil
    }
    for sequence in 1...30 { rig.write(Int64(sequence)) }
    rig.store?.closeAndWait()
    let total = images.count
    rig.finish()
    #expect(rig.acknowledged.count == 30)
    #expect(total > 90)
    for (image, acknowledged) in images {
      let found = try sequences(in: image.path)
      #expect(found.count >= acknowledged)
      #expect(found == Array(1...Int64(max(found.count, 1))).prefix(found.count).map { $0 })
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `after a power loss that takes or tears unsynced writes, every acknowledged row is there`(seed: UInt64)
    throws
  {
    let rig = try Rig()
    var power = PowerModel(directory: rig.directory.path, seed: seed)
    var images: [(TemporaryDirectory, acknowledged: Int)] = []
    rig.disk.before = { operation in
      power.note(operation)
      if power.strikes, let image = power.image() { images.append((image, rig.acknowledged.count)) }
      return nil
    }
    for sequence in 1...80 { rig.write(Int64(sequence)) }
    rig.finish()
    #expect(images.count > 20)
    for (image, acknowledged) in images {
      #expect(try sequences(in: image.path).count >= acknowledged)
    }
  }

  @Test(arguments: [SQLITE_FULL, SQLITE_IOERR | (2 << 8), SQLITE_IOERR | (4 << 8)])
  func `an error of any operation fails its callers, is never acknowledged, and passes`(code: Int32) throws {
    var index = 1
    var reached = true
    while reached, index < 200 {
      let rig = try Rig()
      var count = 0
      reached = false
      rig.disk.before = { _ in
        count += 1
        if count == index { reached = true }
        return count == index ? code : nil
      }
      for sequence in 1...6 { rig.write(Int64(sequence)) }
      rig.disk.before = { _ in nil }
      rig.loop.advance(by: .seconds(3))
      for sequence in 7...9 { rig.write(Int64(sequence)) }
      #expect(rig.acknowledged.suffix(3) == [7, 8, 9])
      #expect(rig.store?.state == .healthy)
      rig.finish()
      let found = try sequences(in: rig.directory.path)
      #expect(Set(rig.acknowledged).isSubset(of: found))
      #expect(rig.acknowledged.count + rig.failed.count == 9)
      index += 1
    }
    #expect(index > 20)
  }

  @Test func `while syncs fail nothing is acknowledged, and all is well again when they do not`() throws {
    let rig = try Rig()
    var states: [StoreState] = []
    rig.store?.stateChanged = { states.append($0) }
    rig.write(1)
    rig.disk.before = { operation in
      if case .synchronise = operation { SQLITE_IOERR | (4 << 8) } else { nil }
    }
    for sequence in 2...20 {
      rig.write(Int64(sequence))
      rig.loop.advance(by: .seconds(1))
    }
    #expect(rig.acknowledged == [1])
    #expect(states == [.degraded(.inputOutput(code: SQLITE_IOERR | (4 << 8)))])
    rig.disk.before = { _ in nil }
    rig.loop.advance(by: .seconds(2))
    #expect(rig.loop.run { rig.store?.state == .healthy })
    rig.write(21)
    #expect(rig.acknowledged == [1, 21])
    rig.finish()
    #expect(try Set(sequences(in: rig.directory.path)).isSuperset(of: [1, 21]))
  }
}
