import ByteCoding
import Zigbee

extension ColorControl {
  /// Enhanced Move To Hue.
  public struct EnhancedMoveToHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.enhancedMoveToHue
    public static let direction = ZCLFrame.Direction.clientToServer

    public var enhancedHue: UInt16
    /// 0 shortest, 1 longest, 2 up, 3 down.
    public var direction: UInt8
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      enhancedHue: UInt16, direction: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.enhancedHue = enhancedHue
      self.direction = direction
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      enhancedHue = try reader.readUInt16LE()
      direction = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(enhancedHue)
      writer.write(direction)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Enhanced Move Hue.
  public struct EnhancedMoveHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.enhancedMoveHue
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 stop, 1 up, 3 down.
    public var mode: UInt8
    public var rate: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(mode: UInt8, rate: UInt16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.mode = mode
      self.rate = rate
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      rate = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.writeLE(rate)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Enhanced Step Hue.
  public struct EnhancedStepHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.enhancedStepHue
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 1 up, 3 down.
    public var mode: UInt8
    public var size: UInt16
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt16, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.mode = mode
      self.size = size
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      size = try reader.readUInt16LE()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.writeLE(size)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Enhanced Move To Hue And Saturation.
  public struct EnhancedMoveToHueAndSaturation: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.enhancedMoveToHueAndSaturation
    public static let direction = ZCLFrame.Direction.clientToServer

    public var enhancedHue: UInt16
    public var saturation: UInt8
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      enhancedHue: UInt16, saturation: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.enhancedHue = enhancedHue
      self.saturation = saturation
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      enhancedHue = try reader.readUInt16LE()
      saturation = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(enhancedHue)
      writer.write(saturation)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }
}
