/// What applications exchange: bytes under a topic.
public struct Message: Hashable, Sendable {
  public var topic: TopicName
  public var payload: [UInt8]
  public var qos: QualityOfService
  /// Outgoing: the broker shall keep it for later subscribers. Incoming: it is such a kept message.
  public var retain: Bool

  public init(
    topic: TopicName, payload: [UInt8], qos: QualityOfService = .atMostOnce, retain: Bool = false
  ) {
    self.topic = topic
    self.payload = payload
    self.qos = qos
    self.retain = retain
  }

  /// Bytes of topic and payload: what the queue limits count.
  public var byteCount: Int { topic.byteCount + payload.count }
}
