import MQTT
import Reactor

/// For a session that lives as long as its connection object: nothing of it is kept elsewhere, which is what makes
/// it fast. Whoever uses it should ask for a clean session: a broker that remembers more than its client takes
/// new packet identifiers for old ones.
package final class MemorySessionStore: SessionStore {
  private var snapshot: SessionSnapshot
  private let loop: any Loop

  package init(loop: any Loop, snapshot: SessionSnapshot = SessionSnapshot()) {
    self.loop = loop
    self.snapshot = snapshot
  }

  package var isDurable: Bool { false }

  package func load() -> SessionSnapshot { snapshot }

  package func apply(
    _ changes: [SessionChange], alongWith companions: [any Sendable],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void
  ) {
    for change in changes { snapshot.apply(change) }
    let completion = LoopBound(completion, on: loop)
    loop.post { completion.unwrapped(.success(())) }
  }
}
