import MQTT
import MQTTClient
import Reactor
import SansIO
import Storage

/// The session of a command: in memory, or in a directory where it outlives the process.
final class CommandSessionStore: SessionStore {
  typealias Companion = StoreChange

  /// Its name in the directory.
  static let session = "mqtt"

  private enum Place {
    case memory(MemorySessionStore)
    case directory(SQLiteSessionStore)
  }

  /// What else was stored, by key.
  let metadata: [String: [UInt8]]
  private let place: Place

  init(loop: any Loop) {
    place = .memory(MemorySessionStore(loop: loop))
    metadata = [:]
  }

  init(directory: String, loop: EventLoop) throws(MQTTCommandFailure) {
    let store = Store(directory: directory, loop: loop, openedAt: loop.now.wall)
    switch store.loadAll() {
    case .failure(let failure): throw .failed("--store \(directory): \(failure)")
    case .success(let state):
      place = .directory(SQLiteSessionStore(store: store, state: state, session: Self.session, loop: loop))
      metadata = state.metadata
    }
    store.start()
  }

  func load() -> SessionSnapshot {
    switch place {
    case .memory(let store): store.load()
    case .directory(let store): store.load()
    }
  }

  func apply(
    _ changes: [SessionChange], alongWith companions: [StoreChange],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void
  ) {
    switch place {
    case .memory(let store): store.apply(changes, alongWith: [], completion: completion)
    case .directory(let store): store.apply(changes, alongWith: companions, completion: completion)
    }
  }
}
