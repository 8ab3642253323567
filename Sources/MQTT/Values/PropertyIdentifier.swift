/// The 27 properties of 5.0 (clause 2.2.2.2, table 2-4).
public enum PropertyIdentifier: UInt8, Hashable, Sendable, CaseIterable {
  case payloadFormatIndicator = 0x01
  case messageExpiryInterval = 0x02
  case contentType = 0x03
  case responseTopic = 0x08
  case correlationData = 0x09
  case subscriptionIdentifier = 0x0B
  case sessionExpiryInterval = 0x11
  case assignedClientIdentifier = 0x12
  case serverKeepAlive = 0x13
  case authenticationMethod = 0x15
  case authenticationData = 0x16
  case requestProblemInformation = 0x17
  case willDelayInterval = 0x18
  case requestResponseInformation = 0x19
  case responseInformation = 0x1A
  case serverReference = 0x1C
  case reasonString = 0x1F
  case receiveMaximum = 0x21
  case topicAliasMaximum = 0x22
  case topicAlias = 0x23
  case maximumQoS = 0x24
  case retainAvailable = 0x25
  case userProperty = 0x26
  case maximumPacketSize = 0x27
  case wildcardSubscriptionAvailable = 0x28
  case subscriptionIdentifiersAvailable = 0x29
  case sharedSubscriptionAvailable = 0x2A

  /// How a value goes over the wire.
  enum Format {
    case byte
    case twoByteInteger
    case fourByteInteger
    case variableByteInteger
    case text
    case binary
    case pair
  }

  var format: Format {
    switch self {
    case .payloadFormatIndicator, .requestProblemInformation, .requestResponseInformation, .maximumQoS,
      .retainAvailable, .wildcardSubscriptionAvailable, .subscriptionIdentifiersAvailable,
      .sharedSubscriptionAvailable:
      .byte
    case .serverKeepAlive, .receiveMaximum, .topicAliasMaximum, .topicAlias: .twoByteInteger
    case .messageExpiryInterval, .sessionExpiryInterval, .willDelayInterval, .maximumPacketSize:
      .fourByteInteger
    case .subscriptionIdentifier: .variableByteInteger
    case .contentType, .responseTopic, .assignedClientIdentifier, .authenticationMethod,
      .responseInformation, .serverReference, .reasonString:
      .text
    case .correlationData, .authenticationData: .binary
    case .userProperty: .pair
    }
  }

  /// Where the property may stand.
  var places: PropertyPlaces {
    switch self {
    case .payloadFormatIndicator, .messageExpiryInterval, .contentType, .responseTopic, .correlationData:
      [.publish, .will]
    case .subscriptionIdentifier: [.publish, .subscribe]
    case .sessionExpiryInterval: [.connect, .connectAcknowledgement, .disconnect]
    case .assignedClientIdentifier, .serverKeepAlive, .responseInformation, .maximumQoS, .retainAvailable,
      .wildcardSubscriptionAvailable, .subscriptionIdentifiersAvailable, .sharedSubscriptionAvailable:
      .connectAcknowledgement
    case .authenticationMethod, .authenticationData: [.connect, .connectAcknowledgement, .authentication]
    case .requestProblemInformation, .requestResponseInformation: .connect
    case .willDelayInterval: .will
    case .serverReference: [.connectAcknowledgement, .disconnect]
    case .reasonString:
      PropertyPlaces.everywhere.subtracting([.connect, .publish, .will, .subscribe, .unsubscribe])
    case .receiveMaximum, .topicAliasMaximum, .maximumPacketSize: [.connect, .connectAcknowledgement]
    case .topicAlias: .publish
    case .userProperty: .everywhere
    }
  }

  /// Whether the value is one that the standard allows; it has the identifier's format.
  func allows(_ value: Property.Value) -> Bool {
    switch (self, value) {
    case (.receiveMaximum, .number(let number)), (.topicAlias, .number(let number)),
      (.maximumPacketSize, .number(let number)):
      number != 0
    case (.subscriptionIdentifier, .number(let number)):
      number != 0 && number <= VariableByteInteger.largest
    case (.responseTopic, .text(let text)): TopicName.failure(of: text) == nil
    case (_, .number(let number)): format != .byte || number <= 1
    default: true
    }
  }

  /// Whether an end of the connection may send it there; only where table 2-4 does not say so already.
  func isSent(by sender: PeerRole, in places: PropertyPlaces) -> Bool {
    switch self {
    case .sessionExpiryInterval where places == .disconnect: sender == .client
    case .serverReference: sender == .server
    case .subscriptionIdentifier where places == .publish: sender == .server
    default: true
    }
  }
}

/// The packets that have properties, and the will (table 2-4).
struct PropertyPlaces: OptionSet, Sendable {
  let rawValue: UInt16

  static let will = Self(rawValue: 1 << 0)
  static let connect = Self(.connect)
  static let connectAcknowledgement = Self(.connectAcknowledgement)
  static let publish = Self(.publish)
  static let subscribe = Self(.subscribe)
  static let subscribeAcknowledgement = Self(.subscribeAcknowledgement)
  static let unsubscribe = Self(.unsubscribe)
  static let unsubscribeAcknowledgement = Self(.unsubscribeAcknowledgement)
  static let disconnect = Self(.disconnect)
  static let authentication = Self(.authentication)
  /// All but PINGREQ and PINGRESP, which have no properties.
  static let everywhere = Self(rawValue: 0b1100_1111_1111_1111)

  init(rawValue: UInt16) { self.rawValue = rawValue }
  init(_ type: PacketType) { rawValue = 1 << UInt16(type.rawValue) }
}
