/// What applications exchange: bytes under a topic.
public struct Message: Hashable, Sendable {
  public var topic: TopicName
  public var payload: [UInt8]
  public var qos: QualityOfService
  /// Outgoing: the broker shall keep it for later subscribers. Incoming: it is such a kept message.
  public var retain: Bool
  /// What goes with the message from end to end (5.0, clause 3.3.2.3): payload format, expiry, content type,
  /// response topic, correlation data and user properties. Nothing of it can be sent in 3.1.1.
  public var properties: Properties

  public init(
    topic: TopicName, payload: [UInt8], qos: QualityOfService = .atMostOnce, retain: Bool = false,
    properties: Properties = Properties()
  ) {
    self.topic = topic
    self.payload = payload
    self.qos = qos
    self.retain = retain
    self.properties = properties
  }

  /// Bytes of topic, payload and properties: what the queue limits count.
  public var byteCount: Int { topic.byteCount + payload.count + properties.byteCount }
}
