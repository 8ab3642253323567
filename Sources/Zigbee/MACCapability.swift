import ByteCoding

/// The MAC capability flags of a device, in its announcement and node descriptor (Zigbee 2.3.2.3.6).
public struct MACCapability: OptionSet, Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let alternateCoordinator = Self(rawValue: 0x01)
  /// A router (full-function device); clear for an end device.
  public static let fullFunctionDevice = Self(rawValue: 0x02)
  public static let mainsPowered = Self(rawValue: 0x04)
  public static let receiverOnWhenIdle = Self(rawValue: 0x08)
  public static let highSecurity = Self(rawValue: 0x40)
  public static let allocateAddress = Self(rawValue: 0x80)

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    rawValue = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}
