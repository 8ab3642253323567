import ByteCoding
import Zigbee

extension ColorControl {
  /// Move To Color Temperature.
  public struct MoveToColorTemperature: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveToColorTemperature
    public static let direction = ZCLFrame.Direction.clientToServer

    public var mireds: UInt16
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mireds: UInt16, transitionTenths: UInt16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.mireds = mireds
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mireds = try reader.readUInt16LE()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(mireds)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move Color Temperature.
  public struct MoveColorTemperature: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveColorTemperature
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 stop, 1 up, 3 down.
    public var mode: UInt8
    public var rate: UInt16
    public var minimumMireds: UInt16
    public var maximumMireds: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, rate: UInt16, minimumMireds: UInt16, maximumMireds: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.mode = mode
      self.rate = rate
      self.minimumMireds = minimumMireds
      self.maximumMireds = maximumMireds
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      rate = try reader.readUInt16LE()
      minimumMireds = try reader.readUInt16LE()
      maximumMireds = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.writeLE(rate)
      writer.writeLE(minimumMireds)
      writer.writeLE(maximumMireds)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Step Color Temperature.
  public struct StepColorTemperature: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.stepColorTemperature
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 1 up, 3 down.
    public var mode: UInt8
    public var size: UInt16
    public var transitionTenths: UInt16
    public var minimumMireds: UInt16
    public var maximumMireds: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt16, transitionTenths: UInt16, minimumMireds: UInt16, maximumMireds: UInt16,
      optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.mode = mode
      self.size = size
      self.transitionTenths = transitionTenths
      self.minimumMireds = minimumMireds
      self.maximumMireds = maximumMireds
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      size = try reader.readUInt16LE()
      transitionTenths = try reader.readUInt16LE()
      minimumMireds = try reader.readUInt16LE()
      maximumMireds = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.writeLE(size)
      writer.writeLE(transitionTenths)
      writer.writeLE(minimumMireds)
      writer.writeLE(maximumMireds)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }
}
