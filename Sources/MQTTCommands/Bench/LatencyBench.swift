import JSON
import MQTT
import MQTTClient
import Reactor
import SansIO

/// Publishes at a fixed rate on a topic that the same connection is subscribed to: the shape that Nagle's
/// algorithm punishes. Measures from the publish to its answer and to the message itself.
final class LatencyBench: ClientTask {
  private let options: BenchOptions
  private let life: ClientLife
  private var message: Message
  private let filter: TopicFilter
  private var report: BenchReport?
  private var start = MonotonicInstant.zero
  private var sentAt: [Int64] = []
  private var answers: [Int64] = []
  private var arrivals: [Int64] = []
  /// Messages that left later than planned by more than one interval.
  private var overruns = 0

  init(_ options: BenchOptions, life: ClientLife) throws(MQTTCommandFailure) {
    self.options = options
    self.life = life
    filter = try Topics.filter(options.topic, option: "topic")
    message = Message(
      topic: try Topics.name(options.topic, option: "topic"),
      payload: [UInt8](repeating: 0, count: options.size),
      qos: options.qos)
  }

  func begin() { life.connection.subscribe([Subscription(filter: filter, qos: options.qos)]) }

  func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .subscribed:
      report = BenchReport(options)
      start = life.loop.now.monotonic + .milliseconds(100)
      arm()
    case .received(let message, let token, _):
      life.connection.accept(token)
      if let number = Self.number(message.payload) {
        arrivals.append(life.loop.now.monotonic.nanoseconds - sentAt[number])
      }
      endIfDone()
    case .delivered(let tag):
      let number = Int(tag.rawValue) - 1
      if sentAt.indices.contains(number) {
        answers.append(life.loop.now.monotonic.nanoseconds - sentAt[number])
      }
      endIfDone()
    case .disconnected(let reason, _) where reason != .drained: life.fail("the connection broke: \(reason)")
    default: break
    }
  }

  func stop() { life.fail("stopped after \(sentAt.count) messages") }

  private var interval: TimeSpan { TimeSpan(nanoseconds: 1_000_000_000 / Int64(options.rate)) }

  private func arm() {
    let due = start + interval * Int64(sentAt.count)
    _ = life.loop.schedule(at: due) { [weak self] in self?.publish(due: due) }
  }

  private func publish(due: MonotonicInstant) {
    let now = life.loop.now.monotonic
    if now - due > interval { overruns += 1 }
    let number = sentAt.count
    for index in 0..<4 { message.payload[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    sentAt.append(now.nanoseconds)
    _ = life.connection.publish(message, tag: PublishTag(rawValue: UInt64(number + 1)))
    if sentAt.count < options.count { arm() }
  }

  private static func number(_ payload: [UInt8]) -> Int? {
    guard payload.count >= 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(payload[$1]) << (8 * $1) }
  }

  private func endIfDone() {
    let answersDue = options.qos == .atMostOnce ? 0 : options.count
    guard arrivals.count == options.count, answers.count == answersDue else { return }
    report?["publishToReceive"] = Self.percentiles(arrivals)
    if answersDue > 0 { report?["publishToAnswer"] = Self.percentiles(answers) }
    report?["overruns"] = .integer(Int64(overruns))
    report?.finish(count: options.count, nanoseconds: (life.loop.now.monotonic - start).nanoseconds)
    life.finish()
  }

  private static func percentiles(_ values: [Int64]) -> JSONValue {
    let sorted = values.sorted()
    func microseconds(_ share: Double) -> JSONValue {
      .number(Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] / 100) / 10)
    }
    return ["p50": microseconds(0.5), "p99": microseconds(0.99), "max": microseconds(1)]
  }
}
