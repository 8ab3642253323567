import ByteCoding

/// An attribute with its type and value, in writes and reports.
public struct AttributeRecord: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var value: TypedValue

  public init(attribute: AttributeID, value: TypedValue) {
    self.attribute = attribute
    self.value = value
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    value = try TypedValue(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    value.encode(into: &writer)
  }
}

/// Write Attributes, Write Attributes Undivided and Write Attributes No Response (ZCL 2.5.3, 2.5.4, 2.5.6).
public struct WriteAttributes: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<AttributeRecord>

  public init(_ records: [AttributeRecord]) { list = RecordList(records) }

  public var records: [AttributeRecord] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// Report Attributes (ZCL 2.5.11).
public struct ReportAttributes: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<AttributeRecord>

  public init(_ records: [AttributeRecord]) { list = RecordList(records) }

  public var records: [AttributeRecord] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One failed write (ZCL 2.5.5).
public struct WriteAttributeStatus: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var status: ZCLStatus
  public var attribute: AttributeID

  public init(status: ZCLStatus, attribute: AttributeID) {
    self.status = status
    self.attribute = attribute
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZCLStatus(from: &reader)
    attribute = try AttributeID(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    attribute.encode(into: &writer)
  }
}

/// Write Attributes Response (ZCL 2.5.5): one status byte when all went well, otherwise the failures.
public struct WriteAttributesResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// The status of the whole when the answer names no attribute.
  public var overall: ZCLStatus?
  public var list: RecordList<WriteAttributeStatus>

  /// Everything was written.
  public static let succeeded = Self(overall: .success, [])

  public init(overall: ZCLStatus? = nil, _ records: [WriteAttributeStatus]) {
    self.overall = overall
    list = RecordList(records)
  }

  public var records: [WriteAttributeStatus] { list.records }
  public var failure: DecodingFailure? { list.failure }
  /// The first thing that went wrong; success when nothing did.
  public var firstFailure: ZCLStatus {
    if let overall, overall != .success { return overall }
    return records.first { $0.status != .success }?.status ?? .success
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    overall = reader.remaining == 1 ? try ZCLStatus(from: &reader) : nil
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    overall?.encode(into: &writer)
    list.encode(into: &writer)
  }
}
