import MQTT

/// What `gatehouse mqtt bench` is told.
struct BenchOptions: Sendable {
  enum Role: String, CaseIterable, Sendable {
    /// Publishes as fast as the broker takes it.
    case publish = "pub"
    /// Counts what somebody else publishes.
    case subscribe = "sub"
    /// Publishes at a fixed rate to itself, and measures how long answers and messages take.
    case latency
  }

  static let forms =
    ConnectionOptions.forms
    + OptionForm.table(
      """
      topic t 1
      qos q 1
      count C 1
      size - 1
      window - 1
      flood - 0
      rate - 1
      """)

  var connection: ConnectionOptions
  var role: Role
  var topic: String
  var qos: QualityOfService
  var count: Int
  var size: Int
  var window: Int
  /// All messages are handed over at once; otherwise at most `window` are unanswered.
  var isFlood: Bool
  /// Messages a second, for `latency`.
  var rate: Int

  init(_ text: [String]) throws(MQTTCommandFailure) {
    guard let first = text.first, let role = Role(rawValue: first) else {
      throw .usage("say `bench pub`, `bench sub` or `bench latency`")
    }
    self.role = role
    let words = try OptionWords(Array(text.dropFirst()), forms: Self.forms)
    connection = try ConnectionOptions(words)
    topic = words["topic"] ?? "bench/t"
    _ = try Topics.name(topic, option: "topic")
    qos = try Topics.qos(words, option: "qos")
    count = try words.number("count", in: 1...100_000_000) ?? 10_000
    size = try words.number("size", in: 8...1_000_000) ?? 64
    window = try words.number("window", in: 1...65_535) ?? 16
    isFlood = words.has("flood")
    rate = try words.number("rate", in: 1...100_000) ?? 200
    connection.session.limits.forCommands()
    connection.session.limits.inFlightWindow = window
    connection.session.limits.queueMessages = count + 1
    connection.session.limits.transientQueueMessages = 8_192
    connection.session.limits.unacceptedMessages = 65_536
  }
}
