/// What an acknowledgement says for people only, and must do without when it would make the packet larger than
/// the receiver takes (5.0, [MQTT-3.4.2-2], [MQTT-3.4.2-3] and their like).
extension Packet {
  /// The packet without its user properties, or without its reason string when it has none; nil when there is
  /// nothing left to leave out.
  var withLessExplanation: Packet? {
    switch self {
    case .connectAcknowledgement(var packet):
      packet.properties.dropExplanation() ? .connectAcknowledgement(packet) : nil
    case .publishAcknowledgement(var packet):
      packet.properties.dropExplanation() ? .publishAcknowledgement(packet) : nil
    case .publishReceived(var packet): packet.properties.dropExplanation() ? .publishReceived(packet) : nil
    case .publishRelease(var packet): packet.properties.dropExplanation() ? .publishRelease(packet) : nil
    case .publishComplete(var packet): packet.properties.dropExplanation() ? .publishComplete(packet) : nil
    case .subscribeAcknowledgement(var packet):
      packet.properties.dropExplanation() ? .subscribeAcknowledgement(packet) : nil
    case .unsubscribeAcknowledgement(var packet):
      packet.properties.dropExplanation() ? .unsubscribeAcknowledgement(packet) : nil
    case .disconnect(var packet): packet.properties.dropExplanation() ? .disconnect(packet) : nil
    case .authentication(var packet): packet.properties.dropExplanation() ? .authentication(packet) : nil
    case .connect, .publish, .subscribe, .unsubscribe, .pingRequest, .pingResponse: nil
    }
  }
}

extension Properties {
  /// False when there was nothing to drop.
  fileprivate mutating func dropExplanation() -> Bool {
    if contains(.userProperty) {
      userProperties = []
      return true
    }
    guard contains(.reasonString) else { return false }
    reasonString = nil
    return true
  }
}
