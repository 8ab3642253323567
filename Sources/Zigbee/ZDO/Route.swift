import ByteCoding

/// One entry of a routing table, 5 bytes (Zigbee table 2-132).
public struct Route: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var destination: NetworkAddress
  /// 0 active, 1 discovery under way, 2 discovery failed, 3 inactive, 4 validation under way.
  public var status: UInt8
  public var isMemoryConstrained: Bool
  public var isManyToOne: Bool
  public var needsRouteRecord: Bool
  public var nextHop: NetworkAddress

  public init(
    destination: NetworkAddress, status: UInt8, isMemoryConstrained: Bool = false,
    isManyToOne: Bool = false, needsRouteRecord: Bool = false, nextHop: NetworkAddress
  ) {
    self.destination = destination
    self.status = status
    self.isMemoryConstrained = isMemoryConstrained
    self.isManyToOne = isManyToOne
    self.needsRouteRecord = needsRouteRecord
    self.nextHop = nextHop
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    destination = try NetworkAddress(from: &reader)
    let flags = try reader.readUInt8()
    status = flags & 0x07
    isMemoryConstrained = flags & 0x08 != 0
    isManyToOne = flags & 0x10 != 0
    needsRouteRecord = flags & 0x20 != 0
    nextHop = try NetworkAddress(from: &reader)
  }

  /// The byte with the status and the flags.
  public var flags: UInt8 {
    var flags = status & 0x07
    if isMemoryConstrained { flags |= 0x08 }
    if isManyToOne { flags |= 0x10 }
    if needsRouteRecord { flags |= 0x20 }
    return flags
  }

  public func encode(into writer: inout ByteWriter) {
    destination.encode(into: &writer)
    writer.write(flags)
    nextHop.encode(into: &writer)
  }
}
