import MQTT
import TestSupport
import Testing

@Suite struct PropertiesTests {
  private static let v5 = CodecContext(version: .v5)

  private func publish(_ properties: Properties) throws -> [UInt8] {
    let message = Message(topic: try TopicName("t"), payload: [], properties: properties)
    return try Packet.publish(PublishPacket(message: message)).encoded(in: Self.v5)
  }

  @Test func `a property that is set again keeps its place and one that is set to nil goes`() {
    var properties = Properties()
    properties.contentType = "a"
    properties.messageExpiryInterval = 1
    properties.contentType = "b"
    #expect(properties.map(\.identifier) == [.contentType, .messageExpiryInterval])
    #expect(properties.contentType == "b")
    properties.contentType = nil
    #expect(properties.map(\.identifier) == [.messageExpiryInterval])
    #expect(properties.contentType == nil)
    #expect(properties.byteCount == 5)
  }

  @Test(.covers("v5:MQTT-3.3.2-17", "v5:MQTT-3.3.2-18"))
  func `user properties keep their order and may repeat`() throws {
    var properties = Properties()
    properties.userProperties = [
      UserProperty(name: "b", value: "1"), UserProperty(name: "a", value: "2"),
      UserProperty(name: "b", value: "3"),
    ]
    let packets = try read(publish(properties), context: Self.v5) { 4 }
    let packet = try #require(packets.first?.published)
    #expect(packet.message.properties.userProperties.map(\.value) == ["1", "2", "3"])
    #expect(packet.message.properties.userProperties(named: "b") == ["1", "3"])
  }

  @Test func `user properties beyond the limits are left out and counted`() throws {
    var properties = Properties()
    for number in 0..<10 {
      properties.append(userProperty: UserProperty(name: "\(number)", value: "xxxx"))
    }
    properties.contentType = "last"
    for limits in [
      PropertyLimits(userProperties: 3, userPropertyBytes: 1_000),
      PropertyLimits(userProperties: 100, userPropertyBytes: 30),
    ] {
      let context = CodecContext(version: .v5, propertyLimits: limits)
      let packets = try read(publish(properties), context: context) { 100 }
      let packet = try #require(packets.first?.published)
      #expect(packet.message.properties.userProperties.map(\.name) == ["0", "1", "2"])
      #expect(packet.message.properties.omittedUserProperties == 7)
      #expect(packet.message.properties.contentType == "last")
    }
  }

  @Test(.covers("v5:MQTT-3.3.2-14", "v5:MQTT-3.3.2-8", "v5:MQTT-3.3.4-6", "v5:MQTT-1.5.4-2"))
  func `what a property must not hold is not written`() throws {
    var properties = Properties()
    properties.contentType = "a\0"
    #expect(throws: EncodingFailure.nullCharacter) { try publish(properties) }
    properties.contentType = String(repeating: "x", count: 65_536)
    #expect(throws: EncodingFailure.fieldTooLong) { try publish(properties) }
    properties.contentType = nil
    properties.correlationData = Array(repeating: 0, count: 65_536)
    #expect(throws: EncodingFailure.fieldTooLong) { try publish(properties) }
    properties.correlationData = nil
    properties.serverKeepAlive = 1
    #expect(throws: EncodingFailure.propertyNotAllowed(.serverKeepAlive)) { try publish(properties) }
    let message = Message(topic: try TopicName("t"), payload: [])
    #expect(throws: EncodingFailure.propertyValue(.topicAlias)) {
      try Packet.publish(PublishPacket(message: message, topicAlias: 0)).encoded(in: Self.v5)
    }
    let answered = Packet.publish(PublishPacket(message: message, subscriptionIdentifiers: [1]))
    #expect(throws: EncodingFailure.propertyNotAllowed(.subscriptionIdentifier)) {
      try answered.encoded(in: CodecContext(version: .v5, role: .client))
    }
    #expect(try answered.encoded(in: CodecContext(version: .v5, role: .server)).count == 8)
  }

  @Test func `limits of zero, numbers that are too large and data without a method are not written`() {
    var packet = ConnectPacket(version: .v5, clientIdentifier: "c", cleanSession: true, keepAlive: 0)
    packet.properties.receiveMaximum = 0
    #expect(throws: EncodingFailure.propertyValue(.receiveMaximum)) { try Packet.connect(packet).encoded() }
    packet.properties.receiveMaximum = nil
    packet.properties.maximumPacketSize = 0
    #expect(throws: EncodingFailure.propertyValue(.maximumPacketSize)) {
      try Packet.connect(packet).encoded()
    }
    packet.properties.maximumPacketSize = nil
    packet.properties.authenticationData = [1]
    #expect(throws: EncodingFailure.propertyNotAllowed(.authenticationData)) {
      try Packet.connect(packet).encoded()
    }
  }

  @Test(arguments: [0, 268_435_456, UInt32.max])
  func `a subscription identifier has four bytes of seven bits and is not 0`(number: UInt32) throws {
    var packet = SubscribePacket(
      packetIdentifier: try PacketVectors.identifier(1),
      subscriptions: [Subscription(filter: try TopicFilter("a"), qos: .atMostOnce)])
    packet.properties.subscriptionIdentifier = number
    #expect(throws: EncodingFailure.propertyValue(.subscriptionIdentifier)) {
      try Packet.subscribe(packet).encoded(in: Self.v5)
    }
  }

  @Test func `what has no form before 5_0 is left out unless a failure would become a success`() throws {
    let ten = try PacketVectors.identifier(10)
    var message = Message(topic: try TopicName("t"), payload: [1])
    message.properties.contentType = "x"
    let plain = PublishPacket(message: message, topicAlias: 1, subscriptionIdentifiers: [7])
    #expect(try hex(Packet.publish(plain).encoded()) == "3004000174" + "01")
    message.topic = .aliased
    #expect(throws: EncodingFailure.inconsistentFields) {
      try Packet.publish(PublishPacket(message: message, topicAlias: 1)).encoded()
    }
    let noSubscribers = PublishResponse(ten, reasonCode: .noMatchingSubscribers)
    #expect(try hex(Packet.publishReceived(noSubscribers).encoded()) == "5002000a")
    for packet in [
      Packet.publishReceived(PublishResponse(ten, reasonCode: .quotaExceeded)),
      .disconnect(DisconnectPacket(reasonCode: .disconnectWithWillMessage)),
      .unsubscribeAcknowledgement(UnsubscribeAcknowledgement(ten, reasonCodes: [.notAuthorized])),
      .authentication(AuthenticationPacket()),
    ] {
      #expect(throws: EncodingFailure.notInThisVersion) { try packet.encoded() }
    }
    let refused = SubscribeAcknowledgement(packetIdentifier: ten, results: [.refused(.notAuthorized)])
    #expect(try hex(Packet.subscribeAcknowledgement(refused).encoded()) == "9003000a80")
  }

  @Test func `nothing is written when a packet cannot be`() throws {
    var output: [UInt8] = [1, 2, 3]
    var properties = Properties()
    properties.contentType = "\0"
    let message = Message(topic: try TopicName("t"), payload: [], properties: properties)
    #expect(throws: EncodingFailure.nullCharacter) {
      try Packet.publish(PublishPacket(message: message)).encode(into: &output, context: Self.v5)
    }
    #expect(output == [1, 2, 3])
  }

  @Test func `the size of a message is known before it is written`() throws {
    var random = RandomPackets(version: .v5, sender: .server, seed: 9)
    for _ in 0..<500 {
      guard case .publish(let packet) = try random.packet(.publish) else { continue }
      #expect(packet.encodedByteCount(in: Self.v5) == (try Packet.publish(packet).encoded(in: Self.v5)).count)
      var old = packet
      if old.message.topic == .aliased { old.message.topic = try TopicName("t") }
      #expect(old.encodedByteCount(in: CodecContext()) == (try Packet.publish(old).encoded()).count)
    }
  }

  @Test(
    .covers(
      "v5:MQTT-3.4.2-2", "v5:MQTT-3.4.2-3", "v5:MQTT-3.5.2-2", "v5:MQTT-3.5.2-3", "v5:MQTT-3.6.2-2",
      "v5:MQTT-3.6.2-3", "v5:MQTT-3.7.2-2", "v5:MQTT-3.7.2-3", "v5:MQTT-3.14.2-3", "v5:MQTT-3.14.2-4",
      "v5:MQTT-3.15.2-2", "v5:MQTT-3.15.2-3"))
  func `explanations that make a packet too large are left out`() throws {
    var properties = Properties()
    properties.reasonString = "why"
    properties.append(userProperty: UserProperty(name: "key", value: "value"))
    let response = PublishResponse(
      try PacketVectors.identifier(1), reasonCode: .packetIdentifierNotFound, properties: properties)
    var refused = response
    refused.reasonCode = .quotaExceeded
    var method = properties
    method.authenticationMethod = "m"
    let step = AuthenticationPacket(reasonCode: .continueAuthentication, properties: method)
    for packet in [
      Packet.publishAcknowledgement(refused), .publishReceived(refused), .publishRelease(response),
      .publishComplete(response), .authentication(step),
      .disconnect(DisconnectPacket(reasonCode: .unspecifiedError, properties: properties)),
    ] {
      let whole = try packet.encoded(in: Self.v5)
      var context = Self.v5
      context.maximumPacketSize = UInt32(whole.count)
      #expect(try packet.encoded(in: context) == whole)
      context.maximumPacketSize = UInt32(whole.count - 1)
      let short = try packet.encoded(in: context)
      #expect(hex(short).contains("1f0003776879") && !hex(short).contains("26"), "\(packet)")
      context.maximumPacketSize = UInt32(short.count - 1)
      let shortest = try packet.encoded(in: context)
      #expect(!hex(shortest).contains("1f0003"))
      context.maximumPacketSize = UInt32(shortest.count - 1)
      #expect(throws: EncodingFailure.packetTooLarge) { try packet.encoded(in: context) }
    }
  }

  @Test(.covers("v5:MQTT-3.2.2-15"))
  func `a message that is larger than the peer takes is not written`() throws {
    let message = Message(topic: try TopicName("t"), payload: [1, 2, 3])
    let packet = Packet.publish(PublishPacket(message: message))
    var output: [UInt8] = [9]
    #expect(throws: EncodingFailure.packetTooLarge) {
      try packet.encode(into: &output, context: CodecContext(version: .v5, maximumPacketSize: 8))
    }
    #expect(output == [9])
    try packet.encode(into: &output, context: CodecContext(version: .v5, maximumPacketSize: 9))
    #expect(output.count == 10)
  }
}
