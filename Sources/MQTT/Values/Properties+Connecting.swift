/// Properties of CONNECT and CONNACK (5.0, clauses 3.1.2.11 and 3.2.2.3).
extension Properties {
  /// Seconds that the session outlives the connection; 0xFFFFFFFF is for ever. Also in DISCONNECT.
  public var sessionExpiryInterval: UInt32? {
    get { number(.sessionExpiryInterval) }
    set { setNumber(.sessionExpiryInterval, newValue) }
  }

  /// QoS 1 and 2 messages that the sender is ready to have in flight towards it; never 0.
  public var receiveMaximum: UInt16? {
    get { number(.receiveMaximum) }
    set { setNumber(.receiveMaximum, newValue) }
  }

  /// Bytes of the largest packet that the sender takes; never 0.
  public var maximumPacketSize: UInt32? {
    get { number(.maximumPacketSize) }
    set { setNumber(.maximumPacketSize, newValue) }
  }

  /// The highest topic alias that the sender takes.
  public var topicAliasMaximum: UInt16? {
    get { number(.topicAliasMaximum) }
    set { setNumber(.topicAliasMaximum, newValue) }
  }

  /// CONNECT: asks for ``responseInformation``.
  public var requestResponseInformation: Bool? {
    get { flag(.requestResponseInformation) }
    set { setFlag(.requestResponseInformation, newValue) }
  }

  /// CONNECT: whether reason strings and user properties may come with failures.
  public var requestProblemInformation: Bool? {
    get { flag(.requestProblemInformation) }
    set { setFlag(.requestProblemInformation, newValue) }
  }

  /// The name of an enhanced authentication. Also in AUTH.
  public var authenticationMethod: String? {
    get { text(.authenticationMethod) }
    set { set(.authenticationMethod, newValue.map { .text($0) }) }
  }

  /// What the method says. Also in AUTH.
  public var authenticationData: [UInt8]? {
    get { binary(.authenticationData) }
    set { set(.authenticationData, newValue.map { .binary($0) }) }
  }

  /// CONNACK: the name that the server made up.
  public var assignedClientIdentifier: String? {
    get { text(.assignedClientIdentifier) }
    set { set(.assignedClientIdentifier, newValue.map { .text($0) }) }
  }

  /// CONNACK: the keep-alive in seconds that the client has to use.
  public var serverKeepAlive: UInt16? {
    get { number(.serverKeepAlive) }
    set { setNumber(.serverKeepAlive, newValue) }
  }

  /// CONNACK: a basis for response topics.
  public var responseInformation: String? {
    get { text(.responseInformation) }
    set { set(.responseInformation, newValue.map { .text($0) }) }
  }

  /// CONNACK: the highest QoS that the server supports, when it is not 2.
  public var maximumQoS: QualityOfService? {
    get { number(.maximumQoS).flatMap(QualityOfService.init(rawValue:)) }
    set { setNumber(.maximumQoS, newValue?.rawValue) }
  }

  /// CONNACK: whether the server supports retained messages.
  public var retainAvailable: Bool? {
    get { flag(.retainAvailable) }
    set { setFlag(.retainAvailable, newValue) }
  }

  /// CONNACK: whether the server supports wildcards.
  public var wildcardSubscriptionAvailable: Bool? {
    get { flag(.wildcardSubscriptionAvailable) }
    set { setFlag(.wildcardSubscriptionAvailable, newValue) }
  }

  /// CONNACK: whether the server supports subscription identifiers.
  public var subscriptionIdentifiersAvailable: Bool? {
    get { flag(.subscriptionIdentifiersAvailable) }
    set { setFlag(.subscriptionIdentifiersAvailable, newValue) }
  }

  /// CONNACK: whether the server supports shared subscriptions.
  public var sharedSubscriptionAvailable: Bool? {
    get { flag(.sharedSubscriptionAvailable) }
    set { setFlag(.sharedSubscriptionAvailable, newValue) }
  }

  /// Another server to use. Also in DISCONNECT.
  public var serverReference: String? {
    get { text(.serverReference) }
    set { set(.serverReference, newValue.map { .text($0) }) }
  }
}
