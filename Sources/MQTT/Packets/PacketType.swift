/// The type in the upper half of a packet's first byte (clause 2.2.1; AUTH is of 5.0).
public enum PacketType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case connect = 1
  case connectAcknowledgement = 2
  case publish = 3
  case publishAcknowledgement = 4
  case publishReceived = 5
  case publishRelease = 6
  case publishComplete = 7
  case subscribe = 8
  case subscribeAcknowledgement = 9
  case unsubscribe = 10
  case unsubscribeAcknowledgement = 11
  case pingRequest = 12
  case pingResponse = 13
  case disconnect = 14
  case authentication = 15

  /// The only lower half that the type may have (table 2.2); nil for PUBLISH, whose flags vary.
  var requiredFlags: UInt8? {
    switch self {
    case .publish: nil
    case .publishRelease, .subscribe, .unsubscribe: 0b0010
    default: 0
    }
  }

  /// Whether an end of the connection may send it (table 2.1).
  public func isSent(by sender: PeerRole, in version: ProtocolVersion) -> Bool {
    switch self {
    case .connect, .subscribe, .unsubscribe, .pingRequest: sender == .client
    case .connectAcknowledgement, .subscribeAcknowledgement, .unsubscribeAcknowledgement, .pingResponse:
      sender == .server
    case .publish, .publishAcknowledgement, .publishReceived, .publishRelease, .publishComplete: true
    case .disconnect: sender == .client || version.hasProperties
    case .authentication: version.hasProperties
    }
  }

  /// The name of the standard.
  public var description: String {
    switch self {
    case .connect: "CONNECT"
    case .connectAcknowledgement: "CONNACK"
    case .publish: "PUBLISH"
    case .publishAcknowledgement: "PUBACK"
    case .publishReceived: "PUBREC"
    case .publishRelease: "PUBREL"
    case .publishComplete: "PUBCOMP"
    case .subscribe: "SUBSCRIBE"
    case .subscribeAcknowledgement: "SUBACK"
    case .unsubscribe: "UNSUBSCRIBE"
    case .unsubscribeAcknowledgement: "UNSUBACK"
    case .pingRequest: "PINGREQ"
    case .pingResponse: "PINGRESP"
    case .disconnect: "DISCONNECT"
    case .authentication: "AUTH"
    }
  }
}
