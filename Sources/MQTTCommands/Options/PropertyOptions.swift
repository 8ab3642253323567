import MQTT

/// What `-D PACKET NAME VALUE` says: properties of MQTT 5, by the names of the standard (clause 2.2.2.2).
struct PropertyOptions: Sendable {
  static let form = OptionForm(name: "property", letter: "D", valueCount: 3)

  /// One of them, with its words as they came.
  struct One: Hashable, Sendable {
    var packet: String
    var name: String
    var values: [String]

    var text: String { "--property \(packet) \(name)" }

    func number(in range: ClosedRange<UInt32>) throws(MQTTCommandFailure) -> UInt32 {
      guard let value = values.first.flatMap(UInt32.init), range.contains(value) else {
        throw .usage("\(text) takes a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }

    func flag() throws(MQTTCommandFailure) -> Bool { try number(in: 0...1) == 1 }

    var unknown: MQTTCommandFailure {
      .usage("\(text): this packet has no such property, or we set it ourselves")
    }
  }

  private let all: [One]

  init(_ words: OptionWords) throws(MQTTCommandFailure) {
    all = words.all(Self.form.name).map { One(packet: $0[0], name: $0[1], values: Array($0.dropFirst(2))) }
    for one in all where !["connect", "publish", "will", "subscribe", "disconnect"].contains(one.packet) {
      throw .usage("\(one.text): the packets are connect, publish, will, subscribe and disconnect")
    }
  }

  var isEmpty: Bool { all.isEmpty }

  func of(_ packet: String) -> [One] { all.filter { $0.packet == packet } }

  // MARK: Their meaning

  func apply(to session: inout SessionConfiguration) throws(MQTTCommandFailure) {
    for one in of("connect") { try Self.apply(one, to: &session) }
    for one in of("will") {
      guard session.will != nil else { throw .usage("\(one.text) needs --will-topic") }
      if one.name == "will-delay-interval" {
        session.willDelayInterval = try one.number(in: 0...UInt32.max)
      } else if var will = session.will {
        try Self.apply(one, to: &will.properties)
        session.will = will
      }
    }
  }

  private static func apply(_ one: One, to session: inout SessionConfiguration) throws(MQTTCommandFailure) {
    switch one.name {
    case "session-expiry-interval": session.sessionExpiryInterval = try one.number(in: 0...UInt32.max)
    case "receive-maximum": session.receiveMaximum = UInt16(try one.number(in: 1...65_535))
    case "maximum-packet-size": session.limits.incomingPacketBytes = Int(try one.number(in: 1...UInt32.max))
    case "topic-alias-maximum": session.incomingTopicAliases = UInt16(try one.number(in: 0...65_535))
    case "request-response-information": session.requestsResponseInformation = try one.flag()
    case "request-problem-information": session.requestsProblemInformation = try one.flag()
    case "user-property": session.userProperties.append(try userProperty(one))
    default: throw one.unknown
    }
  }

  func publishProperties() throws(MQTTCommandFailure) -> Properties {
    var properties = Properties()
    for one in of("publish") { try Self.apply(one, to: &properties) }
    return properties
  }

  private static func apply(_ one: One, to properties: inout Properties) throws(MQTTCommandFailure) {
    let value = one.values.first ?? ""
    switch one.name {
    case "payload-format-indicator": properties.payloadIsUTF8 = try one.flag()
    case "message-expiry-interval": properties.messageExpiryInterval = try one.number(in: 0...UInt32.max)
    case "content-type": properties.contentType = value
    case "response-topic":
      properties.responseTopic = try Topics.name(value, option: "property response-topic")
    case "correlation-data": properties.correlationData = Array(value.utf8)
    case "user-property": properties.append(userProperty: try userProperty(one))
    default: throw one.unknown
    }
  }

  private static func userProperty(_ one: One) throws(MQTTCommandFailure) -> UserProperty {
    guard one.values.count == 2 else { throw .usage("\(one.text) takes a name and a value") }
    return UserProperty(name: one.values[0], value: one.values[1])
  }

  func subscriptionIdentifier() throws(MQTTCommandFailure) -> UInt32? {
    var identifier: UInt32?
    for one in of("subscribe") {
      guard one.name == "subscription-identifier" else { throw one.unknown }
      identifier = try one.number(in: 1...268_435_455)
    }
    return identifier
  }

  /// The session expiry interval of DISCONNECT.
  func expiryAtEnd() throws(MQTTCommandFailure) -> UInt32? {
    var seconds: UInt32?
    for one in of("disconnect") {
      guard one.name == "session-expiry-interval" else { throw one.unknown }
      seconds = try one.number(in: 0...UInt32.max)
    }
    return seconds
  }
}
