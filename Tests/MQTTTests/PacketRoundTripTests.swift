import MQTT
import SansIO
import TestSupport
import Testing

/// Reads packets with the deframer in pieces that `pieceLength` gives.
func read(
  _ bytes: [UInt8], context: CodecContext, pieceLength: () -> Int
) throws -> [Packet] {
  var deframer = PacketDeframer(context: context)
  var packets: [Packet] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = pieceLength()
    deframer.append(Array(rest.prefix(count)))
    rest = rest.dropFirst(count)
    while let packet = try deframer.nextPacket() { packets.append(packet) }
  }
  #expect(deframer.bufferedCount == 0)
  return packets
}

extension Packet {
  /// What a PUBLISH carries.
  var published: PublishPacket? {
    guard case .publish(let packet) = self else { return nil }
    return packet
  }
}

@Suite struct PacketRoundTripTests {
  static let versionsAndSenders = ProtocolVersion.allCases.flatMap { version in
    [PeerRole.client, .server].map { (version, $0) }
  }

  /// Packets of every type that the sender may send, many of each.
  private static func packets(
    _ version: ProtocolVersion, _ sender: PeerRole, rounds: Int
  ) throws -> [Packet] {
    var random = RandomPackets(version: version, sender: sender, seed: UInt64(version.rawValue))
    var packets: [Packet] = []
    for _ in 0..<rounds {
      for type in random.types { packets.append(try random.packet(type)) }
    }
    return packets
  }

  @Test(arguments: versionsAndSenders)
  func `a packet is read as it was written`(version: ProtocolVersion, sender: PeerRole) throws {
    let writing = CodecContext(version: version, role: sender)
    let reading = CodecContext(version: version, role: sender.other)
    for packet in try Self.packets(version, sender, rounds: 300) {
      let bytes = try packet.encoded(in: writing)
      let again = try read(bytes, context: reading) { bytes.count }
      #expect(again == [packet])
      guard let first = again.first else { continue }
      #expect(try first.encoded(in: writing) == bytes)
    }
  }

  @Test(arguments: versionsAndSenders)
  func `read boundaries do not matter`(version: ProtocolVersion, sender: PeerRole) throws {
    let packets = try Self.packets(version, sender, rounds: 6)
    let writing = CodecContext(version: version, role: sender)
    let reading = CodecContext(version: version, role: sender.other)
    var stream: [UInt8] = []
    for packet in packets { try packet.encode(into: &stream, context: writing) }
    for pieceLength in [1, 2, 3, 7, 64, 1_000, stream.count] {
      #expect(try read(stream, context: reading) { pieceLength } == packets, "\(pieceLength)")
    }
  }

  @Test(arguments: versionsAndSenders)
  func `every cut of a packet is malformed, another packet, or no packet yet`(
    version: ProtocolVersion, sender: PeerRole
  ) throws {
    let writing = CodecContext(version: version, role: sender)
    for packet in try Self.packets(version, sender, rounds: 8) {
      let whole = try packet.encoded(in: writing)
      guard whole.count <= 129 else { continue }
      for length in 0..<(whole.count - 2) {
        let cut = [whole[0], UInt8(length)] + whole[2..<(2 + length)]
        var deframer = PacketDeframer(context: writing.reading)
        deframer.append(cut)
        do throws(MalformedPacket) {
          let other = try deframer.nextPacket()
          // A shorter payload or list is a packet, too.
          #expect(other != nil && other != packet)
          #expect(Self.maybeShorter.contains(packet.type), "\(packet) cut to \(length)")
        } catch {
          #expect(error.reasonCode.isFailure)
        }
        var waiting = PacketDeframer(context: writing.reading)
        waiting.append(whole.prefix(length + 1))
        #expect(try waiting.nextPacket() == nil)
      }
    }
  }

  /// Packets that are packets without their end: a payload, a list, or an end that may be missing.
  private static let maybeShorter: Set<PacketType> = [
    .publish, .subscribe, .subscribeAcknowledgement, .unsubscribe, .unsubscribeAcknowledgement,
    .publishAcknowledgement, .publishReceived, .publishRelease, .publishComplete, .disconnect,
    .authentication,
  ]

  @Test(arguments: versionsAndSenders)
  func `a packet from the wrong end is refused both ways`(
    version: ProtocolVersion, sender: PeerRole
  ) throws {
    let writing = CodecContext(version: version, role: sender)
    for packet in try Self.packets(version, sender, rounds: 1)
    where !packet.type.isSent(by: sender.other, in: version) {
      let bytes = try packet.encoded(in: writing)
      let error = #expect(throws: MalformedPacket.self) { try read(bytes, context: writing) { bytes.count } }
      #expect(error?.fault == .wrongSender)
      #expect(error?.reasonCode == .protocolError)
      #expect(throws: EncodingFailure.wrongSender) { try packet.encoded(in: writing.reading) }
    }
  }
}

extension CodecContext {
  /// The same connection from the other end.
  fileprivate var reading: CodecContext {
    var context = self
    context.role = role?.other
    return context
  }
}
