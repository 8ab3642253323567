import ByteCoding

/// One page of a table that a device gives out (neighbours, routes, bindings). Totals and counts of real
/// devices lie and pages may repeat, so a reader of whole tables must stop by itself.
public struct TablePage<Entry: ByteDecodable & ByteEncodable & Hashable & Sendable>: Hashable, Sendable {
  public var status: ZDOStatus
  /// Entries in the whole table, as stated.
  public var total: UInt8
  public var startIndex: UInt8
  /// Entries in this page, as stated.
  public var statedCount: UInt8
  /// The entries that are whole.
  public var entries: [Entry]

  public init(status: ZDOStatus = .success, total: UInt8 = 0, startIndex: UInt8 = 0, entries: [Entry] = []) {
    self.status = status
    self.total = total
    self.startIndex = startIndex
    self.entries = entries
    statedCount = UInt8(clamping: entries.count)
  }
}

extension TablePage: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 3 else {
      (total, startIndex, statedCount, entries) = (0, 0, 0, [])
      return
    }
    total = try reader.readUInt8()
    startIndex = try reader.readUInt8()
    statedCount = try reader.readUInt8()
    entries = ZDOList.read(count: statedCount, from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.write(total)
    writer.write(startIndex)
    ZDOList.write(entries, into: &writer)
  }
}

/// Mgmt_Lqi_rsp (2.4.4.4.1).
public struct ManagementLQIResponse: ZDOBody {
  public static let cluster = ClusterID.managementLQIResponse

  public var page: TablePage<Neighbor>

  public init(_ page: TablePage<Neighbor>) { self.page = page }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { page = try TablePage(from: &reader) }

  public func encode(into writer: inout ByteWriter) { page.encode(into: &writer) }
}

/// Mgmt_Rtg_rsp (2.4.4.4.2).
public struct ManagementRoutingResponse: ZDOBody {
  public static let cluster = ClusterID.managementRoutingResponse

  public var page: TablePage<Route>

  public init(_ page: TablePage<Route>) { self.page = page }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { page = try TablePage(from: &reader) }

  public func encode(into writer: inout ByteWriter) { page.encode(into: &writer) }
}

/// Mgmt_Bind_rsp (2.4.4.4.3).
public struct ManagementBindResponse: ZDOBody {
  public static let cluster = ClusterID.managementBindResponse

  public var page: TablePage<Binding>

  public init(_ page: TablePage<Binding>) { self.page = page }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { page = try TablePage(from: &reader) }

  public func encode(into writer: inout ByteWriter) { page.encode(into: &writer) }
}
