/// What CONNACK said of the broker, for one connection (5.0, clause 3.2.2.3). Before 5.0 all is as it is when
/// nothing is said.
public struct ServerCapabilities: Hashable, Sendable {
  /// QoS 1 and 2 messages that may be in flight.
  public var receiveMaximum: UInt16 = .max
  public var maximumQoS: QualityOfService = .exactlyOnce
  public var retainAvailable = true
  /// Bytes of a whole packet.
  public var maximumPacketSize: UInt32 = .max
  public var topicAliasMaximum: UInt16 = 0
  public var wildcardSubscriptionAvailable = true
  public var subscriptionIdentifiersAvailable = true
  public var sharedSubscriptionAvailable = true
  /// The keep-alive in seconds that the broker imposes.
  public var keepAlive: UInt16?
  /// The session expiry in seconds that the broker imposes.
  public var sessionExpiryInterval: UInt32?
  /// The name that the broker made up.
  public var assignedClientIdentifier: String?
  /// A basis of response topics.
  public var responseInformation: String?
  public var reasonString: String?
  public var userProperties: [UserProperty] = []

  public init() {}

  init(_ properties: Properties) {
    receiveMaximum = properties.receiveMaximum ?? .max
    maximumQoS = properties.maximumQoS ?? .exactlyOnce
    retainAvailable = properties.retainAvailable ?? true
    maximumPacketSize = properties.maximumPacketSize ?? .max
    topicAliasMaximum = properties.topicAliasMaximum ?? 0
    wildcardSubscriptionAvailable = properties.wildcardSubscriptionAvailable ?? true
    subscriptionIdentifiersAvailable = properties.subscriptionIdentifiersAvailable ?? true
    sharedSubscriptionAvailable = properties.sharedSubscriptionAvailable ?? true
    keepAlive = properties.serverKeepAlive
    sessionExpiryInterval = properties.sessionExpiryInterval
    assignedClientIdentifier = properties.assignedClientIdentifier
    responseInformation = properties.responseInformation
    reasonString = properties.reasonString
    userProperties = properties.userProperties
  }
}
