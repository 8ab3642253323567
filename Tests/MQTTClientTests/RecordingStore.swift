import MQTT
import MQTTClient
import Reactor

/// A store whose disk the test holds: commits end when the test says so, well or badly.
final class RecordingStore: SessionStore {
  struct Transaction: Equatable {
    var changes: [SessionChange]
    var companions: [String]
  }

  var commitsAtOnce = true
  var failure: SessionStoreFailure?
  private(set) var committed: [Transaction] = []
  private(set) var attempts = 0
  private var snapshot: SessionSnapshot
  private var waiting: [() -> Void] = []
  private let loop: any Loop

  init(loop: any Loop, snapshot: SessionSnapshot = SessionSnapshot()) {
    self.loop = loop
    self.snapshot = snapshot
  }

  func load() -> SessionSnapshot { snapshot }

  func apply(
    _ changes: [SessionChange], alongWith companions: [any Sendable],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void
  ) {
    attempts += 1
    let companions = companions.compactMap { $0 as? String }
    let finish = { [self] in
      if let failure, !(failure.isCompanionsFault && companions.isEmpty) {
        return completion(.failure(failure))
      }
      for change in changes { snapshot.apply(change) }
      committed.append(Transaction(changes: changes, companions: companions))
      completion(.success(()))
    }
    waiting.append(finish)
    guard commitsAtOnce else { return }
    let home = LoopBound(self, on: loop)
    loop.post { home.unwrapped.finishCommits() }
  }

  /// Ends the commits that are running.
  func finishCommits() {
    let ended = waiting
    waiting = []
    for finish in ended { finish() }
  }
}
