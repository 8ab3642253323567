import ByteCoding

// The wire forms of the identifiers.

extension AttributeID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension CommandID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}

extension ZCLStatus: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}

extension DataType: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}
