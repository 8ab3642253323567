import Foundation
import Reactor
import SansIO
import Storage
import TestSupport
import Testing

/// What hostile inputs once did to the store.
@Suite struct FuzzFindingsTests {
  @Test(arguments: [-1, -5, Int(Int32.min)])
  func `a file whose schema has a negative number is damaged, not a trap`(version: Int) throws {
    let directory = TemporaryDirectory()
    let loop = TestLoop()
    func open() -> Store {
      Store(directory: directory.path, loop: loop, openedAt: loop.now.wall, execution: .loop)
    }
    open().closeAndWait()
    try RawDatabase(directory.file("gatehouse.db").path).execute("PRAGMA user_version = \(version)")
    let store = open()
    guard case .replaced = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(store.state == .healthy)
  }
}
