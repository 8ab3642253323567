import MQTT
import Reactor
import SansIO

/// Who gets which message.
extension UplinkDriver {
  /// Registers a handler. What it wants of the messages that nobody wanted comes first, as a replay. nil when
  /// there are too many.
  package func handle(
    _ route: MessageRoute, by handler: @escaping Handler
  ) -> MessageRouter.RouteID? {
    guard let (id, replay) = router.add(route) else { return nil }
    handlers[id] = handler
    for message in replay { handler(Delivery(message: message, isReplay: true)) }
    return id
  }

  package func stopHandling(_ id: MessageRouter.RouteID) {
    router.remove(id)
    handlers[id] = nil
  }

  /// The handler has made of a message what had to be made before the broker may forget it; see
  /// ``MQTTConnection/accept(_:alongWith:)``. Of several handlers the last one counts.
  package func accept(_ delivery: Delivery, alongWith companions: [any Sendable] = []) {
    guard let token = delivery.token else { return }
    guard isLastHandler(of: token) else {
      if !companions.isEmpty { connection.store(companions) }
      return
    }
    let identifier = identifier(of: delivery.message)
    if let identifier {
      seenStore?.store(SeenMessages.Entry(identifier: identifier, seenAt: loop.now.wall))
    }
    connection.accept(token, alongWith: companions)
    for copy in takeCopies(identifier) { connection.accept(copy) }
  }

  /// Nothing was made of a message.
  package func discard(_ delivery: Delivery) {
    guard let token = delivery.token, isLastHandler(of: token) else { return }
    connection.discard(token)
    for copy in takeCopies(identifier(of: delivery.message)) { connection.discard(copy) }
  }

  func received(_ message: Message, _ token: InboundToken, isDuplicate: Bool) {
    let identifier = identifier(of: message)
    if let identifier, !seen.note(identifier, at: loop.now.wall) {
      guard copies[identifier] != nil else { return connection.discard(token) }
      copies[identifier]?.append(token)
      return
    }
    let routes = router.route(message)
    guard !routes.isEmpty else { return connection.discard(token) }
    if token.qos != .atMostOnce {
      if routes.count > 1 { awaited[token] = routes.count }
      if let identifier { copies[identifier] = [] }
    }
    let delivery = Delivery(message: message, token: token, isDuplicate: isDuplicate)
    for route in routes { handlers[route]?(delivery) }
  }

  private func identifier(of message: Message) -> String? { configuration.identifier?(message) }

  private func takeCopies(_ identifier: String?) -> [InboundToken] {
    identifier.flatMap { copies.removeValue(forKey: $0) } ?? []
  }

  /// Counts the handlers of a message that are done with it.
  private func isLastHandler(of token: InboundToken) -> Bool {
    guard let waiting = awaited[token] else { return true }
    awaited[token] = waiting > 2 ? waiting - 1 : nil
    return false
  }
}
