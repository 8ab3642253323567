import MQTT
import TestSupport
import Testing

/// Packets that are none: `Tests/Fixtures/mqtt/malformed.txt` says for each what is wrong and what the peer is
/// told.
@Suite struct MalformedPacketTests {
  struct Case {
    var group: String
    var context: CodecContext
    var fault: String
    var code: UInt8
    var bytes: [UInt8]
    var note: String

    init(_ line: String) throws {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 7, "\(line)")
      let version = try #require(ProtocolVersion.allCases.first { $0.description == fields[1] })
      let sender: PeerRole? = fields[2] == "c" ? .client : fields[2] == "s" ? .server : nil
      group = fields[0]
      context = CodecContext(version: version, role: sender?.other)
      fault = fields[3]
      code = try #require(UInt8(fields[4], radix: 16))
      let input = TestSupport.bytes(hex: fields[5])
      bytes = try #require(input)
      note = fields[6]
    }
  }

  static func cases(_ group: String) throws -> [Case] {
    try Fixtures.lines("mqtt/malformed.txt").filter { $0.hasPrefix(group + "\t") }.map(Case.init)
  }

  /// The name of a fault without what it carries.
  private static func name(_ fault: MalformedPacket.Fault) -> String {
    String("\(fault)".prefix { $0 != "(" })
  }

  /// Feeds each packet whole and byte by byte: the same reason both times, and for good.
  private func check(_ group: String, atLeast count: Int) throws {
    let cases = try Self.cases(group)
    #expect(cases.count >= count)
    for entry in cases {
      for pieceLength in [entry.bytes.count, 1] {
        var deframer = PacketDeframer(context: entry.context)
        let error = #expect(throws: MalformedPacket.self, "\(entry.context.version): \(entry.note)") {
          for start in stride(from: 0, to: entry.bytes.count, by: pieceLength) {
            deframer.append(Array(entry.bytes[start..<(start + pieceLength)]))
            if let packet = try deframer.nextPacket() { Issue.record("\(packet)") }
          }
        }
        guard let error else { continue }
        #expect(
          Self.name(error.fault) == entry.fault && error.reasonCode.rawValue == entry.code,
          "\(entry.context.version): \(entry.note): \(error), \(error.reasonCode)")
        deframer.append([0xD0, 0x00])
        #expect(throws: error) { try deframer.nextPacket() }
      }
    }
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-2.2.2-1", "v3.1.1:MQTT-2.2.2-2", "v3.1.1:MQTT-3.6.1-1", "v3.1.1:MQTT-3.8.1-1",
      "v3.1.1:MQTT-3.10.1-1", "v3.1.1:MQTT-3.14.1-1", "v3.1.1:MQTT-4.8.0-1", "v5:MQTT-1.5.5-1",
      "v5:MQTT-2.1.3-1", "v5:MQTT-3.1.2-24", "v5:MQTT-3.6.1-1", "v5:MQTT-3.8.1-1", "v5:MQTT-3.10.1-1",
      "v5:MQTT-3.14.1-1", "v5:MQTT-3.15.1-1", "v5:MQTT-4.13.1-1"))
  func `a wrong fixed header is refused with its reason`() throws { try check("header", atLeast: 200) }

  @Test(
    .covers(
      "v3.1.1:MQTT-1.5.3-1", "v3.1.1:MQTT-1.5.3-2", "v3.1.1:MQTT-3.1.3-4", "v3.1.1:MQTT-3.1.3-10",
      "v3.1.1:MQTT-3.1.3-11", "v3.1.1:MQTT-3.3.2-1", "v3.1.1:MQTT-3.8.3-1", "v3.1.1:MQTT-3.10.3-1",
      "v3.1.1:MQTT-4.7.3-2", "v5:MQTT-1.5.4-1", "v5:MQTT-1.5.4-2", "v5:MQTT-1.5.7-1", "v5:MQTT-3.1.3-4",
      "v5:MQTT-3.1.3-11", "v5:MQTT-3.1.3-12", "v5:MQTT-3.3.2-1", "v5:MQTT-3.3.2-13", "v5:MQTT-3.3.2-19",
      "v5:MQTT-3.8.3-1", "v5:MQTT-3.10.3-1", "v5:MQTT-4.7.3-2"))
  func `a wrong string is refused with its reason`() throws { try check("string", atLeast: 180) }

  @Test(
    .covers(
      "v3.1.1:MQTT-2.3.1-1", "v3.1.1:MQTT-3.3.1-2", "v3.1.1:MQTT-3.3.1-4", "v3.1.1:MQTT-3.3.2-2",
      "v3.1.1:MQTT-4.7.1-1", "v3.1.1:MQTT-4.7.3-1", "v5:MQTT-2.2.1-3", "v5:MQTT-2.2.1-4",
      "v5:MQTT-2.2.2-1", "v5:MQTT-3.3.1-2", "v5:MQTT-3.3.1-4", "v5:MQTT-3.3.2-2", "v5:MQTT-3.3.2-8",
      "v5:MQTT-3.3.4-6", "v5:MQTT-4.7.0-1", "v5:MQTT-4.7.3-1"))
  func `a wrong PUBLISH is refused with its reason`() throws { try check("publish", atLeast: 100) }

  @Test(.covers("v5:MQTT-3.3.2-14", "v5:MQTT-3.14.2-2", "v5:MQTT-4.13.2-1"))
  func `wrong properties are refused with their reason`() throws { try check("property", atLeast: 800) }

  @Test(
    .covers(
      "v5:MQTT-3.4.2-1", "v5:MQTT-3.5.2-1", "v5:MQTT-3.6.2-1", "v5:MQTT-3.7.2-1", "v5:MQTT-3.9.3-2",
      "v5:MQTT-3.11.3-2", "v5:MQTT-3.14.2-1", "v5:MQTT-3.15.2-1"))
  func `a wrong acknowledgement is refused with its reason`() throws {
    try check("acknowledgement", atLeast: 160)
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.2.2-4", "v5:MQTT-3.2.2-1", "v5:MQTT-3.2.2-6", "v5:MQTT-3.2.2-8"))
  func `a wrong CONNACK is refused with its reason`() throws { try check("connack", atLeast: 40) }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.1.2-1", "v3.1.1:MQTT-3.1.2-2", "v3.1.1:MQTT-3.1.2-3", "v3.1.1:MQTT-3.1.2-11",
      "v3.1.1:MQTT-3.1.2-13", "v3.1.1:MQTT-3.1.2-14", "v3.1.1:MQTT-3.1.2-15", "v3.1.1:MQTT-3.1.2-18",
      "v3.1.1:MQTT-3.1.2-19", "v3.1.1:MQTT-3.1.2-20", "v3.1.1:MQTT-3.1.2-21", "v3.1.1:MQTT-3.1.2-22",
      "v3.1.1:MQTT-3.1.3-7", "v3.1.1:MQTT-3.1.3-8", "v3.1.1:MQTT-3.1.4-1", "v5:MQTT-3.1.2-1",
      "v5:MQTT-3.1.2-2", "v5:MQTT-3.1.2-3", "v5:MQTT-3.1.2-9", "v5:MQTT-3.1.2-11", "v5:MQTT-3.1.2-12",
      "v5:MQTT-3.1.2-13", "v5:MQTT-3.1.2-16", "v5:MQTT-3.1.2-17", "v5:MQTT-3.1.2-18", "v5:MQTT-3.1.2-19",
      "v5:MQTT-3.1.3-3", "v5:MQTT-3.1.4-1"))
  func `a wrong CONNECT is refused with its reason`() throws { try check("connect", atLeast: 160) }

  @Test(
    .covers(
      "v3.1.1:MQTT-3.8.3-3", "v3.1.1:MQTT-3.8.3-4", "v3.1.1:MQTT-3.9.3-2", "v3.1.1:MQTT-3.10.3-2",
      "v3.1.1:MQTT-4.7.1-2", "v3.1.1:MQTT-4.7.1-3", "v5:MQTT-3.8.3-2", "v5:MQTT-3.8.3-4",
      "v5:MQTT-3.8.3-5", "v5:MQTT-3.10.3-2", "v5:MQTT-4.7.1-1", "v5:MQTT-4.7.1-2", "v5:MQTT-4.8.2-1",
      "v5:MQTT-4.8.2-2"))
  func `a wrong subscription is refused with its reason`() throws { try check("subscribe", atLeast: 160) }

  @Test func `a packet of the wrong end is refused with its reason`() throws {
    try check("sender", atLeast: 25)
  }

  @Test func `every group of the file is checked`() throws {
    let groups = Set(
      try Fixtures.lines("mqtt/malformed.txt").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: "\t").first.map(String.init) })
    #expect(
      groups == [
        "header", "string", "publish", "property", "acknowledgement", "connack", "connect", "subscribe",
        "sender",
      ])
  }
}
