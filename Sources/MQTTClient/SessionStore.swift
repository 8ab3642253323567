import MQTT

/// Keeps what a session must not forget. Confined to its loop.
package protocol SessionStore: AnyObject {
  /// Whether changes outlive the process. A session on a store where they do not asks for no changes at all.
  var isDurable: Bool { get }

  /// What was durable at the start.
  func load() -> SessionSnapshot

  /// Makes all changes durable, all or none, with `companions` in the same transaction: changes of something
  /// else, which only the store knows (others have none and leave them out). The completion comes on the loop, never from within the call.
  /// The caller waits for it before it applies more.
  func apply(
    _ changes: [SessionChange], alongWith companions: [any Sendable],
    completion: @escaping (Result<Void, SessionStoreFailure>) -> Void)
}

extension SessionStore {
  package var isDurable: Bool { true }
}

/// Why changes are not durable.
package struct SessionStoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The companions broke a rule of their own and will do so again.
  package var isCompanionsFault: Bool
  package var description: String

  package init(_ description: String, isCompanionsFault: Bool = false) {
    self.description = description
    self.isCompanionsFault = isCompanionsFault
  }
}
