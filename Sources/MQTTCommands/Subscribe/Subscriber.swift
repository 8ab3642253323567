import MQTT
import MQTTClient
import Reactor
import SansIO

/// Shows what comes; a message is acknowledged when it has been written.
final class Subscriber: ClientTask {
  private let options: SubscribeOptions
  private let life: ClientLife
  private let sink: any MessageSink
  /// What one turn of the loop brought.
  private var text: [UInt8] = []
  private var tokens: [InboundToken] = []
  private var isFlushPosted = false
  private var shown = 0
  private var answers = 0
  private var refusals = 0
  private var isEnding = false

  init(_ options: SubscribeOptions, life: ClientLife, sink: any MessageSink) {
    self.options = options
    self.life = life
    self.sink = sink
  }

  func begin() {
    if !options.unsubscriptions.isEmpty { life.connection.unsubscribe(options.unsubscriptions) }
    if !options.subscriptions.isEmpty {
      life.connection.subscribe(options.subscriptions, identifier: options.subscriptionIdentifier)
    }
  }

  func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .received(let message, let token, let isDuplicate): received(message, token, isDuplicate)
    case .subscribed(let filter, let result): subscribed(filter, result)
    case .unsubscribed: answered()
    default: break
    }
  }

  func stop() {
    isEnding = true
    flush()
    life.finish()
  }

  private func subscribed(_ filter: TopicFilter, _ result: SubscribeResult) {
    if case .refused(let reason) = result {
      life.note("the broker refuses the subscription to \(filter.text): \(reason)")
      refusals += 1
    }
    answered()
  }

  private func answered() {
    answers += 1
    guard answers == options.subscriptions.count + options.unsubscriptions.count else { return }
    life.debug("subscribed")
    if refusals > 0, refusals == options.subscriptions.count { return life.finish(.failed) }
    if options.endsAfterSubscribe || options.subscriptions.isEmpty { stop() }
  }

  private func received(_ message: Message, _ token: InboundToken, _ isDuplicate: Bool) {
    // Beyond the wanted number nothing is acknowledged: a session that is kept gets it the next time.
    guard !isEnding else { return }
    tokens.append(token)
    if isShown(message) {
      options.format.append(message, isDuplicate: isDuplicate, at: life.loop.now.wall, to: &text)
      if options.endsLines { text.append(0x0A) }
      shown += 1
    }
    if let count = options.count, shown >= count { return stop() }
    guard !isFlushPosted else { return }
    isFlushPosted = true
    life.loop.atEndOfTurn { [weak self] in self?.flush() }
  }

  private func isShown(_ message: Message) -> Bool {
    switch options.retained {
    case .none where message.retain, .only where !message.retain: return false
    default: return !options.leftOut.contains { $0.matches(message.topic) }
    }
  }

  private func flush() {
    isFlushPosted = false
    do throws(MQTTCommandFailure) {
      let changes = text.isEmpty ? [] : try sink.write(text)
      text.removeAll(keepingCapacity: text.count <= 1 << 20)
      for token in tokens { life.connection.accept(token, alongWith: changes) }
      tokens.removeAll(keepingCapacity: true)
    } catch {
      life.fail("\(error)")
    }
  }
}
