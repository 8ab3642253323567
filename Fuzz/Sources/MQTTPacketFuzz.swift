import MQTT

/// Deframing and decoding of MQTT packets of all versions, strict and lenient, and writing them again.
enum MQTTPacketFuzz: FuzzTarget {
  static let name = "mqtt-packet"

  static func run(_ bytes: [UInt8]) {
    for version in ProtocolVersion.allCases {
      for strictness in [Strictness.strict, .lenient] {
        check(bytes, in: CodecContext(version: version, strictness: strictness))
      }
    }
  }

  private static func check(_ bytes: [UInt8], in context: CodecContext) {
    let whole = packets(bytes, pieceLength: max(bytes.count, 1), in: context)
    let single = packets(bytes, pieceLength: 1, in: context)
    require(whole.packets == single.packets, "the packets depend on the read boundaries")
    require(whole.failure == single.failure, "the failure depends on the read boundaries")
    for packet in whole.packets { writeAgain(packet, in: context) }
  }

  /// A lenient reader takes what no writer may write; a strict one takes nothing of the kind.
  private static func writeAgain(_ packet: Packet, in context: CodecContext) {
    guard let written = try? packet.encoded(in: context) else {
      return require(
        context.strictness == .lenient, "a packet that was read cannot be written: \(packet.type)")
    }
    let again = packets(written, pieceLength: written.count, in: context)
    require(
      again.packets == [packet] || context.strictness == .lenient,
      "a packet changes on its way out and in: \(packet.type)")
    require(
      again.failure == nil && again.packets.count == 1, "a packet was not written as one: \(packet.type)")
  }

  private static func packets(
    _ bytes: [UInt8], pieceLength: Int, in context: CodecContext
  ) -> (packets: [Packet], failure: MalformedPacket?) {
    var deframer = PacketDeframer(context: context)
    var packets: [Packet] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      deframer.append(Array(rest.prefix(pieceLength)))
      rest = rest.dropFirst(pieceLength)
      do throws(MalformedPacket) {
        while let packet = try deframer.nextPacket() { packets.append(packet) }
      } catch {
        return (packets, error)
      }
      require(deframer.bufferedCount <= deframer.packetLimit, "the deframer keeps too much")
    }
    return (packets, nil)
  }
}
