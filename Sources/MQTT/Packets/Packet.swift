/// A whole control packet (clause 3).
public enum Packet: Hashable, Sendable {
  case connect(ConnectPacket)
  case connectAcknowledgement(ConnectAcknowledgement)
  case publish(PublishPacket)
  case publishAcknowledgement(PublishResponse)
  case publishReceived(PublishResponse)
  case publishRelease(PublishResponse)
  case publishComplete(PublishResponse)
  case subscribe(SubscribePacket)
  case subscribeAcknowledgement(SubscribeAcknowledgement)
  case unsubscribe(UnsubscribePacket)
  case unsubscribeAcknowledgement(UnsubscribeAcknowledgement)
  case pingRequest
  case pingResponse
  case disconnect

  public var type: PacketType {
    switch self {
    case .connect: .connect
    case .connectAcknowledgement: .connectAcknowledgement
    case .publish: .publish
    case .publishAcknowledgement: .publishAcknowledgement
    case .publishReceived: .publishReceived
    case .publishRelease: .publishRelease
    case .publishComplete: .publishComplete
    case .subscribe: .subscribe
    case .subscribeAcknowledgement: .subscribeAcknowledgement
    case .unsubscribe: .unsubscribe
    case .unsubscribeAcknowledgement: .unsubscribeAcknowledgement
    case .pingRequest: .pingRequest
    case .pingResponse: .pingResponse
    case .disconnect: .disconnect
    }
  }
}

/// PUBLISH (clause 3.3).
public struct PublishPacket: Hashable, Sendable {
  public var message: Message
  /// May have been sent before.
  public var duplicate: Bool
  /// Present with QoS 1 and 2, absent with QoS 0.
  public var packetIdentifier: PacketIdentifier?

  public init(message: Message, duplicate: Bool = false, packetIdentifier: PacketIdentifier? = nil) {
    self.message = message
    self.duplicate = duplicate
    self.packetIdentifier = packetIdentifier
  }
}

/// PUBACK, PUBREC, PUBREL or PUBCOMP (clauses 3.4 to 3.7).
public struct PublishResponse: Hashable, Sendable {
  public var packetIdentifier: PacketIdentifier

  public init(_ packetIdentifier: PacketIdentifier) { self.packetIdentifier = packetIdentifier }
}
