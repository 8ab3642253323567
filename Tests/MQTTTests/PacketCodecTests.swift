import MQTT
import SansIO
import TestSupport
import Testing

/// Every packet of the stream, or why it is none.
func decode(_ bytes: [UInt8]) throws -> [Packet] {
  var deframer = PacketDeframer()
  deframer.append(bytes)
  var packets: [Packet] = []
  while let frame = try deframer.nextFrame() { packets.append(try Packet(frame)) }
  return packets
}

@Suite struct PacketCodecTests {
  @Test(
    .covers(
      "v3.1.1:MQTT-2.3.1-5", "v3.1.1:MQTT-2.3.1-6", "v3.1.1:MQTT-2.3.1-7", "v3.1.1:MQTT-3.1.2-9",
      "v3.1.1:MQTT-3.1.3-1", "v3.1.1:MQTT-3.1.3-3", "v3.1.1:MQTT-3.9.3-1"))
  func everyPacketHasTheBytesOfTheStandardBothWays() throws {
    let vectors = try PacketVectors.all()
    #expect(Set(vectors.map(\.packet.type)) == Set(PacketType.allCases).subtracting([.authentication]))
    for (name, packet, text) in vectors {
      let expected = try #require(bytes(hex: text))
      #expect(try hex(packet.encoded()) == hex(expected), "\(name)")
      #expect(try decode(expected) == [packet], "\(name)")
    }
  }

  @Test(
    .covers(
      "v5:MQTT-2.2.1-2", "v5:MQTT-2.2.1-5", "v5:MQTT-2.2.1-6", "v5:MQTT-2.2.2-1", "v5:MQTT-3.1.3-1",
      "v5:MQTT-3.1.3-3", "v5:MQTT-3.9.3-1", "v5:MQTT-3.11.3-1", "v5:MQTT-3.3.2-18"))
  func `every packet of 5.0 has the bytes of the standard both ways`() throws {
    let vectors = try PacketVectorsV5.all()
    #expect(Set(vectors.map(\.packet.type)) == Set(PacketType.allCases))
    let context = CodecContext(version: .v5)
    for vector in vectors {
      let expected = try #require(bytes(hex: vector.hex), "\(vector.name)")
      #expect(try hex(vector.packet.encoded(in: context)) == hex(expected), "\(vector.name)")
      #expect(try read(expected, context: context) { 5 } == [vector.packet], "\(vector.name)")
    }
  }

  @Test func `CONNECT of 3.1 has its own name and level`() throws {
    let packet = Packet.connect(
      ConnectPacket(version: .v3_1, clientIdentifier: "c", cleanSession: false, keepAlive: 60))
    let expected = try #require(bytes(hex: "100f 0006 4d5149736470 03 00 003c 0001 63"))
    #expect(try hex(packet.encoded()) == hex(expected))
    #expect(try decode(expected) == [packet])
  }

  @Test func `a server reads CONNECT of every version`() throws {
    for version in ProtocolVersion.allCases {
      let packet = Packet.connect(
        ConnectPacket(version: version, clientIdentifier: "c", cleanSession: true, keepAlive: 1))
      #expect(try decode(try packet.encoded()) == [packet])
    }
  }

  @Test func `an ending that may be missing means success without properties`() throws {
    let context = CodecContext(version: .v5)
    let ten = try PacketVectors.identifier(10)
    for (text, packet) in [
      ("4003 000a00", Packet.publishAcknowledgement(PublishResponse(ten))),
      ("4004 000a0000", .publishAcknowledgement(PublishResponse(ten))),
      ("5004 000a1000", .publishReceived(PublishResponse(ten, reasonCode: .noMatchingSubscribers))),
      ("6203 000a00", .publishRelease(PublishResponse(ten))),
      ("7004 000a0000", .publishComplete(PublishResponse(ten))),
      ("e001 00", .normalDisconnection), ("e002 0000", .normalDisconnection),
      ("e002 8e00", .disconnect(DisconnectPacket(reasonCode: .sessionTakenOver))),
    ] {
      let input = try #require(bytes(hex: text))
      #expect(try read(input, context: context) { input.count } == [packet], "\(text)")
    }
  }

  @Test(arguments: 1...5)
  func `a server that does not know 5_0 refuses it with a code of 3_1_1`(code: Int) throws {
    let answer = ConnectAcknowledgement(
      sessionPresent: false, returnCode: ConnectReturnCode(rawValue: UInt8(code)))
    let bytes: [UInt8] = [0x20, 0x02, 0x00, UInt8(code)]
    let context = CodecContext(version: .v5, role: .client)
    #expect(try read(bytes, context: context) { 4 } == [.connectAcknowledgement(answer)])
    #expect(answer.reasonCode.isFailure)
  }

  @Test(arguments: [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
  func `properties of four bytes keep every value`(value: UInt32) throws {
    let context = CodecContext(version: .v5)
    var packet = ConnectPacket(version: .v5, clientIdentifier: "c", cleanSession: true, keepAlive: 0)
    packet.properties.sessionExpiryInterval = value
    if value != 0 { packet.properties.maximumPacketSize = value }
    packet.will = Message(topic: try TopicName("w"), payload: [])
    packet.will?.properties.messageExpiryInterval = value
    packet.willDelayInterval = value
    let bytes = try Packet.connect(packet).encoded(in: context)
    #expect(try read(bytes, context: context) { bytes.count } == [.connect(packet)])
    let digits = String(value, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    #expect(hex(bytes).contains("11" + padded) && hex(bytes).contains("02" + padded))
    #expect(hex(bytes).contains("18" + padded) == (value != 0))
  }

  @Test func everyShorterBodyIsTruncatedOrEmptyAndEveryLongerOneHasTrailingBytes() throws {
    for (name, packet, text) in try PacketVectors.all() {
      let whole = try #require(bytes(hex: text))
      let body = Array(whole.dropFirst(2))
      for length in 0..<body.count {
        let cut = [whole[0], UInt8(length)] + body.prefix(length)
        // A shorter payload or list is a packet too; it must not be the same one.
        let result = Result { try decode(cut) }
        if case .success(let packets) = result { #expect(packets != [packet], "\(name) cut to \(length)") }
        if case .failure(let error) = result { #expect(error is MalformedPacket) }
      }
      if packet.type != .publish, packet.type != .subscribeAcknowledgement {
        let longer = [whole[0], UInt8(body.count + 1)] + body + [0]
        #expect(throws: MalformedPacket.self, "\(name)") { try decode(longer) }
      }
    }
  }

  @Test(arguments: [
    ("f000", MalformedPacket.Fault.unknownType(15)),
    ("0000", .unknownType(0)),
    ("c100", .reservedFlags(.pingRequest, 1)),
    ("6002000a", .reservedFlags(.publishRelease, 0)),
    ("8005000a000161", .reservedFlags(.subscribe, 0)),
    ("30ffffffff01", .lengthTooLong),
    ("90ffffff7f", .tooLarge(268_435_460, limit: 262_144)),
    ("3605000161000a", .invalidQualityOfService),
    ("3803000161", .duplicateFlagWithoutAcknowledgement),
    ("32050001610000", .packetIdentifierZero),
    ("40020000", .packetIdentifierZero),
    ("30020000", .topicName(.empty)),
    ("30040002612b", .topicName(.containsWildcard)),
    ("3003000100", .nullCharacter),
    ("3004 0002 c080", .invalidUTF8),
    ("3005 0003 eda080", .invalidUTF8),
    ("8202000a", .noFilters),
    ("8206000a00016103", .invalidQualityOfService),
    ("8206000a00016104", .reservedValue(.subscribe)),
    ("8207 000a 0002 6123 00", .topicFilter(.misplacedWildcard)),
    ("9003000a03", .reservedValue(.subscribeAcknowledgement)),
    ("9002000a", .noFilters),
    ("a202000a", .noFilters),
    ("20020200", .reservedValue(.connectAcknowledgement)),
    ("20020105", .reservedValue(.connectAcknowledgement)),
    ("2001 00", .truncated),
    ("d001 00", .trailingBytes),
    ("100d 0004 4d515454 03 00 003c 0001 63", .protocolLevel(3)),
    ("100d 0004 4d515455 04 00 003c 0001 63", .protocolName),
    ("100d 0004 4d515454 04 01 003c 0001 63", .connectFlags(0x01)),
    ("100d 0004 4d515454 04 40 003c 0001 63", .connectFlags(0x40)),
    ("100d 0004 4d515454 04 08 003c 0001 63", .connectFlags(0x08)),
    ("100d 0004 4d515454 04 1c 003c 0001 63", .invalidQualityOfService),
    ("100c 0004 4d515454 04 00 003c 0000", .clientIdentifier(.empty)),
  ])
  func aMalformedPacketHasItsReason(_ text: String, _ fault: MalformedPacket.Fault) throws {
    let input = try #require(bytes(hex: text))
    let error = #expect(throws: MalformedPacket.self) { try decode(input) }
    #expect(error?.fault == fault)
  }

  @Test func packetsSurviveAnySplit() throws {
    let vectors = try PacketVectors.all()
    let stream = vectors.flatMap { bytes(hex: $0.hex) ?? [] }
    var generator = SeededGenerator(seed: 4)
    for round in 0..<200 {
      var deframer = PacketDeframer()
      var packets: [Packet] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = round == 0 ? 1 : Int.random(in: 1...40, using: &generator)
        deframer.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let frame = try deframer.nextFrame() { packets.append(try Packet(frame)) }
      }
      #expect(packets == vectors.map(\.packet))
      #expect(deframer.bufferedCount == 0)
    }
  }

  @Test func aTooLargePacketIsRefusedAtItsLengthAndForGood() throws {
    var deframer = PacketDeframer(packetLimit: 100)
    deframer.append([0x30, 98])
    #expect(try deframer.nextFrame() == nil)
    deframer.append(Array(repeating: 0x61, count: 98))
    #expect(try deframer.nextFrame()?.body.count == 98)
    deframer.append([0x90, 99])
    #expect(throws: MalformedPacket(.tooLarge(101, limit: 100), in: .subscribeAcknowledgement)) {
      try deframer.nextFrame()
    }
    deframer.append([0xC0, 0])
    #expect(throws: MalformedPacket(.tooLarge(101, limit: 100), in: .subscribeAcknowledgement)) {
      try deframer.nextFrame()
    }
  }

  @Test(arguments: [1, 7, 4_096])
  func `a message that is too large is cut to its topic and identifier`(pieces: Int) throws {
    var bytes: [UInt8] =
      [0x34, 0xD4, 0x0F, 0, 3, 0x61, 0x2F, 0x62, 0, 9] + Array(repeating: 0xC0, count: 2_003 - 10)
    bytes += [0xD0, 0]
    bytes[1] = UInt8((bytes.count - 5) & 0x7F) | 0x80
    bytes[2] = UInt8((bytes.count - 5) >> 7)
    var deframer = PacketDeframer(packetLimit: 100)
    var frames: [PacketDeframer.Frame] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      deframer.append(bytes[start..<min(start + pieces, bytes.count)])
      while let frame = try deframer.nextFrame() { frames.append(frame) }
      #expect(deframer.bufferedCount <= 100)
    }
    #expect(frames.map(\.type) == [.publish, .pingResponse])
    #expect(frames.first?.body == [0, 3, 0x61, 0x2F, 0x62, 0, 9])
    #expect(frames.first?.leftOut == bytes.count - 5 - 7)
  }

  @Test func `a message whose topic alone is too large is malformed`() throws {
    var deframer = PacketDeframer(packetLimit: 100)
    deframer.append([0x34, 0xFF, 0x7F, 0x10, 0])
    #expect(throws: MalformedPacket(.tooLarge(16_383, limit: 100), in: .publish)) { try deframer.nextFrame() }
  }

  @Test func remainingLengthsTakeAsFewBytesAsTheStandardSays() throws {
    for (length, count) in [(127, 1), (128, 2), (16_383, 2), (16_384, 3), (200_000, 3)] {
      let message = Message(topic: try TopicName("t"), payload: Array(repeating: 7, count: length - 3))
      let packet = Packet.publish(PublishPacket(message: message))
      let encoded = try packet.encoded()
      #expect(encoded.count == 1 + count + length)
      #expect(try decode(encoded) == [packet])
    }
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-1.5.3-2", "v3.1.1:MQTT-3.1.2-22", "v3.1.1:MQTT-3.1.3-7", "v3.1.1:MQTT-3.3.1-2",
      "v3.1.1:MQTT-2.3.1-5", "v5:MQTT-2.2.1-2", "v5:MQTT-3.3.1-2", "v5:MQTT-1.5.4-2"))
  func whatHasNoFormOnTheWireIsNotWritten() throws {
    let message = Message(topic: try TopicName("t"), payload: [], qos: .atLeastOnce)
    #expect(throws: EncodingFailure.inconsistentFields) {
      try Packet.publish(PublishPacket(message: message)).encoded()
    }
    var connect = ConnectPacket(clientIdentifier: "", cleanSession: false, keepAlive: 0)
    #expect(throws: EncodingFailure.clientIdentifier(.empty)) { try Packet.connect(connect).encoded() }
    connect.clientIdentifier = "a\0b"
    #expect(throws: EncodingFailure.nullCharacter) { try Packet.connect(connect).encoded() }
    connect.clientIdentifier = String(repeating: "x", count: 65_536)
    #expect(throws: EncodingFailure.fieldTooLong) { try Packet.connect(connect).encoded() }
    connect.clientIdentifier = "x"
    connect.password = .init([1])
    #expect(throws: EncodingFailure.inconsistentFields) { try Packet.connect(connect).encoded() }
    connect.version = .v5
    #expect(try Packet.connect(connect).encoded().count == 19)
    connect.will = Message(topic: .aliased, payload: [])
    #expect(throws: EncodingFailure.inconsistentFields) { try Packet.connect(connect).encoded() }
    let plain = Message(topic: try TopicName("t"), payload: [])
    let ten = try PacketVectors.identifier(10)
    for context in [CodecContext(), CodecContext(version: .v5)] {
      for packet in [
        PublishPacket(message: plain, duplicate: true), PublishPacket(message: plain, packetIdentifier: ten),
        PublishPacket(message: Message(topic: .aliased, payload: [])),
      ] {
        #expect(throws: EncodingFailure.inconsistentFields) {
          try Packet.publish(packet).encoded(in: context)
        }
      }
    }
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.8.3-3", "v3.1.1:MQTT-3.10.3-2", "v5:MQTT-3.8.3-2", "v5:MQTT-3.8.3-4",
      "v5:MQTT-3.10.3-2", "v5:MQTT-4.8.2-1", "v5:MQTT-4.8.2-2"))
  func `subscriptions that the standard forbids are not written`() throws {
    let ten = try PacketVectors.identifier(10)
    let v5 = CodecContext(version: .v5)
    for context in [CodecContext(), v5] {
      for packet in [
        Packet.subscribe(SubscribePacket(packetIdentifier: ten, subscriptions: [])),
        .unsubscribe(UnsubscribePacket(packetIdentifier: ten, filters: [])),
        .subscribeAcknowledgement(SubscribeAcknowledgement(packetIdentifier: ten, results: [])),
      ] {
        #expect(throws: EncodingFailure.inconsistentFields) { try packet.encoded(in: context) }
      }
    }
    var shared = Subscription(filter: try TopicFilter("$share/g/a"), qos: .atMostOnce)
    shared.options.noLocal = true
    #expect(throws: EncodingFailure.inconsistentFields) {
      try Packet.subscribe(SubscribePacket(packetIdentifier: ten, subscriptions: [shared])).encoded(in: v5)
    }
    let nameless = try TopicFilter("$share//a")
    let unsubscribe = Packet.unsubscribe(UnsubscribePacket(packetIdentifier: ten, filters: [nameless]))
    #expect(throws: EncodingFailure.topicFilter(.shareName)) { try unsubscribe.encoded(in: v5) }
    #expect(try unsubscribe.encoded().count == 15)
  }

  @Test(
    .covers(
      "v5:MQTT-3.4.2-1", "v5:MQTT-3.5.2-1", "v5:MQTT-3.6.2-1", "v5:MQTT-3.7.2-1", "v5:MQTT-3.14.2-1",
      "v5:MQTT-3.15.2-1"))
  func `reason codes that a packet must not have are not written`() throws {
    let ten = try PacketVectors.identifier(10)
    let client = CodecContext(version: .v5, role: .client)
    let odd = PublishResponse(ten, reasonCode: .keepAliveTimeout)
    for (packet, code) in [
      (Packet.publishAcknowledgement(odd), ReasonCode.keepAliveTimeout),
      (.publishReceived(odd), .keepAliveTimeout), (.publishRelease(odd), .keepAliveTimeout),
      (.publishComplete(odd), .keepAliveTimeout),
      (.disconnect(DisconnectPacket(reasonCode: .serverShuttingDown)), .serverShuttingDown),
      (.authentication(AuthenticationPacket(reasonCode: .success)), .success),
    ] {
      #expect(throws: EncodingFailure.reasonCode(code)) { try packet.encoded(in: client) }
    }
  }

  @Test(arguments: ProtocolVersion.allCases)
  func `no bytes trap the decoder, and what it takes can be written`(version: ProtocolVersion) throws {
    let context = CodecContext(version: version)
    var generator = SeededGenerator(seed: 1883)
    var seeds = try PacketVectors.all().map { bytes(hex: $0.hex) ?? [] }
    if version == .v5 { seeds = try PacketVectorsV5.all().map { bytes(hex: $0.hex) ?? [] } }
    var decoded = 0
    for round in 0..<100_000 {
      var input = seeds[round % seeds.count]
      if round.isMultiple(of: 3) {
        input = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !input.isEmpty {
        input[Int.random(in: input.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      var deframer = PacketDeframer(context: context)
      deframer.append(input)
      while let packet = try? deframer.nextPacket() {
        decoded += 1
        let written = try packet.encoded(in: context)
        var again = PacketDeframer(context: context)
        again.append(written)
        #expect(try again.nextPacket() == packet)
      }
    }
    #expect(decoded > 10_000)
  }

  @Test func `every packet can be split anywhere`() throws {
    let old = try PacketVectors.all().map { (CodecContext(), $0.packet, $0.hex) }
    let new = try PacketVectorsV5.all().map { (CodecContext(version: .v5), $0.packet, $0.hex) }
    for (context, packet, text) in old + new {
      let whole = try #require(bytes(hex: text))
      for split in 1..<whole.count {
        var deframer = PacketDeframer(context: context)
        deframer.append(Array(whole[..<split]))
        #expect(try deframer.nextPacket() == nil)
        deframer.append(Array(whole[split...]))
        #expect(try deframer.nextPacket() == packet)
        #expect(try deframer.nextPacket() == nil)
      }
    }
  }

  @Test func `a packet of 5_0 that is too large ends the connection`() throws {
    var deframer = PacketDeframer(packetLimit: 100, context: CodecContext(version: .v5))
    deframer.append([0x30, 99, 0])
    #expect(throws: MalformedPacket(.tooLarge(101, limit: 100), in: .publish)) { try deframer.nextPacket() }
  }

  @Test func `a server learns the version from CONNECT and reads on in it`() throws {
    let connect = Packet.connect(
      ConnectPacket(version: .v5, clientIdentifier: "c", cleanSession: true, keepAlive: 0))
    let message = Message(topic: try TopicName("t"), payload: [])
    let publish = Packet.publish(PublishPacket(message: message, topicAlias: 2))
    let context = CodecContext(version: .v5, role: .client)
    var deframer = PacketDeframer(context: CodecContext(role: .server))
    deframer.append(try connect.encoded(in: context) + publish.encoded(in: context))
    #expect(try deframer.nextPacket() == connect)
    deframer.context.version = .v5
    #expect(try deframer.nextPacket() == publish)
  }

  @Test func `a malformed packet says where it is wrong`() throws {
    var deframer = PacketDeframer(context: CodecContext(version: .v5))
    deframer.append([0x30, 6, 0, 1, 0x74, 2, 0x04, 1])
    let error = #expect(throws: MalformedPacket.self) { try deframer.nextPacket() }
    #expect(error?.type == .publish)
    #expect(error?.offset == 6)
    #expect(error?.description == "unknownProperty(4) in PUBLISH at byte 6")
  }
}
