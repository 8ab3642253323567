import ByteCoding
import Zigbee

/// The Window Covering cluster (ZCL 7.4). 0 % is open.
public enum WindowCovering {
  public enum Attribute {
    public static let windowCoveringType = AttributeDefinition(0x0000, .enum8)
    public static let physicalClosedLimitLift = AttributeDefinition(0x0001, .uint16)
    public static let physicalClosedLimitTilt = AttributeDefinition(0x0002, .uint16)
    public static let currentPositionLift = AttributeDefinition(0x0003, .uint16)
    public static let currentPositionTilt = AttributeDefinition(0x0004, .uint16)
    public static let numberOfActuationsLift = AttributeDefinition(0x0005, .uint16)
    public static let numberOfActuationsTilt = AttributeDefinition(0x0006, .uint16)
    public static let configStatus = AttributeDefinition(0x0007, .bitmap8)
    public static let currentPositionLiftPercentage = AttributeDefinition(0x0008, .uint8)
    public static let currentPositionTiltPercentage = AttributeDefinition(0x0009, .uint8)
    public static let installedOpenLimitLift = AttributeDefinition(0x0010, .uint16)
    public static let installedClosedLimitLift = AttributeDefinition(0x0011, .uint16)
    public static let installedOpenLimitTilt = AttributeDefinition(0x0012, .uint16)
    public static let installedClosedLimitTilt = AttributeDefinition(0x0013, .uint16)
    public static let velocityLift = AttributeDefinition(0x0014, .uint16)
    public static let accelerationTimeLift = AttributeDefinition(0x0015, .uint16)
    public static let decelerationTimeLift = AttributeDefinition(0x0016, .uint16)
    public static let windowCoveringMode = AttributeDefinition(0x0017, .bitmap8)
    public static let intermediateSetpointsLift = AttributeDefinition(0x0018, .octetString)
    public static let intermediateSetpointsTilt = AttributeDefinition(0x0019, .octetString)
  }

  /// Commands to the server.
  public enum Command {
    public static let upOrOpen = CommandID(0x00)
    public static let downOrClose = CommandID(0x01)
    public static let stop = CommandID(0x02)
    public static let goToLiftValue = CommandID(0x04)
    public static let goToLiftPercentage = CommandID(0x05)
    public static let goToTiltValue = CommandID(0x07)
    public static let goToTiltPercentage = CommandID(0x08)
  }
}

extension WindowCovering {
  /// Up / Open.
  public struct UpOrOpen: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.upOrOpen
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Down / Close.
  public struct DownOrClose: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.downOrClose
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Stop.
  public struct Stop: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.stop
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Go to Lift Value, in centimetres.
  public struct GoToLiftValue: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.goToLiftValue
    public static let direction = ZCLFrame.Direction.clientToServer

    public var value: UInt16

    public init(value: UInt16) {
      self.value = value
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      value = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(value)
    }
  }

  /// Go to Lift Percentage.
  public struct GoToLiftPercentage: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.goToLiftPercentage
    public static let direction = ZCLFrame.Direction.clientToServer

    public var percentage: UInt8

    public init(percentage: UInt8) {
      self.percentage = percentage
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      percentage = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(percentage)
    }
  }

  /// Go to Tilt Value, in tenths of a degree.
  public struct GoToTiltValue: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.goToTiltValue
    public static let direction = ZCLFrame.Direction.clientToServer

    public var value: UInt16

    public init(value: UInt16) {
      self.value = value
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      value = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(value)
    }
  }

  /// Go to Tilt Percentage.
  public struct GoToTiltPercentage: ClusterCommand {
    public static let cluster = ClusterID.windowCovering
    public static let command = WindowCovering.Command.goToTiltPercentage
    public static let direction = ZCLFrame.Direction.clientToServer

    public var percentage: UInt8

    public init(percentage: UInt8) {
      self.percentage = percentage
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      percentage = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(percentage)
    }
  }
}
