import MQTT
import TestSupport
import Testing

@Suite struct StrictnessTests {
  private func packets(
    _ text: String, _ strictness: Strictness, version: ProtocolVersion = .v5
  ) throws -> [Packet] {
    let input = try #require(bytes(hex: text))
    return try read(input, context: CodecContext(version: version, strictness: strictness)) { input.count }
  }

  @Test(arguments: [
    ("3004 0002 6100", ProtocolVersion.v3_1_1, false),
    ("3009 0001 74 05 030002 6100", .v5, true),
    ("308500 0001 74 00 61", .v5, true),
    ("3006 0001 74 8000 61", .v5, true),
    ("3804 0001 74 61", .v3_1_1, true),
    ("4003 000a 00", .v3_1_1, true),
    ("b003 000a 00", .v3_1_1, true),
    ("d001 00", .v5, true),
    ("4003 000a fe", .v5, true),
    ("4003 000a 7e", .v5, false),
    ("9004 000a 00 fe", .v5, true),
    ("9003 000a 87", .v3_1_1, true),
    ("9003 000a 03", .v3_1_1, false),
    ("2002 0105", .v3_1_1, true),
    ("2002 0200", .v3_1_1, true),
    ("100d 0004 4d515454 04 00 003c 0001 00", .v3_1_1, true),
    ("3002 0000", .v3_1_1, false),
    ("3205 0001 74 0000", .v3_1_1, false),
    ("3605 0001 74 000a", .v3_1_1, false),
    ("3004 0002 ff61", .v3_1_1, false),
    ("3006 0001 74 02 0401", .v5, false),
  ])
  func `what is lenient is what the documentation lists`(
    _ text: String, _ version: ProtocolVersion, _ isTaken: Bool
  ) throws {
    #expect(throws: MalformedPacket.self) { try packets(text, .strict, version: version) }
    if isTaken {
      #expect(try packets(text, .lenient, version: version).count == 1)
    } else {
      #expect(throws: MalformedPacket.self) { try packets(text, .lenient, version: version) }
    }
  }

  @Test func `a lenient reader makes of a wrong packet the right one`() throws {
    let ten = try PacketVectors.identifier(10)
    let message = Message(topic: try TopicName("t"), payload: [0x61])
    #expect(
      try packets("3804 0001 74 61", .lenient, version: .v3_1_1) == [
        .publish(PublishPacket(message: message))
      ])
    #expect(
      try packets("2002 0105", .lenient, version: .v3_1_1) == [
        .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: false, returnCode: .notAuthorized))
      ])
    #expect(
      try packets("9003 000a 87", .lenient, version: .v3_1_1) == [
        .subscribeAcknowledgement(
          SubscribeAcknowledgement(packetIdentifier: ten, results: [.refused(.notAuthorized)]))
      ])
  }

  @Test func `3_1 has identifiers of at most 23 characters, which many clients exceed`() throws {
    let long = String(repeating: "61", count: 24)
    let text = "1026 0006 4d5149736470 03 02 003c 0018" + long
    let error = #expect(throws: MalformedPacket.self) { try packets(text, .strict, version: .v3_1) }
    #expect(error?.reasonCode == .clientIdentifierNotValid)
    #expect(try packets(text, .lenient, version: .v3_1).count == 1)
  }

  @Test(arguments: ["01", "1f", "7f", "c280", "c29f", "efbfbf", "efb790", "f09fbfbe", "f48fbfbf"])
  func `control characters and non-characters are refused on demand`(_ text: String) throws {
    let count = text.utf8.count / 2
    let packet = "30\(hex([UInt8(count + 3)])) \(hex([0, UInt8(count)])) \(text) 00"
    #expect(try packets(packet, .strict).count == 1)
    let error = #expect(throws: MalformedPacket.self) { try packets(packet, .refusesControlCharacters) }
    #expect(error?.fault == .controlCharacter)
    #expect(error?.reasonCode == .malformedPacket)
  }

  @Test(
    .covers("v3.1.1:MQTT-1.5.3-3", "v5:MQTT-1.5.4-3"),
    arguments: ["20", "7e", "c2a0", "efbbbf", "efbfbd", "f09f9880", "efb78f"])
  func `other characters pass, the byte order mark as it is`(_ text: String) throws {
    let count = text.utf8.count / 2
    let packet = "30\(hex([UInt8(count + 3)])) \(hex([0, UInt8(count)])) \(text) 00"
    let packets = try packets(packet, .refusesControlCharacters)
    let publish = try #require(packets.first?.published)
    #expect(hex(publish.message.topic.text.utf8) == text)
    #expect(try hex(packets[0].encoded(in: CodecContext(version: .v5))) == packet.replacing(" ", with: ""))
  }

  @Test func `a payload that is said to be text is checked on demand`() throws {
    for (payload, isText) in [("c3a9", true), ("", true), ("c3", false), ("00", true), ("eda080", false)] {
      let count = payload.utf8.count / 2
      let packet = "30\(hex([UInt8(count + 6)])) 0001 74 02 0101 \(payload)"
      #expect(try packets(packet, .strict).count == 1)
      if isText {
        #expect(try packets(packet, .checksPayloadFormat).count == 1)
      } else {
        let error = #expect(throws: MalformedPacket.self) { try packets(packet, .checksPayloadFormat) }
        #expect(error?.reasonCode == .payloadFormatInvalid)
      }
    }
  }

  @Test func `a failure that ends the connection is taken whatever its number is`() throws {
    #expect(
      try packets("e001 fe", .strict) == [
        .disconnect(DisconnectPacket(reasonCode: ReasonCode(rawValue: 0xFE)))
      ])
    let packets = try packets("2003 00 fe 00", .strict)
    let refusal = ConnectAcknowledgement(sessionPresent: false, reasonCode: ReasonCode(rawValue: 0xFE))
    #expect(packets == [.connectAcknowledgement(refusal)])
    #expect(refusal.returnCode == .serverUnavailable)
  }
}
