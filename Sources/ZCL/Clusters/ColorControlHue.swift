import ByteCoding
import Zigbee

extension ColorControl {
  /// Move To Hue.
  public struct MoveToHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveToHue
    public static let direction = ZCLFrame.Direction.clientToServer

    public var hue: UInt8
    /// 0 shortest, 1 longest, 2 up, 3 down.
    public var direction: UInt8
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      hue: UInt8, direction: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.hue = hue
      self.direction = direction
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      hue = try reader.readUInt8()
      direction = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(hue)
      writer.write(direction)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move Hue.
  public struct MoveHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveHue
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 stop, 1 up, 3 down.
    public var mode: UInt8
    public var rate: UInt8
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(mode: UInt8, rate: UInt8, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.mode = mode
      self.rate = rate
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      rate = try reader.readUInt8()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(rate)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Step Hue.
  public struct StepHue: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.stepHue
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 1 up, 3 down.
    public var mode: UInt8
    public var size: UInt8
    public var transitionTenths: UInt8
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt8, transitionTenths: UInt8, optionsMask: UInt8? = nil,
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
      size = try reader.readUInt8()
      transitionTenths = try reader.readUInt8()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(size)
      writer.write(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move To Saturation.
  public struct MoveToSaturation: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveToSaturation
    public static let direction = ZCLFrame.Direction.clientToServer

    public var saturation: UInt8
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      saturation: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.saturation = saturation
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      saturation = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(saturation)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move Saturation.
  public struct MoveSaturation: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveSaturation
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 stop, 1 up, 3 down.
    public var mode: UInt8
    public var rate: UInt8
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(mode: UInt8, rate: UInt8, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.mode = mode
      self.rate = rate
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      rate = try reader.readUInt8()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(rate)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Step Saturation.
  public struct StepSaturation: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.stepSaturation
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 1 up, 3 down.
    public var mode: UInt8
    public var size: UInt8
    public var transitionTenths: UInt8
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt8, transitionTenths: UInt8, optionsMask: UInt8? = nil,
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
      size = try reader.readUInt8()
      transitionTenths = try reader.readUInt8()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(size)
      writer.write(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move To Hue And Saturation.
  public struct MoveToHueAndSaturation: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveToHueAndSaturation
    public static let direction = ZCLFrame.Direction.clientToServer

    public var hue: UInt8
    public var saturation: UInt8
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      hue: UInt8, saturation: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.hue = hue
      self.saturation = saturation
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      hue = try reader.readUInt8()
      saturation = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(hue)
      writer.write(saturation)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }
}
