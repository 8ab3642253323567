public import SansIO

/// Requests and their answers (5.0, clause 4.10).
extension MQTTSession {
  /// Publishes a request whose answer comes as `.response`, or `.requestFailed` when none has come in time.
  ///
  /// The response topic is the message's own, the configuration's, or one that is made of what the broker gave
  /// as a basis and the client identifier; it is subscribed to if it is not. The correlation data is made here.
  public mutating func request(
    _ message: Message, timeout: TimeSpan, tag: PublishTag = .none, at now: MonotonicInstant
  ) -> Result<RequestIdentifier, RequestFailure> {
    guard version.hasProperties else { return .failure(.notInThisVersion) }
    guard let topic = message.properties.responseTopic ?? configuration.responseTopic ?? derivedResponseTopic
    else { return .failure(.noResponseTopic) }
    guard requests.count < configuration.limits.requests else { return .failure(.tooManyRequests) }
    let filter = TopicFilter(topic)
    if !subscriptions.isWanted(filter) {
      subscribe([Subscription(filter: filter, qos: message.qos)], at: now)
    }
    var message = message
    let (identifier, correlationData) = requests.add(
      .init(due: now + timeout, salt: generator.next(), responseTopic: topic))
    message.properties.responseTopic = topic
    message.properties.correlationData = correlationData
    guard publish(message, tag: tag, at: now) else {
      requests.remove(identifier)
      return .failure(.notTaken)
    }
    deadlines[.request] = min(deadlines[.request] ?? .never, now + timeout)
    return .success(identifier)
  }

  /// Answers a request: to its response topic, with its correlation data. Nil when the message asks for none.
  public static func answer(to request: Message, payload: [UInt8], qos: QualityOfService) -> Message? {
    guard let topic = request.properties.responseTopic else { return nil }
    var message = Message(topic: topic, payload: payload, qos: qos)
    message.properties.correlationData = request.properties.correlationData
    return message
  }

  private var derivedResponseTopic: TopicName? {
    guard let basis = server.responseInformation else { return nil }
    let name =
      configuration.clientIdentifier.isEmpty ? assignedClientIdentifier ?? "" : configuration.clientIdentifier
    let separator = basis.hasSuffix("/") ? "" : "/"
    do { return try TopicName(basis + separator + "response/" + name) } catch { return nil }
  }

  mutating func expireRequests(at now: MonotonicInstant) {
    for identifier in requests.takeExpired(at: now) { emit(.requestFailed(identifier, .timeout)) }
    deadlines[.request] = requests.nextDue
  }
}
