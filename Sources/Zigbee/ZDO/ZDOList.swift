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
}
