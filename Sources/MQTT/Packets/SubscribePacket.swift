/// A filter and the highest QoS that its messages may come with.
public struct Subscription: Hashable, Sendable {
  public var filter: TopicFilter
  public var qos: QualityOfService

  public init(filter: TopicFilter, qos: QualityOfService) {
    self.filter = filter
    self.qos = qos
  }
}

/// SUBSCRIBE (clause 3.8); at least one subscription.
public struct SubscribePacket: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var subscriptions: [Subscription]

  public init(packetIdentifier: PacketIdentifier, subscriptions: [Subscription]) {
    self.packetIdentifier = packetIdentifier
    self.subscriptions = subscriptions
  }
}

/// What the broker made of one subscription (clause 3.9.3).
public enum SubscribeResult: Hashable, Sendable {
  /// May be lower than asked for.
  case granted(QualityOfService)
  case refused
}

/// SUBACK (clause 3.9): one result for each subscription, in their order.
public struct SubscribeAcknowledgement: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var results: [SubscribeResult]

  public init(packetIdentifier: PacketIdentifier, results: [SubscribeResult]) {
    self.packetIdentifier = packetIdentifier
    self.results = results
  }
}

/// UNSUBSCRIBE (clause 3.10); at least one filter.
public struct UnsubscribePacket: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var filters: [TopicFilter]

  public init(packetIdentifier: PacketIdentifier, filters: [TopicFilter]) {
    self.packetIdentifier = packetIdentifier
    self.filters = filters
  }
}

/// UNSUBACK (clause 3.11).
public struct UnsubscribeAcknowledgement: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier

  public init(_ packetIdentifier: PacketIdentifier) { self.packetIdentifier = packetIdentifier }
}
