import ByteCoding
import Zigbee

/// The Identify cluster (ZCL 3.5).
public enum Identify {
  public enum Attribute {
    public static let identifyTime = AttributeDefinition(0x0000, .uint16)
  }

  /// Commands to the server.
  public enum Command {
    public static let identify = CommandID(0x00)
    public static let identifyQuery = CommandID(0x01)
    public static let triggerEffect = CommandID(0x40)
  }

  /// Commands from the server.
  public enum Response {
    public static let identifyQueryResponse = CommandID(0x00)
  }
}

extension Identify {
  /// Identify: blink for some seconds, 0 stops.
  public struct Start: ClusterCommand {
    public static let cluster = ClusterID.identify
    public static let command = Identify.Command.identify
    public static let direction = ZCLFrame.Direction.clientToServer

    public var seconds: UInt16

    public init(seconds: UInt16) {
      self.seconds = seconds
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      seconds = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(seconds)
    }
  }

  /// Identify Query: who is blinking?
  public struct Query: ClusterCommand {
    public static let cluster = ClusterID.identify
    public static let command = Identify.Command.identifyQuery
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Trigger Effect.
  public struct TriggerEffect: ClusterCommand {
    public static let cluster = ClusterID.identify
    public static let command = Identify.Command.triggerEffect
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 blink, 1 breathe, 2 okay, 11 channel change, 254 finish, 255 stop.
    public var effect: UInt8
    public var variant: UInt8

    public init(effect: UInt8, variant: UInt8 = 0) {
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

  /// Identify Query Response.
  public struct QueryResponse: ClusterCommand {
    public static let cluster = ClusterID.identify
    public static let command = Identify.Response.identifyQueryResponse
    public static let direction = ZCLFrame.Direction.serverToClient

    public var seconds: UInt16

    public init(seconds: UInt16) {
      self.seconds = seconds
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      seconds = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(seconds)
    }
  }
}
