import ByteCoding

/// One record of Read Attributes Structured (ZCL 2.5.15).
public struct StructuredRead: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var selector: AttributeSelector

  public init(attribute: AttributeID, selector: AttributeSelector = .whole) {
    self.attribute = attribute
    self.selector = selector
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    selector = try AttributeSelector(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    selector.encode(into: &writer)
  }
}

/// Read Attributes Structured (ZCL 2.5.15); a Read Attributes Response answers it.
public struct ReadAttributesStructured: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<StructuredRead>

  public init(_ records: [StructuredRead]) { list = RecordList(records) }

  public var records: [StructuredRead] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One record of Write Attributes Structured (ZCL 2.5.16).
public struct StructuredWrite: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var attribute: AttributeID
  public var selector: AttributeSelector
  public var value: TypedValue

  public init(attribute: AttributeID, selector: AttributeSelector = .whole, value: TypedValue) {
    self.attribute = attribute
    self.selector = selector
    self.value = value
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    attribute = try AttributeID(from: &reader)
    selector = try AttributeSelector(from: &reader)
    value = try TypedValue(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    attribute.encode(into: &writer)
    selector.encode(into: &writer)
    value.encode(into: &writer)
  }
}

/// Write Attributes Structured (ZCL 2.5.16).
public struct WriteAttributesStructured: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<StructuredWrite>

  public init(_ records: [StructuredWrite]) { list = RecordList(records) }

  public var records: [StructuredWrite] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One failed structured write (ZCL 2.5.17).
public struct StructuredWriteStatus: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var status: ZCLStatus
  public var attribute: AttributeID
  public var selector: AttributeSelector

  public init(status: ZCLStatus, attribute: AttributeID, selector: AttributeSelector = .whole) {
    self.status = status
    self.attribute = attribute
    self.selector = selector
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZCLStatus(from: &reader)
    attribute = try AttributeID(from: &reader)
    selector = try AttributeSelector(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    attribute.encode(into: &writer)
    selector.encode(into: &writer)
  }
}

/// Write Attributes Structured Response (ZCL 2.5.17): one status byte when all went well, otherwise the failures.
public struct WriteAttributesStructuredResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// The status of the whole when the answer names no attribute.
  public var overall: ZCLStatus?
  public var list: RecordList<StructuredWriteStatus>

  /// Everything was written.
  public static let succeeded = Self(overall: .success, [])

  public init(overall: ZCLStatus? = nil, _ records: [StructuredWriteStatus]) {
    self.overall = overall
    list = RecordList(records)
  }

  public var records: [StructuredWriteStatus] { list.records }
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
