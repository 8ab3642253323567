import ByteCoding

/// What kind of node a device is (Zigbee 2.3.2.3.1).
public struct LogicalType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let coordinator = Self(rawValue: 0)
  public static let router = Self(rawValue: 1)
  public static let endDevice = Self(rawValue: 2)
}

/// The node descriptor (Zigbee 2.3.2.3): 13 bytes; some devices leave out the last one, newer revisions
/// append TLVs.
public struct NodeDescriptor: Hashable, Sendable, ByteDecodable, ByteEncodable {
  /// Bits 0 to 2 logical type, 3 complex and 4 user descriptor available, 5 fragmentation supported.
  public var typeFlags: UInt8
  /// Bits 0 to 2 APS flags (0), 3 to 7 frequency band.
  public var bandFlags: UInt8
  public var capability: MACCapability
  public var manufacturer: ManufacturerCode
  /// The largest NWK payload it takes, in bytes.
  public var maximumBufferSize: UInt8
  public var maximumIncomingTransferSize: UInt16
  public var serverMask: UInt16
  public var maximumOutgoingTransferSize: UInt16
  /// nil in descriptors of 12 bytes.
  public var descriptorCapability: UInt8?

  public init(
    logicalType: LogicalType, capability: MACCapability, manufacturer: ManufacturerCode,
    bandFlags: UInt8 = 0x40, maximumBufferSize: UInt8 = 82, maximumIncomingTransferSize: UInt16 = 82,
    serverMask: UInt16 = 0, maximumOutgoingTransferSize: UInt16 = 82, descriptorCapability: UInt8? = 0
  ) {
    typeFlags = logicalType.rawValue & 0x07
    self.bandFlags = bandFlags
    self.capability = capability
    self.manufacturer = manufacturer
    self.maximumBufferSize = maximumBufferSize
    self.maximumIncomingTransferSize = maximumIncomingTransferSize
    self.serverMask = serverMask
    self.maximumOutgoingTransferSize = maximumOutgoingTransferSize
    self.descriptorCapability = descriptorCapability
  }

  public var logicalType: LogicalType { LogicalType(rawValue: typeFlags & 0x07) }
  public var isRouter: Bool { logicalType == .router || logicalType == .coordinator }
  public var isReceiverOnWhenIdle: Bool { capability.contains(.receiverOnWhenIdle) }
  public var isMainsPowered: Bool { capability.contains(.mainsPowered) }
  /// An end device that switches its receiver off: it gets messages only by polling its parent.
  public var isSleepy: Bool { !isReceiverOnWhenIdle && !isRouter }
  /// Bits 9 to 15 of the server mask: the specification's revision, 0 before R21.
  public var stackRevision: UInt8 { UInt8(truncatingIfNeeded: serverMask >> 9) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    typeFlags = try reader.readUInt8()
    bandFlags = try reader.readUInt8()
    capability = try MACCapability(from: &reader)
    manufacturer = try ManufacturerCode(from: &reader)
    maximumBufferSize = try reader.readUInt8()
    maximumIncomingTransferSize = try reader.readUInt16LE()
    serverMask = try reader.readUInt16LE()
    maximumOutgoingTransferSize = try reader.readUInt16LE()
    descriptorCapability = reader.isEmpty ? nil : try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(typeFlags)
    writer.write(bandFlags)
    capability.encode(into: &writer)
    manufacturer.encode(into: &writer)
    writer.write(maximumBufferSize)
    writer.writeLE(maximumIncomingTransferSize)
    writer.writeLE(serverMask)
    writer.writeLE(maximumOutgoingTransferSize)
    if let descriptorCapability { writer.write(descriptorCapability) }
  }
}
