import MQTT

/// What `gatehouse mqtt sub` is told.
struct SubscribeOptions: Sendable {
  static let forms =
    ConnectionOptions.forms
    + OptionForm.table(
      """
      topic t 1
      filter-out T 1
      unsubscribe U 1
      qos q 1
      count C 1
      format F 1
      verbose v 0
      no-newline N 0
      no-retained R 0
      retained-only - 0
      exit-after-subscribe E 0
      output o 1
      no-local - 0
      retain-as-published - 0
      retain-handling - 1
      """)

  var connection: ConnectionOptions
  var subscriptions: [Subscription]
  var subscriptionIdentifier: UInt32?
  var unsubscriptions: [TopicFilter]
  var leftOut: [TopicFilter]
  /// End after so many messages.
  var count: Int?
  var format: MessageFormat
  var endsLines: Bool
  var retained: RetainedChoice
  var endsAfterSubscribe: Bool
  /// A file that gets the messages in place of standard output, each once, whatever is killed.
  var outputFile: String?

  /// Which messages are shown.
  enum RetainedChoice: Hashable, Sendable {
    case all, none, only
  }

  init(_ text: [String]) throws(MQTTCommandFailure) {
    let words = try OptionWords(text, forms: Self.forms)
    connection = try ConnectionOptions(words)
    let options = try Self.options(words, version: connection.session.version)
    subscriptions = []
    for topic in words.all("topic") {
      subscriptions.append(
        Subscription(filter: try Topics.filter(topic[0], option: "topic"), options: options))
    }
    subscriptionIdentifier = try PropertyOptions(words).subscriptionIdentifier()
    unsubscriptions = try Self.filters(words, "unsubscribe")
    leftOut = try Self.filters(words, "filter-out")
    guard !subscriptions.isEmpty || !unsubscriptions.isEmpty else {
      throw .usage("a topic is missing: --topic FILTER")
    }
    count = try words.number("count", in: 1...Int.max)
    endsAfterSubscribe = words.has("exit-after-subscribe")
    format = try Self.format(words)
    endsLines = !words.has("no-newline")
    retained = try Self.retained(words)
    outputFile = words["output"]
    guard outputFile == nil || connection.storeDirectory != nil else {
      throw .usage("--output needs --store, which knows how far the file has been written")
    }
  }

  private static func options(
    _ words: OptionWords, version: ProtocolVersion
  ) throws(MQTTCommandFailure) -> SubscriptionOptions {
    let handling = try words.number("retain-handling", in: 0...2) ?? 0
    let options = SubscriptionOptions(
      qos: try Topics.qos(words, option: "qos"), noLocal: words.has("no-local"),
      retainAsPublished: words.has("retain-as-published"),
      retainHandling: SubscriptionOptions.RetainHandling(rawValue: UInt8(handling)) ?? .sendAtSubscribe)
    guard !options.needProperties || version == .v5 else {
      throw .usage("--no-local, --retain-as-published and --retain-handling need --protocol-version 5")
    }
    return options
  }

  private static func filters(_ words: OptionWords, _ name: String) throws(MQTTCommandFailure)
    -> [TopicFilter]
  {
    var result: [TopicFilter] = []
    for value in words.all(name) { result.append(try Topics.filter(value[0], option: name)) }
    return result
  }

  private static func format(_ words: OptionWords) throws(MQTTCommandFailure) -> MessageFormat {
    if let text = words["format"] { return try MessageFormat(text) }
    return try MessageFormat(words.has("verbose") ? "%t %p" : "%p")
  }

  private static func retained(_ words: OptionWords) throws(MQTTCommandFailure) -> RetainedChoice {
    switch (words.has("no-retained"), words.has("retained-only")) {
    case (true, true): throw .usage("--no-retained and --retained-only exclude each other")
    case (true, false): .none
    case (false, true): .only
    case (false, false): .all
    }
  }
}
