/// How a subscription is served (5.0, clause 3.8.3.1); 3.1 and 3.1.1 know the QoS alone.
public struct SubscriptionOptions: Hashable, Sendable {
  /// When the server sends retained messages.
  public enum RetainHandling: UInt8, Hashable, Sendable, CaseIterable {
    case sendAtSubscribe = 0
    case sendAtNewSubscribe = 1
    case doNotSend = 2
  }

  /// The highest QoS that messages may come with.
  public var qos: QualityOfService
  /// Messages that this client published itself do not come back.
  public var noLocal: Bool
  /// Forwarded messages keep the retain flag that they were published with.
  public var retainAsPublished: Bool
  public var retainHandling: RetainHandling

  public init(
    qos: QualityOfService, noLocal: Bool = false, retainAsPublished: Bool = false,
    retainHandling: RetainHandling = .sendAtSubscribe
  ) {
    self.qos = qos
    self.noLocal = noLocal
    self.retainAsPublished = retainAsPublished
    self.retainHandling = retainHandling
  }

  /// Whether they say more than the QoS, which is all that 3.1.1 can carry.
  public var needProperties: Bool {
    noLocal || retainAsPublished || retainHandling != .sendAtSubscribe
  }

  /// The byte of the packet.
  var rawValue: UInt8 {
    qos.rawValue | (noLocal ? 0x04 : 0) | (retainAsPublished ? 0x08 : 0) | retainHandling.rawValue << 4
  }
}
