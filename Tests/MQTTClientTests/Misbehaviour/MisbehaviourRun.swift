import MQTT
import MQTTClient
import Reactor
import SansIO
import TestSupport

/// One client and one misbehaving broker, under virtual time.
final class MisbehaviourRun {
  private let one: MisbehaviourCase
  private let loop = SimulatedLoop(seed: nil)
  private let broker: MisbehavingBroker
  private let connection: MQTTConnection
  private var notes: [String] = []
  private var isRecovered = false

  init(_ one: MisbehaviourCase) {
    self.one = one
    let broker = MisbehavingBroker(one, loop: loop)
    self.broker = broker
    var configuration = SessionConfiguration(clientIdentifier: "tester")
    configuration.version = one.version
    configuration.cleanSession = one.moment != .resume
    configuration.keepAlive = 30
    connection = MQTTConnection(
      configuration: configuration, store: MemorySessionStore(loop: loop), loop: loop, seed: 1,
      makeStream: { .success(broker.makeStream()) })
    connection.onEvent = { [weak self] in self?.heard($0) }
  }

  /// What came of it: the events since the misbehaviour, in words, and what the client wrote in answer. A client
  /// that was thrown out has to come back as soon as the broker is a good one.
  func outcome() throws -> String {
    connection.start()
    loop.advance(by: .milliseconds(50))
    try act()
    for _ in 0..<200 where !isOver { loop.advance(by: .seconds(1)) }
    let answers = Self.withoutPings(broker.answers)
    var words = notes.isEmpty ? ["stays"] : notes
    if !answers.isEmpty { words.append("sends \(answers)") }
    guard isOver else { return words.joined(separator: "; ") }
    for _ in 0..<1_300 where !isRecovered { loop.advance(by: .seconds(1)) }
    if !isRecovered { words.append("never comes back") }
    return words.joined(separator: "; ")
  }

  private var isOver: Bool { notes.contains { $0.hasPrefix("ends:") } }

  private func act() throws {
    let topic = try TopicName("t")
    switch one.moment {
    case .connect, .session, .ping: break
    case .publish1, .resume: connection.publish(Message(topic: topic, payload: [0x78], qos: .atLeastOnce))
    case .publish2, .release: connection.publish(Message(topic: topic, payload: [0x78], qos: .exactlyOnce))
    case .subscribe: connection.subscribe([Subscription(filter: try TopicFilter("t"), qos: .atLeastOnce)])
    case .unsubscribe:
      connection.subscribe([Subscription(filter: try TopicFilter("t"), qos: .atLeastOnce)])
      loop.advance(by: .milliseconds(50))
      connection.unsubscribe([try TopicFilter("t")])
    }
  }

  private func heard(_ event: MQTTConnectionEvent) {
    if broker.behavesAgain {
      if case .connected = event { isRecovered = true }
      return
    }
    guard broker.hasMisbehaved, !isOver else { return }
    switch event {
    case .received(let message, let token, _):
      notes.append("received \(String(decoding: message.payload, as: UTF8.self))")
      connection.accept(token)
    case .delivered: notes.append("delivered")
    case .dropped(_, let reason): notes.append("dropped: \(reason)")
    case .subscribed(_, .refused(let code)): notes.append("refused: \(code)")
    case .subscribed(_, .granted(let qos)): notes.append("granted \(qos.rawValue)")
    case .unsubscribed: notes.append("unsubscribed")
    case .disconnected(let reason, _):
      notes.append("ends: \(reason)")
      broker.behavesAgain = true
    case .diagnostic(let diagnostic): notes.append("notes: \(diagnostic)")
    default: break
    }
  }

  /// PINGREQ comes by the clock, and says nothing about the case.
  private static func withoutPings(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      let length = rest.count > 1 ? Int(rest[rest.startIndex + 1] & 0x7F) : 0
      let packet = rest.prefix(2 + length)
      if first != 0xC0 { result += packet }
      rest = rest.dropFirst(packet.count)
    }
    return hex(result)
  }
}
