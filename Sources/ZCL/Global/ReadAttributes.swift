import ByteCoding

/// Read Attributes (ZCL 2.5.1).
public struct ReadAttributes: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<AttributeID>

  public init(_ attributes: [AttributeID]) { list = RecordList(attributes) }

  public var attributes: [AttributeID] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One record of a read response (ZCL 2.5.2): type and value only after success.
public struct ReadAttributeRecord: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var status: ZCLStatus
  public var value: TypedValue?

  public init(attribute: AttributeID, value: TypedValue) {
    self.attribute = attribute
    self.status = .success
    self.value = value
  }

  public init(attribute: AttributeID, status: ZCLStatus) {
    self.attribute = attribute
    self.status = status
    self.value = nil
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    status = try ZCLStatus(from: &reader)
    value = status == .success ? try TypedValue(from: &reader) : nil
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    status.encode(into: &writer)
    value?.encode(into: &writer)
  }
}

/// Read Attributes Response (ZCL 2.5.2).
public struct ReadAttributesResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<ReadAttributeRecord>

  public init(_ records: [ReadAttributeRecord]) { list = RecordList(records) }

  public var records: [ReadAttributeRecord] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}
