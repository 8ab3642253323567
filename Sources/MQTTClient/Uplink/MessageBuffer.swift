import MQTT

/// Messages that wait for their consumer. Confined to the loop.
final class MessageBuffer {
  /// Of messages with QoS 0; those with QoS 1 and 2 are limited by the session.
  static let limit = 1_024

  var route: MessageRouter.RouteID?
  /// What the consumer works on.
  var handedOut: Delivery?
  private(set) var isFinished = false
  private var waiting: [Delivery] = []
  private var consumer: CheckedContinuation<Delivery?, Never>?

  /// Gives back what there is no room for.
  func put(_ delivery: Delivery) -> Delivery? {
    if let consumer {
      self.consumer = nil
      consumer.resume(returning: delivery)
      return nil
    }
    guard !isFinished else { return delivery }
    waiting.append(delivery)
    guard waiting.count > Self.limit,
      let oldest = waiting.firstIndex(where: { $0.message.qos == .atMostOnce })
    else { return nil }
    return waiting.remove(at: oldest)
  }

  /// A second consumer takes the place of the first.
  func take(_ consumer: CheckedContinuation<Delivery?, Never>, isCancelled: Bool) {
    giveUp()
    if !waiting.isEmpty {
      consumer.resume(returning: waiting.removeFirst())
    } else if isFinished || isCancelled {
      consumer.resume(returning: nil)
    } else {
      self.consumer = consumer
    }
  }

  func giveUp() {
    consumer?.resume(returning: nil)
    consumer = nil
  }

  func finish() {
    isFinished = true
    giveUp()
  }
}
