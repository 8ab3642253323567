import ByteCoding

/// Lists in ZDO messages: a count, then the entries. A count that promises more than there is yields the
/// entries that are whole.
enum ZDOList {
  static func read<Element: ByteDecodable>(
    count: UInt8, from reader: inout ByteReader
  ) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<count {
      let mark = reader
      guard let element = try? Element(from: &reader) else {
        reader = mark
        break
      }
      elements.append(element)
    }
    return elements
  }

  static func read<Element: ByteDecodable>(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> [Element] {
    let count = try reader.readUInt8()
    return read(count: count, from: &reader)
  }

  /// Writes the count and the entries; the format has room for 255.
  static func write<Element: ByteEncodable>(_ elements: [Element], into writer: inout ByteWriter) {
    let written = elements.prefix(Int(UInt8.max))
    writer.write(UInt8(written.count))
    for element in written { element.encode(into: &writer) }
  }

  /// A count of two bytes and the entries; tolerant as `read`.
  static func readLong<Element: ByteDecodable>(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> [Element] {
    let count = try reader.readUInt16LE()
    var elements: [Element] = []
    for _ in 0..<count {
      let mark = reader
      guard let element = try? Element(from: &reader) else {
        reader = mark
        break
      }
      elements.append(element)
    }
    return elements
  }

  static func writeLong<Element: ByteEncodable>(_ elements: [Element], into writer: inout ByteWriter) {
    let written = elements.prefix(Int(UInt16.max))
    writer.writeLE(UInt16(written.count))
    for element in written { element.encode(into: &writer) }
  }

  /// A count and so many bytes, or those that are there.
  static func readBytes(from reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    let count = Int(try reader.readUInt8())
    return try reader.readBytes(count: min(count, reader.remaining))
  }

  static func writeBytes(_ bytes: [UInt8], into writer: inout ByteWriter) {
    let written = bytes.prefix(Int(UInt8.max))
    writer.write(UInt8(written.count))
    writer.write(written)
  }

  /// A simple descriptor with its length in front. Devices state wrong ones, so it is read as far as the
  /// message goes.
  static func readSimpleDescriptor(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> SimpleDescriptor {
    _ = try reader.readUInt8()
    return try SimpleDescriptor(from: &reader)
  }

  static func writeSimpleDescriptor(_ descriptor: SimpleDescriptor, into writer: inout ByteWriter) {
    let bytes = descriptor.encodedBytes
    writer.write(UInt8(clamping: bytes.count))
    writer.write(bytes)
  }
}
