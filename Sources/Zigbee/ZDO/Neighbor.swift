import ByteCoding

/// One entry of a neighbour table, 22 bytes (Zigbee table 2-130). Some firmware leaves the 64-bit address
/// all ones or zeros.
public struct Neighbor: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var extendedPANID: ExtendedPANIdentifier
  public var ieee: IEEEAddress
  public var networkAddress: NetworkAddress
  public var deviceType: LogicalType
  /// 0 no, 1 yes, 2 unknown.
  public var receiverOnWhenIdle: UInt8
  /// 0 it is the parent, 1 a child, 2 a sibling, 3 none of them, 4 a former child.
  public var relationship: UInt8
  /// 0 no, 1 yes, 2 unknown.
  public var permitJoining: UInt8
  public var depth: UInt8
  public var linkQuality: LinkQuality

  public init(
    extendedPANID: ExtendedPANIdentifier, ieee: IEEEAddress, networkAddress: NetworkAddress,
    deviceType: LogicalType, receiverOnWhenIdle: UInt8, relationship: UInt8, permitJoining: UInt8 = 2,
    depth: UInt8, linkQuality: LinkQuality
  ) {
    self.extendedPANID = extendedPANID
    self.ieee = ieee
    self.networkAddress = networkAddress
    self.deviceType = deviceType
    self.receiverOnWhenIdle = receiverOnWhenIdle
    self.relationship = relationship
    self.permitJoining = permitJoining
    self.depth = depth
    self.linkQuality = linkQuality
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    extendedPANID = try ExtendedPANIdentifier(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    networkAddress = try NetworkAddress(from: &reader)
    let flags = try reader.readUInt8()
    deviceType = LogicalType(rawValue: flags & 0x03)
    receiverOnWhenIdle = flags >> 2 & 0x03
    relationship = flags >> 4 & 0x07
    permitJoining = try reader.readUInt8() & 0x03
    depth = try reader.readUInt8()
    linkQuality = LinkQuality(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) {
    extendedPANID.encode(into: &writer)
    ieee.encode(into: &writer)
    networkAddress.encode(into: &writer)
    writer.write(
      deviceType.rawValue & 0x03 | (receiverOnWhenIdle & 0x03) << 2 | (relationship & 0x07) << 4)
    writer.write(permitJoining & 0x03)
    writer.write(depth)
    writer.write(linkQuality.rawValue)
  }
}
