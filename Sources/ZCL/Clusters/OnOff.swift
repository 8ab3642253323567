import ByteCoding
import Zigbee

/// The On/Off cluster (ZCL 3.8).
public enum OnOff {
  public enum Attribute {
    public static let onOff = AttributeDefinition(0x0000, .boolean)
    public static let globalSceneControl = AttributeDefinition(0x4000, .boolean)
    public static let onTime = AttributeDefinition(0x4001, .uint16)
    public static let offWaitTime = AttributeDefinition(0x4002, .uint16)
    public static let startUpOnOff = AttributeDefinition(0x4003, .enum8)
  }

  /// Commands to the server.
  public enum Command {
    public static let off = CommandID(0x00)
    public static let on = CommandID(0x01)
    public static let toggle = CommandID(0x02)
    public static let offWithEffect = CommandID(0x40)
    public static let onWithRecallGlobalScene = CommandID(0x41)
    public static let onWithTimedOff = CommandID(0x42)
  }
}

extension OnOff {
  /// Off.
  public struct Off: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.off
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// On.
  public struct On: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.on
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Toggle.
  public struct Toggle: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.toggle
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Off With Effect.
  public struct OffWithEffect: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.offWithEffect
    public static let direction = ZCLFrame.Direction.clientToServer

    public var effect: UInt8
    public var variant: UInt8

    public init(effect: UInt8, variant: UInt8) {
      self.effect = effect
      self.variant = variant
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      effect = try reader.readUInt8()
      variant = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(effect)
      writer.write(variant)
    }
  }

  /// On With Recall Global Scene.
  public struct OnWithRecallGlobalScene: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.onWithRecallGlobalScene
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// On With Timed Off; times in tenths of a second.
  public struct OnWithTimedOff: ClusterCommand {
    public static let cluster = ClusterID.onOff
    public static let command = OnOff.Command.onWithTimedOff
    public static let direction = ZCLFrame.Direction.clientToServer

    /// Bit 0: take the command only when on.
    public var control: UInt8
    public var onTime: UInt16
    public var offWaitTime: UInt16

    public init(control: UInt8, onTime: UInt16, offWaitTime: UInt16) {
      self.control = control
      self.onTime = onTime
      self.offWaitTime = offWaitTime
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      control = try reader.readUInt8()
      onTime = try reader.readUInt16LE()
      offWaitTime = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(control)
      writer.writeLE(onTime)
      writer.writeLE(offWaitTime)
    }
  }
}
