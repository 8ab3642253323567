import MQTT
import MQTTClient
import Reactor
import SansIO

/// Counts messages, from the first to the last. Prints `ready` when it is subscribed.
final class SubscribeBench: ClientTask {
  private let options: BenchOptions
  private let life: ClientLife
  private let filter: TopicFilter
  private var report: BenchReport?
  private var start = MonotonicInstant.zero
  private var count = 0

  init(_ options: BenchOptions, life: ClientLife) throws(MQTTCommandFailure) {
    self.options = options
    self.life = life
    filter = try Topics.filter(options.topic, option: "topic")
  }

  func begin() { life.connection.subscribe([Subscription(filter: filter, qos: options.qos)]) }

  func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .subscribed: CommandOutput.line("ready")
    case .received(_, let token, _): received(token)
    case .disconnected(let reason, _) where reason != .drained: life.fail("the connection broke: \(reason)")
    default: break
    }
  }

  func stop() { life.fail("stopped after \(count) messages") }

  private func received(_ token: InboundToken) {
    if count == 0 {
      report = BenchReport(options)
      start = life.loop.now.monotonic
    }
    count += 1
    life.connection.accept(token)
    guard count == options.count else { return }
    report?.finish(count: count, nanoseconds: (life.loop.now.monotonic - start).nanoseconds)
    life.finish()
  }
}
