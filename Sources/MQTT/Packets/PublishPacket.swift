/// PUBLISH (clause 3.3).
public struct PublishPacket: Hashable, Sendable {
  /// With what goes from end to end. The rest of the packet belongs to one connection only.
  public var message: Message
  /// May have been sent before.
  public var duplicate: Bool
  /// Present with QoS 1 and 2, absent with QoS 0.
  public var packetIdentifier: PacketIdentifier?
  /// 5.0, clause 3.3.2.3.4: stands for the topic when that is ``TopicName/aliased``; otherwise the receiver
  /// shall remember the topic under it. Never 0.
  public var topicAlias: UInt16?
  /// 5.0, clause 3.3.2.3.8: those of the subscriptions that the message comes for; a client sends none.
  public var subscriptionIdentifiers: [UInt32]

  public init(
    message: Message, duplicate: Bool = false, packetIdentifier: PacketIdentifier? = nil,
    topicAlias: UInt16? = nil, subscriptionIdentifiers: [UInt32] = []
  ) {
    self.message = message
    self.duplicate = duplicate
    self.packetIdentifier = packetIdentifier
    self.topicAlias = topicAlias
    self.subscriptionIdentifiers = subscriptionIdentifiers
  }
}

/// PUBACK, PUBREC, PUBREL or PUBCOMP (clauses 3.4 to 3.7).
public struct PublishResponse: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier
  /// Always success in 3.1.1, which has no other answer.
  public var reasonCode: ReasonCode
  /// Reason string and user properties.
  public var properties: Properties

  public init(
    _ packetIdentifier: PacketIdentifier, reasonCode: ReasonCode = .success,
    properties: Properties = Properties()
  ) {
    self.packetIdentifier = packetIdentifier
    self.reasonCode = reasonCode
    self.properties = properties
  }
}
