/// SUBSCRIBE (clause 3.8); at least one subscription.
public struct SubscribePacket: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var subscriptions: [Subscription]
  /// Subscription identifier and user properties.
  public var properties: Properties

  public init(
    packetIdentifier: PacketIdentifier, subscriptions: [Subscription], properties: Properties = Properties()
  ) {
    self.packetIdentifier = packetIdentifier
    self.subscriptions = subscriptions
    self.properties = properties
  }
}

/// SUBACK (clause 3.9): one result for each subscription, in their order.
public struct SubscribeAcknowledgement: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var results: [SubscribeResult]
  /// Reason string and user properties.
  public var properties: Properties

  public init(
    packetIdentifier: PacketIdentifier, results: [SubscribeResult], properties: Properties = Properties()
  ) {
    self.packetIdentifier = packetIdentifier
    self.results = results
    self.properties = properties
  }
}

/// UNSUBSCRIBE (clause 3.10); at least one filter.
public struct UnsubscribePacket: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  public var filters: [TopicFilter]
  /// User properties.
  public var properties: Properties

  public init(
    packetIdentifier: PacketIdentifier, filters: [TopicFilter], properties: Properties = Properties()
  ) {
    self.packetIdentifier = packetIdentifier
    self.filters = filters
    self.properties = properties
  }
}

/// UNSUBACK (clause 3.11).
public struct UnsubscribeAcknowledgement: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  /// 5.0: one for each filter, in their order. 3.1.1 has none.
  public var reasonCodes: [ReasonCode]
  /// Reason string and user properties.
  public var properties: Properties

  public init(
    _ packetIdentifier: PacketIdentifier, reasonCodes: [ReasonCode] = [],
    properties: Properties = Properties()
  ) {
    self.packetIdentifier = packetIdentifier
    self.reasonCodes = reasonCodes
    self.properties = properties
  }
}
