import ByteCoding
import Zigbee

extension ColorControl {
  /// Move To Color.
  public struct MoveToColor: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveToColor
    public static let direction = ZCLFrame.Direction.clientToServer

    public var colorX: UInt16
    public var colorY: UInt16
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      colorX: UInt16, colorY: UInt16, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.colorX = colorX
      self.colorY = colorY
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      colorX = try reader.readUInt16LE()
      colorY = try reader.readUInt16LE()
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(colorX)
      writer.writeLE(colorY)
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Move Color.
  public struct MoveColor: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.moveColor
    public static let direction = ZCLFrame.Direction.clientToServer

    public var rateX: Int16
    public var rateY: Int16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(rateX: Int16, rateY: Int16, optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil) {
      self.rateX = rateX
      self.rateY = rateY
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rateX = Int16(bitPattern: try reader.readUInt16LE())
      rateY = Int16(bitPattern: try reader.readUInt16LE())
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(UInt16(bitPattern: rateX))
      writer.writeLE(UInt16(bitPattern: rateY))
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Step Color.
  public struct StepColor: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.stepColor
    public static let direction = ZCLFrame.Direction.clientToServer

    public var stepX: Int16
    public var stepY: Int16
    public var transitionTenths: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      stepX: Int16, stepY: Int16, transitionTenths: UInt16, optionsMask: UInt8? = nil,
      optionsOverride: UInt8? = nil
    ) {
      self.stepX = stepX
      self.stepY = stepY
      self.transitionTenths = transitionTenths
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      stepX = Int16(bitPattern: try reader.readUInt16LE())
      stepY = Int16(bitPattern: try reader.readUInt16LE())
      transitionTenths = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(UInt16(bitPattern: stepX))
      writer.writeLE(UInt16(bitPattern: stepY))
      writer.writeLE(transitionTenths)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Color Loop Set.
  public struct ColorLoopSet: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.colorLoopSet
    public static let direction = ZCLFrame.Direction.clientToServer

    public var updateFlags: UInt8
    public var action: UInt8
    /// 0 down, 1 up.
    public var direction: UInt8
    public var time: UInt16
    public var startHue: UInt16
    public var optionsMask: UInt8?
    public var optionsOverride: UInt8?

    public init(
      updateFlags: UInt8, action: UInt8, direction: UInt8, time: UInt16, startHue: UInt16,
      optionsMask: UInt8? = nil, optionsOverride: UInt8? = nil
    ) {
      self.updateFlags = updateFlags
      self.action = action
      self.direction = direction
      self.time = time
      self.startHue = startHue
      self.optionsMask = optionsMask
      self.optionsOverride = optionsOverride
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      updateFlags = try reader.readUInt8()
      action = try reader.readUInt8()
      direction = try reader.readUInt8()
      time = try reader.readUInt16LE()
      startHue = try reader.readUInt16LE()
      optionsMask = reader.isEmpty ? nil : try reader.readUInt8()
      optionsOverride = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(updateFlags)
      writer.write(action)
      writer.write(direction)
      writer.writeLE(time)
      writer.writeLE(startHue)
      if let optionsMask { writer.write(optionsMask) }
      if let optionsOverride { writer.write(optionsOverride) }
    }
  }

  /// Stop Move Step.
  public struct StopMoveStep: ClusterCommand {
    public static let cluster = ClusterID.colorControl
    public static let command = ColorControl.Command.stopMoveStep
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
