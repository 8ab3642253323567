import ByteCoding

/// One record of Configure Reporting (ZCL 2.5.7): what is to be reported, or how long to wait for reports.
public enum ReportingConfiguration: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// Direction 0. Intervals in seconds; a maximum of 0xFFFF ends reporting, 0 means on change only. The change
  /// is present for analog types alone.
  case send(AttributeID, DataType, minimum: UInt16, maximum: UInt16, change: ZCLValue?)
  /// Direction 1. The time-out in seconds, 0 for none.
  case receive(AttributeID, timeout: UInt16)

  public var attribute: AttributeID {
    switch self {
    case .send(let attribute, _, _, _, _), .receive(let attribute, _): attribute
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let direction = try ReportingDirection(from: &reader)
    let attribute = try AttributeID(from: &reader)
    self = try Self.read(direction, attribute, from: &reader)
  }

  static func read(
    _ direction: ReportingDirection, _ attribute: AttributeID, from reader: inout ByteReader
  ) throws(DecodingFailure) -> Self {
    if direction == .receive { return .receive(attribute, timeout: try reader.readUInt16LE()) }
    let type = try DataType(from: &reader)
    let minimum = try reader.readUInt16LE()
    let maximum = try reader.readUInt16LE()
    let change = type.isAnalog ? try ZCLValue(type, from: &reader) : nil
    return .send(attribute, type, minimum: minimum, maximum: maximum, change: change)
  }

  public func encode(into writer: inout ByteWriter) {
    (isSend ? ReportingDirection.send : .receive).encode(into: &writer)
    attribute.encode(into: &writer)
    encodeRest(into: &writer)
  }

  var isSend: Bool {
    if case .send = self { return true }
    return false
  }

  func encodeRest(into writer: inout ByteWriter) {
    switch self {
    case .receive(_, let timeout): writer.writeLE(timeout)
    case .send(_, let type, let minimum, let maximum, let change):
      type.encode(into: &writer)
      writer.writeLE(minimum)
      writer.writeLE(maximum)
      if type.isAnalog { (change ?? .unsigned(0)).encode(as: type, into: &writer) }
    }
  }
}

/// Whether a reporting record is about reports that the receiver sends or gets.
public struct ReportingDirection: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let send = Self(rawValue: 0)
  public static let receive = Self(rawValue: 1)

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    rawValue = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}

/// Configure Reporting (ZCL 2.5.7).
public struct ConfigureReporting: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var list: RecordList<ReportingConfiguration>

  public init(_ records: [ReportingConfiguration]) { list = RecordList(records) }

  public var records: [ReportingConfiguration] { list.records }
  public var failure: DecodingFailure? { list.failure }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { list.encode(into: &writer) }
}

/// One record of a Configure Reporting Response (ZCL 2.5.8).
public struct ReportingStatus: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var status: ZCLStatus
  public var direction: ReportingDirection
  public var attribute: AttributeID

  public init(status: ZCLStatus, direction: ReportingDirection, attribute: AttributeID) {
    self.status = status
    self.direction = direction
    self.attribute = attribute
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZCLStatus(from: &reader)
    direction = try ReportingDirection(from: &reader)
    attribute = try AttributeID(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    direction.encode(into: &writer)
    attribute.encode(into: &writer)
  }
}

/// Configure Reporting Response (ZCL 2.5.8): one status byte when all went well, otherwise records.
public struct ConfigureReportingResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// The status of the whole when the answer names no attribute.
  public var overall: ZCLStatus?
  public var list: RecordList<ReportingStatus>

  /// Every record was taken.
  public static let succeeded = Self(overall: .success, [])

  public init(overall: ZCLStatus? = nil, _ records: [ReportingStatus]) {
    self.overall = overall
    list = RecordList(records)
  }

  public var records: [ReportingStatus] { list.records }
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
