import ByteCoding

// The wire forms of the identifiers: two bytes (eight for the 64-bit ones), least significant first.

extension IEEEAddress: ByteDecodable, ByteEncodable {
  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension NetworkAddress: ByteDecodable, ByteEncodable {
  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension ClusterID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension ProfileID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension DeviceID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension GroupID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension ManufacturerCode: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}

extension EndpointID: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}

extension ExtendedPANIdentifier: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt64LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
}
