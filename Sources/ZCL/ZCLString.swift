import ByteCoding
import SansIO

/// The strings inside command payloads: a length byte, then the bytes; length 0xFF means "no string".
enum ZCLString {
  static let longest = 0xFE

  static func read(from reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    let length = Int(try reader.readUInt8())
    return length == 0xFF ? [] : try reader.readBytes(count: length)
  }

  /// Of a field that the sender may leave out at the end.
  static func readOptional(from reader: inout ByteReader) throws(DecodingFailure) -> [UInt8]? {
    reader.isEmpty ? nil : try read(from: &reader)
  }

  static func write(_ bytes: [UInt8], into writer: inout ByteWriter) {
    let written = bytes.prefix(longest)
    writer.write(UInt8(written.count))
    writer.write(written)
  }

  static func readSecret(from reader: inout ByteReader) throws(DecodingFailure) -> Secret<[UInt8]> {
    Secret(try read(from: &reader))
  }

  static func readOptionalSecret(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> Secret<[UInt8]>? {
    try readOptional(from: &reader).map { Secret($0) }
  }
}
