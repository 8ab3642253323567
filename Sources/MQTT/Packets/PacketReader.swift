import ByteCoding

/// The fields of packets (clause 1.5), with what is wrong with them named in the protocol's own terms.
extension ByteReader {
  mutating func readByte() throws(MalformedPacket.Fault) -> UInt8 {
    do { return try readUInt8() } catch { throw .truncated }
  }

  mutating func readTwoByteInteger() throws(MalformedPacket.Fault) -> UInt16 {
    do { return try readUInt16BE() } catch { throw .truncated }
  }

  mutating func readFourByteInteger() throws(MalformedPacket.Fault) -> UInt32 {
    do { return try readUInt32BE() } catch { throw .truncated }
  }

  /// 7 bits a byte, least significant first, at most four bytes (5.0, clause 1.5.5).
  mutating func readVariableByteInteger(_ strictness: Strictness) throws(MalformedPacket.Fault) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      let byte = try readByte()
      value |= UInt32(byte & 0x7F) << UInt32(7 * index)
      guard byte & 0x80 == 0 else { continue }
      guard byte != 0 || index == 0 || strictness.contains(.allowsLongLengths) else {
        throw .lengthNotMinimal
      }
      return value
    }
    throw .lengthTooLong
  }

  mutating func readPacketIdentifier() throws(MalformedPacket.Fault) -> PacketIdentifier {
    guard let identifier = PacketIdentifier(rawValue: try readTwoByteInteger()) else {
      throw .packetIdentifierZero
    }
    return identifier
  }

  /// Two bytes of length, then that many bytes.
  mutating func readField() throws(MalformedPacket.Fault) -> [UInt8] {
    let length = Int(try readTwoByteInteger())
    do { return try readBytes(count: length) } catch { throw .truncated }
  }

  /// Clause 1.5.4 (3.1.1: 1.5.3): well-formed UTF-8 without U+0000. U+FEFF stays where it is.
  mutating func readString(_ context: CodecContext) throws(MalformedPacket.Fault) -> String {
    let length = Int(try readTwoByteInteger())
    let bytes: Span<UInt8>
    do { bytes = try readSpan(count: length) } catch { throw .truncated }
    return try String(validating: bytes, strictness: context.strictness)
  }

  mutating func readTopicName(_ context: CodecContext) throws(MalformedPacket.Fault) -> TopicName {
    let text = try readString(context)
    do { return try TopicName(text) } catch { throw .topicName(error) }
  }

  mutating func readTopicFilter(_ context: CodecContext) throws(MalformedPacket.Fault) -> TopicFilter {
    let text = try readString(context)
    do throws(TopicFailure) {
      let filter = try TopicFilter(text)
      try filter.check(in: context.version)
      return filter
    } catch {
      throw .topicFilter(error)
    }
  }
}
