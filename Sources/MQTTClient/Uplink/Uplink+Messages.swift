import MQTT
import Reactor
import SansIO

/// A message that came, and how.
public struct ReceivedMessage: Hashable, Sendable {
  public var message: Message
  /// QoS 1: the broker says that it may have come before.
  public var isDuplicate: Bool
  /// It came before anybody asked for it.
  public var isReplay: Bool
}

/// Messages as they come. One consumer; ends with the uplink's ``Uplink/disconnect()``.
///
/// A QoS 1 or 2 message is acknowledged when the next one is asked for: until then it counts as being worked
/// on, and the broker sends it again after a crash. Of QoS 0 messages the newest 1,024 wait for a slow
/// consumer.
public struct MessageSequence: AsyncSequence, Sendable {
  public struct AsyncIterator: AsyncIteratorProtocol {
    let uplink: Uplink
    let number: UInt64

    public mutating func next() async -> ReceivedMessage? { await uplink.nextMessage(of: number) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> ReceivedMessage? {
      await uplink.nextMessage(of: number)
    }
  }

  let uplink: Uplink
  let number: UInt64

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(uplink: uplink, number: number) }
}

extension Uplink {
  /// The messages that come from now on, and those of the configured lanes that nobody has wanted so far.
  /// Subscribing is a thing of its own: ``subscribe(_:)``.
  public func messages(_ route: MessageRoute = MessageRoute()) throws(UplinkFailure) -> MessageSequence {
    let number = nextBuffer
    let buffer = MessageBuffer()
    let id = driver.handle(route) { [weak driver] delivery in
      if let lost = buffer.put(delivery) { driver?.discard(lost) }
    }
    guard let id else { throw .tooMany }
    buffer.route = id
    nextBuffer += 1
    buffers[number] = buffer
    return MessageSequence(uplink: self, number: number)
  }

  func nextMessage(of number: UInt64) async -> ReceivedMessage? {
    guard let buffer = buffers[number] else { return nil }
    if let last = buffer.handedOut {
      buffer.handedOut = nil
      driver.accept(last)
    }
    let delivery = await withTaskCancellationHandler {
      await withCheckedContinuation { buffer.take($0, isCancelled: Task.isCancelled) }
    } onCancel: {
      loop.post { [weak self] in self?.assumeIsolated { $0.buffers[number]?.giveUp() } }
    }
    guard let delivery else {
      if buffer.isFinished { close(number) }
      return nil
    }
    buffer.handedOut = delivery
    return ReceivedMessage(
      message: delivery.message, isDuplicate: delivery.isDuplicate, isReplay: delivery.isReplay)
  }

  private func close(_ number: UInt64) {
    guard let buffer = buffers.removeValue(forKey: number), let route = buffer.route else { return }
    driver.stopHandling(route)
  }

  // MARK: Requests

  /// Publishes a request and waits for the message that answers it: the first on one of the subscribed topics
  /// that `route` wants and `isAnswer` accepts.
  public func request(
    _ message: Message, answer route: MessageRoute, within limit: TimeSpan = .seconds(30),
    isAnswer: @escaping @Sendable (Message) -> Bool = { _ in true }
  ) async throws(UplinkFailure) -> Message {
    let exchange = RequestExchange()
    let id = driver.handle(route) { [weak driver] delivery in
      driver?.accept(delivery)
      if isAnswer(delivery.message) { exchange.end(.success(delivery.message)) }
    }
    guard let id else { throw .tooMany }
    defer { driver.stopHandling(id) }
    let timer = loop.schedule(at: loop.now.monotonic + limit) { exchange.end(.failure(.timedOut)) }
    defer { loop.cancel(timer) }
    try await publish(message)
    return try await withCheckedContinuation { exchange.wait($0) }.get()
  }
}

/// One request under way. Confined to the loop.
private final class RequestExchange {
  private var outcome: Result<Message, UplinkFailure>?
  private var waiter: CheckedContinuation<Result<Message, UplinkFailure>, Never>?

  func wait(_ waiter: CheckedContinuation<Result<Message, UplinkFailure>, Never>) {
    if let outcome { waiter.resume(returning: outcome) } else { self.waiter = waiter }
  }

  func end(_ result: Result<Message, UplinkFailure>) {
    guard outcome == nil else { return }
    outcome = result
    waiter?.resume(returning: result)
    waiter = nil
  }
}
