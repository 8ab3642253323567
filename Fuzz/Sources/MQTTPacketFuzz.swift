import MQTT

/// Deframing and decoding of MQTT packets, and writing them again.
enum MQTTPacketFuzz: FuzzTarget {
  static let name = "mqtt-packet"

  static func run(_ bytes: [UInt8]) {
    let whole = frames(bytes, pieceLength: max(bytes.count, 1))
    let single = frames(bytes, pieceLength: 1)
    require(whole.frames == single.frames, "the packets depend on the read boundaries")
    require(whole.failure == single.failure, "the failure depends on the read boundaries")
    for frame in whole.frames {
      guard let packet = try? Packet(frame) else { continue }
      guard let written = try? packet.encoded() else {
        return require(false, "a packet that was read cannot be written: \(packet.type)")
      }
      let again = frames(written, pieceLength: written.count).frames
      require(again.count == 1, "a packet was not written as one")
      guard let first = again.first, let decoded = try? Packet(first) else {
        return require(false, "our own packet cannot be read: \(packet.type)")
      }
      require(decoded == packet, "a packet changes on its way out and in: \(packet.type)")
    }
  }

  private static func frames(
    _ bytes: [UInt8], pieceLength: Int
  ) -> (frames: [PacketDeframer.Frame], failure: MalformedPacket?) {
    var deframer = PacketDeframer()
    var frames: [PacketDeframer.Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      deframer.append(rest.prefix(pieceLength))
      rest = rest.dropFirst(pieceLength)
      do throws(MalformedPacket) {
        while let frame = try deframer.nextFrame() { frames.append(frame) }
      } catch {
        return (frames, error)
      }
      require(deframer.bufferedCount <= deframer.packetLimit, "the deframer keeps too much")
    }
    return (frames, nil)
  }
}
