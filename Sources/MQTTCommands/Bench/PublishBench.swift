import MQTT
import MQTTClient
import Reactor
import SansIO

/// Publishes a number of messages. QoS 0 has no answers: one message of QoS 1 behind them tells the end.
final class PublishBench: ClientTask {
  /// How many messages of QoS 0 are handed over in one turn of the loop.
  private static let burst = 256

  private let options: BenchOptions
  private let life: ClientLife
  private var message: Message
  private var report: BenchReport?
  private var start = MonotonicInstant.zero
  private var sent = 0
  private var answered = 0
  private var isSentinelSent = false

  init(_ options: BenchOptions, life: ClientLife) throws(MQTTCommandFailure) {
    self.options = options
    self.life = life
    message = Message(
      topic: try Topics.name(options.topic, option: "topic"),
      payload: [UInt8](repeating: 0x78, count: options.size),
      qos: options.qos)
  }

  func begin() {}

  func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .connected where report == nil:
      report = BenchReport(options)
      start = life.loop.now.monotonic
      publish()
    case .delivered: delivered()
    case .disconnected(let reason, _) where reason != .drained: life.fail("the connection broke: \(reason)")
    default: break
    }
  }

  func stop() { life.fail("stopped after \(sent) messages") }

  private func publish() {
    if options.qos == .atMostOnce { return publishBurst() }
    let limit = options.isFlood ? options.count : min(options.count, answered + options.window)
    while sent < limit, life.connection.publish(message) { sent += 1 }
  }

  private func publishBurst() {
    let end = options.isFlood ? options.count : min(options.count, sent + Self.burst)
    while sent < end, life.connection.publish(message) { sent += 1 }
    guard sent == options.count else {
      // Refused: the link is congested. It tells nobody when it no longer is.
      let pause = sent < end ? TimeSpan.milliseconds(1) : .zero
      _ = life.loop.schedule(at: life.loop.now.monotonic + pause) { [weak self] in self?.publish() }
      return
    }
    guard !isSentinelSent else { return }
    isSentinelSent = true
    message.qos = .atLeastOnce
    _ = life.connection.publish(message)
  }

  private func delivered() {
    answered += 1
    guard options.qos == .atMostOnce || answered == options.count else { return publish() }
    report?.finish(count: options.count, nanoseconds: (life.loop.now.monotonic - start).nanoseconds)
    life.finish()
  }
}
