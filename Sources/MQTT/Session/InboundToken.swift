/// Names an incoming message until it is accepted, and says for which subscriptions it came.
public struct InboundToken: Hashable, Sendable {
  public let qos: QualityOfService
  /// 5.0: the identifiers of the subscriptions that it matches, as far as they have some.
  public let subscriptionIdentifiers: [UInt32]
  let identifier: PacketIdentifier?
  let serial: UInt64

  init(
    qos: QualityOfService, subscriptionIdentifiers: [UInt32] = [], identifier: PacketIdentifier?,
    serial: UInt64
  ) {
    self.qos = qos
    self.subscriptionIdentifiers = subscriptionIdentifiers
    self.identifier = identifier
    self.serial = serial
  }
}
