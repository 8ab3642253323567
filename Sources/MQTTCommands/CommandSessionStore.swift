import MQTT
import MQTTClient
import Reactor
import SansIO
import Storage

/// The session of a command: in memory, or in a directory where it outlives the process.
struct CommandSessionStore {
  /// Its name in the directory.
  static let session = "mqtt"

  let sessions: any SessionStore
  /// What else was stored, by key.
  let metadata: [String: [UInt8]]

  init(directory: String?, loop: EventLoop) throws(MQTTCommandFailure) {
    guard let directory else {
      sessions = MemorySessionStore(loop: loop)
      metadata = [:]
      return
    }
    let store = Store(directory: directory, loop: loop, openedAt: loop.now.wall)
    switch store.loadAll() {
    case .failure(let failure): throw .failed("--store \(directory): \(failure)")
    case .success(let state):
      sessions = SQLiteSessionStore(store: store, state: state, session: Self.session, loop: loop)
      metadata = state.metadata
    }
    store.start()
  }
}
