import ByteCoding
import Zigbee

extension LevelControl {
  /// Move to Level.
  public struct MoveToLevel: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.moveToLevel
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 to 254.
    public var level: UInt8
    /// Tenths of a second; 0xFFFF as fast as the device likes.
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      level: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.level = level
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      level = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(level)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move.
  public struct Move: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.move
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 up, 1 down.
    public var mode: UInt8
    /// Steps a second; 0xFF: as the device likes.
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

  /// Step.
  public struct Step: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.step
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 up, 1 down.
    public var mode: UInt8
    public var size: UInt8
    /// Tenths of a second; 0xFFFF as fast as the device likes.
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
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
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(size)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Stop.
  public struct Stop: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.stop
    public static let direction = ZCLFrame.Direction.clientToServer

    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move to Level with On/Off.
  public struct MoveToLevelWithOnOff: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.moveToLevelWithOnOff
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 to 254.
    public var level: UInt8
    /// Tenths of a second; 0xFFFF as fast as the device likes.
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      level: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.level = level
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      level = try reader.readUInt8()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(level)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move with On/Off.
  public struct MoveWithOnOff: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.moveWithOnOff
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 up, 1 down.
    public var mode: UInt8
    /// Steps a second; 0xFF: as the device likes.
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

  /// Step with On/Off.
  public struct StepWithOnOff: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.stepWithOnOff
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 up, 1 down.
    public var mode: UInt8
    public var size: UInt8
    /// Tenths of a second; 0xFFFF as fast as the device likes.
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      mode: UInt8, size: UInt8, transitionTenths: UInt16, optionsMask: UInt8? = nil,
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
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(size)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Stop with On/Off.
  public struct StopWithOnOff: ClusterCommand {
    public static let cluster = ClusterID.levelControl
    public static let command = LevelControl.Command.stopWithOnOff
    public static let direction = ZCLFrame.Direction.clientToServer

    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }
}
