import ByteCoding

/// Mgmt_Leave_req (2.4.3.3.5).
public struct ManagementLeaveRequest: ZDOBody {
  public static let cluster = ClusterID.managementLeaveRequest

  /// Who is to leave; 0 or all ones means the receiver.
  public var ieee: IEEEAddress
  public var removesChildren: Bool
  public var rejoins: Bool

  public init(ieee: IEEEAddress, removesChildren: Bool = false, rejoins: Bool = false) {
    self.ieee = ieee
    self.removesChildren = removesChildren
    self.rejoins = rejoins
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    ieee = try IEEEAddress(from: &reader)
    // Older devices send no flags.
    let flags = reader.isEmpty ? 0 : try reader.readUInt8()
    removesChildren = flags & 0x40 != 0
    rejoins = flags & 0x80 != 0
  }

  public func encode(into writer: inout ByteWriter) {
    ieee.encode(into: &writer)
    writer.write(UInt8((removesChildren ? 0x40 : 0) | (rejoins ? 0x80 : 0)))
  }
}
