import ByteCoding

/// One record of Read Reporting Configuration (ZCL 2.5.9).
public struct ReportingQuery: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var direction: ReportingDirection
  public var attribute: AttributeID

  public init(direction: ReportingDirection = .send, attribute: AttributeID) {
    self.direction = direction
    self.attribute = attribute
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    direction = try ReportingDirection(from: &reader)
    attribute = try AttributeID(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    direction.encode(into: &writer)
    attribute.encode(into: &writer)
  }
}

/// Read Reporting Configuration (ZCL 2.5.9).
public struct ReadReportingConfiguration: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<ReportingQuery>

  public init(_ records: [ReportingQuery]) { list = RecordList(records) }

  public var records: [ReportingQuery] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One record of a Read Reporting Configuration Response (ZCL 2.5.10).
public struct ReportingConfigurationRecord: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var status: ZCLStatus
  public var direction: ReportingDirection
  public var attribute: AttributeID
  /// Present after success.
  public var configuration: ReportingConfiguration?

  public init(
    status: ZCLStatus = .success, direction: ReportingDirection = .send, attribute: AttributeID,
    configuration: ReportingConfiguration?
  ) {
    self.status = status
    self.direction = direction
    self.attribute = attribute
    self.configuration = configuration
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZCLStatus(from: &reader)
    direction = try ReportingDirection(from: &reader)
    attribute = try AttributeID(from: &reader)
    configuration =
      status == .success ? try ReportingConfiguration.read(direction, attribute, from: &reader) : nil
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    direction.encode(into: &writer)
    attribute.encode(into: &writer)
    configuration?.encodeRest(into: &writer)
  }
}

/// Read Reporting Configuration Response (ZCL 2.5.10).
public struct ReadReportingConfigurationResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<ReportingConfigurationRecord>

  public init(_ records: [ReportingConfigurationRecord]) { list = RecordList(records) }

  public var records: [ReportingConfigurationRecord] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}
