/// The type in the upper half of a packet's first byte (clause 2.2.1).
public enum PacketType: UInt8, Hashable, Sendable, CaseIterable {
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

  /// The only lower half that the type may have (table 2.2); nil for PUBLISH, whose flags vary.
  var requiredFlags: UInt8? {
    switch self {
    case .publish: nil
    case .publishRelease, .subscribe, .unsubscribe: 0b0010
    default: 0
    }
  }
}
