import MQTT

/// What `gatehouse mqtt pub` is told.
struct PublishOptions: Sendable {
  /// Where the messages come from.
  enum Source: Hashable, Sendable {
    case payload([UInt8])
    /// Each line of standard input is a message.
    case lines
    case standardInput
    case file(String)
  }

  static let forms =
    ConnectionOptions.forms
    + OptionForm.table(
      """
      topic t 1
      message m 1
      file f 1
      stdin-line l 0
      stdin-file s 0
      null-message n 0
      qos q 1
      retain r 0
      repeat - 1
      repeat-delay - 1
      confirm - 0
      """)

  /// Bytes of a payload that are read from a file.
  static let longestPayload = 64 << 20

  var connection: ConnectionOptions
  var template: Message
  var source: Source
  var repeats: Int
  /// Print the number of each message when it is durable: from then on it will be delivered, whatever happens.
  var confirms: Bool
  /// Between repetitions.
  var delayMilliseconds: Int

  init(_ text: [String]) throws(MQTTCommandFailure) {
    let words = try OptionWords(text, forms: Self.forms)
    connection = try ConnectionOptions(words)
    guard let topic = words["topic"] else { throw .usage("a topic is missing: --topic TOPIC") }
    template = Message(
      topic: try Topics.name(topic, option: "topic"), payload: [], qos: try Topics.qos(words, option: "qos"),
      retain: words.has("retain"))
    source = try Self.source(words)
    repeats = try words.number("repeat", in: 1...Int(Int32.max)) ?? 1
    guard repeats == 1 || source != .lines else { throw .usage("--repeat does not go with --stdin-line") }
    confirms = words.has("confirm")
    guard !confirms || (template.qos != .atMostOnce && connection.storeDirectory != nil) else {
      throw .usage("--confirm needs --store and --qos 1 or 2: nothing else is durable")
    }
    delayMilliseconds = try Self.milliseconds(words["repeat-delay"] ?? "0")
  }

  private static func source(_ words: OptionWords) throws(MQTTCommandFailure) -> Source {
    var sources: [Source] = []
    if let text = words["message"] { sources.append(.payload(Array(text.utf8))) }
    if words.has("null-message") { sources.append(.payload([])) }
    if words.has("stdin-line") { sources.append(.lines) }
    if words.has("stdin-file") { sources.append(.standardInput) }
    if let file = words["file"] { sources.append(.file(file)) }
    guard let source = sources.first, sources.count == 1 else {
      throw .usage("say one of --message, --file, --stdin-line, --stdin-file and --null-message")
    }
    return source
  }

  /// Seconds with a fraction, as in `0.25`.
  private static func milliseconds(_ text: String) throws(MQTTCommandFailure) -> Int {
    guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
      throw .usage("--repeat-delay takes seconds from 0 to 86400, not `\(text)`")
    }
    return Int(seconds * 1000)
  }
}
