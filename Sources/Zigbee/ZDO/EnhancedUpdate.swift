import ByteCoding

/// Mgmt_NWK_Enhanced_Update_req (R22, 2.4.3.3.10): as Mgmt_NWK_Update_req, for every channel page.
public struct ManagementEnhancedUpdateRequest: ZDOBody {
  public static let cluster = ClusterID.managementEnhancedUpdateRequest

  public typealias Action = ManagementNetworkUpdateRequest.Action

  /// One a channel page: bits 0 to 26 channels, 27 to 31 the page.
  public var channels: [UInt32]
  public var action: Action
  /// Bit 0: an enhanced active scan. R23.
  public var flags: UInt8?

  public init(channels: [UInt32], action: Action, flags: UInt8? = nil) {
    self.channels = channels
    self.action = action
    self.flags = flags
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    channels = []
    for _ in 0..<(try reader.readUInt8()) { channels.append(try reader.readUInt32LE()) }
    action = try Action(from: &reader)
    flags = reader.isEmpty ? nil : try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    let written = channels.prefix(Int(UInt8.max))
    writer.write(UInt8(written.count))
    for mask in written { writer.writeLE(mask) }
    action.encode(into: &writer)
    if let flags { writer.write(flags) }
  }
}

/// Mgmt_NWK_Enhanced_Update_notify (R22, 2.4.4.4.9): the result of an energy scan on one channel page.
public struct ManagementEnhancedUpdateNotify: ZDOBody {
  public static let cluster = ClusterID.managementEnhancedUpdateNotify

  public var scan: ManagementNetworkUpdateNotify

  public init(_ scan: ManagementNetworkUpdateNotify) { self.scan = scan }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    scan = try ManagementNetworkUpdateNotify(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { scan.encode(into: &writer) }
}
