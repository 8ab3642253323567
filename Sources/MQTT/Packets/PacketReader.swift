import ByteCoding

/// The fields of packets (clause 1.5), with what is wrong with them named in the protocol's own terms.
extension ByteReader {
  mutating func readByte() throws(MalformedPacket.Fault) -> UInt8 {
    do { return try readUInt8() } catch { throw .truncated }
  }

  mutating func readTwoByteInteger() throws(MalformedPacket.Fault) -> UInt16 {
    do { return try readUInt16BE() } catch { throw .truncated }
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

  /// Clause 1.5.3: well-formed UTF-8 without U+0000. U+FEFF stays where it is.
  mutating func readString() throws(MalformedPacket.Fault) -> String {
    let field = try readField()
    guard !field.contains(0) else { throw .nullCharacter }
    guard let text = String(validating: field, as: UTF8.self) else { throw .invalidUTF8 }
    return text
  }

  mutating func readTopicName() throws(MalformedPacket.Fault) -> TopicName {
    let text = try readString()
    do { return try TopicName(text) } catch { throw .topicName(error) }
  }

  mutating func readTopicFilter() throws(MalformedPacket.Fault) -> TopicFilter {
    let text = try readString()
    do { return try TopicFilter(text) } catch { throw .topicFilter(error) }
  }
}
