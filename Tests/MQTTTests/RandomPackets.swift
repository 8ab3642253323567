import MQTT
import SansIO
import Testing

/// Draws packets that the standard allows, in a version and from one end of the connection.
struct RandomPackets {
  let version: ProtocolVersion
  let sender: PeerRole
  private(set) var generator: SeededGenerator

  init(version: ProtocolVersion, sender: PeerRole, seed: UInt64) {
    self.version = version
    self.sender = sender
    generator = SeededGenerator(seed: seed)
  }

  /// Types that the sender may send.
  var types: [PacketType] { PacketType.allCases.filter { $0.isSent(by: sender, in: version) } }

  mutating func packet(_ type: PacketType) throws -> Packet {
    switch type {
    case .connect: .connect(try connect())
    case .connectAcknowledgement: .connectAcknowledgement(try connectAcknowledgement())
    case .publish: .publish(try publish())
    case .publishAcknowledgement: .publishAcknowledgement(try response(type))
    case .publishReceived: .publishReceived(try response(type))
    case .publishRelease: .publishRelease(try response(type))
    case .publishComplete: .publishComplete(try response(type))
    case .subscribe: .subscribe(try subscribe())
    case .subscribeAcknowledgement: .subscribeAcknowledgement(try subscribeAcknowledgement())
    case .unsubscribe:
      .unsubscribe(
        UnsubscribePacket(
          packetIdentifier: try identifier(), filters: try some { try $0.filter() },
          properties: try properties(.unsubscribe)))
    case .unsubscribeAcknowledgement: .unsubscribeAcknowledgement(try unsubscribeAcknowledgement())
    case .pingRequest: .pingRequest
    case .pingResponse: .pingResponse
    case .disconnect: .disconnect(try disconnect())
    case .authentication: .authentication(try authentication())
    }
  }

  // MARK: Values

  mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func flip() -> Bool { Bool.random(using: &generator) }

  private mutating func pick<Value>(_ values: [Value]) throws -> Value {
    try #require(values.randomElement(using: &generator))
  }

  private mutating func some<Value>(_ make: (inout Self) throws -> Value) rethrows -> [Value] {
    var values: [Value] = []
    for _ in 0..<draw(1...4) { values.append(try make(&self)) }
    return values
  }

  private mutating func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
    (0..<draw(range)).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  mutating func text(_ range: ClosedRange<Int> = 0...20) -> String {
    let letters: [Character] = ["a", "B", "7", " ", "é", "語", "\u{FEFF}", "😀", "\u{301}", "/", "-"]
    return String((0..<draw(range)).map { _ in letters.randomElement(using: &generator) ?? "a" })
  }

  private mutating func topic() throws -> TopicName { try TopicName("t" + text()) }

  private mutating func filter() throws -> TopicFilter {
    switch draw(0...4) {
    case 0: return try TopicFilter("#")
    case 1: return try TopicFilter("+/" + text() + "/#")
    case 2 where version == .v5:
      return TopicFilter(try SharedSubscription(shareName: "g\(draw(0...9))", filter: try TopicFilter("a/+")))
    default: return try TopicFilter("f" + text())
    }
  }

  private mutating func identifier() throws -> PacketIdentifier {
    try PacketVectors.identifier(UInt16(draw(1...65_535)))
  }

  private mutating func number() -> UInt32 {
    [0, 1, 0x7FFF_FFFF, 0x8000_0000, .max, UInt32.random(in: 0 ... .max, using: &generator)]
      .randomElement(using: &generator) ?? 0
  }

  private mutating func code(_ type: PacketType) throws -> ReasonCode {
    guard version == .v5 else { return .success }
    let codes = (0...255).map { ReasonCode(rawValue: $0) }.filter { $0.isAllowed(in: type, from: sender) }
    return try pick(codes)
  }

  // MARK: Properties

  private mutating func userProperties(_ properties: inout Properties) {
    for _ in 0..<draw(0...3) {
      properties.append(userProperty: UserProperty(name: text(), value: text()))
    }
  }

  private mutating func properties(_ type: PacketType) throws -> Properties {
    var properties = Properties()
    guard version == .v5, flip() else { return properties }
    let explains: Set<PacketType> = [
      .connectAcknowledgement, .publishAcknowledgement, .publishReceived, .publishRelease, .publishComplete,
      .subscribeAcknowledgement, .unsubscribeAcknowledgement, .disconnect, .authentication,
    ]
    if explains.contains(type), flip() { properties.reasonString = text() }
    if type == .subscribe, flip() { properties.subscriptionIdentifier = UInt32(draw(1...268_435_455)) }
    if type == .disconnect, flip() {
      if sender == .client { properties.sessionExpiryInterval = number() }
      if sender == .server { properties.serverReference = text() }
    }
    userProperties(&properties)
    return properties
  }

  private mutating func messageProperties() throws -> Properties {
    var properties = Properties()
    guard version == .v5 else { return properties }
    if flip() { properties.payloadIsUTF8 = flip() }
    if flip() { properties.messageExpiryInterval = number() }
    if flip() { properties.contentType = text() }
    if flip() { properties.responseTopic = try topic() }
    if flip() { properties.correlationData = bytes(0...9) }
    userProperties(&properties)
    return properties
  }

  private mutating func fillLimits(_ properties: inout Properties) {
    if flip() { properties.sessionExpiryInterval = number() }
    if flip() { properties.receiveMaximum = UInt16(draw(1...65_535)) }
    if flip() { properties.maximumPacketSize = max(1, number()) }
    if flip() { properties.topicAliasMaximum = UInt16(draw(0...65_535)) }
    if flip() {
      properties.authenticationMethod = text()
      properties.authenticationData = bytes(0...9)
    }
    userProperties(&properties)
  }

  // MARK: Packets

  private mutating func message(upTo payload: Int) throws -> Message {
    Message(
      topic: try topic(), payload: bytes(0...payload), qos: try pick(QualityOfService.allCases),
      retain: flip(), properties: try messageProperties())
  }

  private mutating func connect() throws -> ConnectPacket {
    var packet = ConnectPacket(
      version: version, clientIdentifier: "c" + text(0...20), cleanSession: flip(),
      keepAlive: UInt16(draw(0...65_535)))
    if version == .v5 { fillLimits(&packet.properties) }
    if flip() {
      packet.will = try message(upTo: 20)
      if version == .v5 { packet.willDelayInterval = number() }
    }
    if flip() { packet.userName = text() }
    if flip(), version == .v5 || packet.userName != nil { packet.password = .init(bytes(0...20)) }
    return packet
  }

  private mutating func connectAcknowledgement() throws -> ConnectAcknowledgement {
    guard version == .v5 else {
      let code = ConnectReturnCode(rawValue: UInt8(draw(0...6)))
      return ConnectAcknowledgement(sessionPresent: code == .accepted && flip(), returnCode: code)
    }
    var properties = try properties(.connectAcknowledgement)
    fillLimits(&properties)
    if flip() { properties.maximumQoS = flip() ? .atMostOnce : .atLeastOnce }
    if flip() { properties.serverKeepAlive = UInt16(draw(0...65_535)) }
    if flip() { properties.sharedSubscriptionAvailable = flip() }
    let code = flip() ? ReasonCode.success : try code(.connectAcknowledgement)
    return ConnectAcknowledgement(
      sessionPresent: code == .success && flip(), reasonCode: code, properties: properties)
  }

  private mutating func publish() throws -> PublishPacket {
    let message = try message(upTo: 300)
    let isAcknowledged = message.qos != .atMostOnce
    var packet = PublishPacket(
      message: message, duplicate: isAcknowledged && flip(),
      packetIdentifier: isAcknowledged ? try identifier() : nil)
    guard version == .v5 else { return packet }
    if flip() {
      packet.topicAlias = UInt16(draw(1...65_535))
      if flip() { packet.message.topic = .aliased }
    }
    if sender == .server { packet.subscriptionIdentifiers = some { UInt32($0.draw(1...268_435_455)) } }
    return packet
  }

  private mutating func response(_ type: PacketType) throws -> PublishResponse {
    PublishResponse(try identifier(), reasonCode: try code(type), properties: try properties(type))
  }

  private mutating func subscribe() throws -> SubscribePacket {
    let subscriptions = try some { random in
      var subscription = Subscription(
        filter: try random.filter(), qos: try random.pick(QualityOfService.allCases))
      if random.version == .v5 {
        subscription.options.noLocal = subscription.filter.sharedSubscription == nil && random.flip()
        subscription.options.retainAsPublished = random.flip()
        subscription.options.retainHandling = try random.pick(
          SubscriptionOptions.RetainHandling.allCases)
      }
      return subscription
    }
    return SubscribePacket(
      packetIdentifier: try identifier(), subscriptions: subscriptions,
      properties: try properties(.subscribe))
  }

  private mutating func subscribeAcknowledgement() throws -> SubscribeAcknowledgement {
    let results = try some { random in
      let code =
        random.version == .v5
        ? try random.code(.subscribeAcknowledgement) : try random.pick([.success, .unspecifiedError])
      return QualityOfService(rawValue: code.rawValue).map(SubscribeResult.granted) ?? .refused(code)
    }
    return SubscribeAcknowledgement(
      packetIdentifier: try identifier(), results: results,
      properties: try properties(.subscribeAcknowledgement))
  }

  private mutating func unsubscribeAcknowledgement() throws -> UnsubscribeAcknowledgement {
    let codes = version == .v5 ? try some { try $0.code(.unsubscribeAcknowledgement) } : []
    return UnsubscribeAcknowledgement(
      try identifier(), reasonCodes: codes, properties: try properties(.unsubscribeAcknowledgement))
  }

  private mutating func disconnect() throws -> DisconnectPacket {
    DisconnectPacket(reasonCode: try code(.disconnect), properties: try properties(.disconnect))
  }

  private mutating func authentication() throws -> AuthenticationPacket {
    var properties = try properties(.authentication)
    properties.authenticationMethod = text()
    properties.authenticationData = bytes(0...30)
    return AuthenticationPacket(reasonCode: try code(.authentication), properties: properties)
  }
}
