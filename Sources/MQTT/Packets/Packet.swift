/// A whole control packet (clause 3).
///
/// CONNECT is behind a pointer, so that it does not make every other packet large.
public enum Packet: Hashable, Sendable {
  indirect case connect(ConnectPacket)
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
  case disconnect(DisconnectPacket)
  case authentication(AuthenticationPacket)

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
    case .authentication: .authentication
    }
  }

  /// A DISCONNECT that ends the connection in good order.
  public static var normalDisconnection: Packet { .disconnect(DisconnectPacket()) }
}
