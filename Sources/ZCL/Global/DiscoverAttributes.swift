import ByteCoding

/// Discover Attributes (ZCL 2.5.13).
public struct DiscoverAttributes: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var start: AttributeID
  public var maximumCount: UInt8

  public init(start: AttributeID, maximumCount: UInt8) {
    self.start = start
    self.maximumCount = maximumCount
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    start = try AttributeID(from: &reader)
    maximumCount = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    start.encode(into: &writer)
    writer.write(maximumCount)
  }
}

/// An attribute that a device says it has.
public struct DiscoveredAttribute: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var type: DataType

  public init(attribute: AttributeID, type: DataType) {
    self.attribute = attribute
    self.type = type
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    type = try DataType(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    type.encode(into: &writer)
  }
}

/// Discover Attributes Response (ZCL 2.5.14).
public struct DiscoverAttributesResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// Whether no attributes follow after these.
  public var isComplete: Bool
  public var list: RecordList<DiscoveredAttribute>

  public init(isComplete: Bool, _ records: [DiscoveredAttribute]) {
    self.isComplete = isComplete
    list = RecordList(records)
  }

  public var records: [DiscoveredAttribute] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    isComplete = try reader.readUInt8() != 0
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(UInt8(isComplete ? 1 : 0))
    list.encode(into: &writer)
  }
}
