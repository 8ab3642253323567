import ByteCoding

/// The node power descriptor (Zigbee 2.3.2.4).
public struct PowerDescriptor: Hashable, Sendable, ByteDecodable, ByteEncodable {
  /// Sources of power, one bit each in the available and the current field.
  public struct Sources: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let mains = Self(rawValue: 0x01)
    public static let rechargeableBattery = Self(rawValue: 0x02)
    public static let disposableBattery = Self(rawValue: 0x04)
  }

  /// 0 receiver as the node descriptor says, 1 periodically on, 2 on when stimulated.
  public var currentMode: UInt8
  public var availableSources: Sources
  public var currentSource: Sources
  /// 0 critical, 4 about a third, 8 about two thirds, 12 full.
  public var level: UInt8

  public init(currentMode: UInt8 = 0, availableSources: Sources, currentSource: Sources, level: UInt8) {
    self.currentMode = currentMode
    self.availableSources = availableSources
    self.currentSource = currentSource
    self.level = level
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let first = try reader.readUInt8()
    let second = try reader.readUInt8()
    currentMode = first & 0x0F
    availableSources = Sources(rawValue: first >> 4)
    currentSource = Sources(rawValue: second & 0x0F)
    level = second >> 4
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(currentMode & 0x0F | availableSources.rawValue << 4)
    writer.write(currentSource.rawValue & 0x0F | level << 4)
  }
}
