import ByteCoding

/// Discover Attributes Extended (ZCL 2.5.22): the question of Discover Attributes.
public typealias DiscoverAttributesExtended = DiscoverAttributes

/// An attribute that a device says it has, and what may be done with it.
public struct ExtendedAttribute: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var type: DataType
  /// The three lowest bits of the access control byte; the others are reserved.
  public var access: ClusterDefinition.Access

  public init(attribute: AttributeID, type: DataType, access: ClusterDefinition.Access) {
    self.attribute = attribute
    self.type = type
    self.access = access
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    type = try DataType(from: &reader)
    access = ClusterDefinition.Access(rawValue: try reader.readUInt8() & 0x07)
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    type.encode(into: &writer)
    writer.write(access.rawValue & 0x07)
  }
}

/// Discover Attributes Extended Response (ZCL 2.5.23).
public struct DiscoverAttributesExtendedResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// Whether no attributes follow after these.
  public var isComplete: Bool
  public var list: RecordList<ExtendedAttribute>

  public init(isComplete: Bool, _ records: [ExtendedAttribute]) {
    self.isComplete = isComplete
    list = RecordList(records)
  }

  public var records: [ExtendedAttribute] { list.records }
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
