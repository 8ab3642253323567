import ByteCoding
import Zigbee

/// The Poll Control cluster (ZCL 3.16): when a sleeper listens. Intervals are in quarters of a second.
public enum PollControl {
  public enum Attribute {
    public static let checkInInterval = AttributeDefinition(0x0000, .uint32)
    public static let longPollInterval = AttributeDefinition(0x0001, .uint32)
    public static let shortPollInterval = AttributeDefinition(0x0002, .uint16)
    public static let fastPollTimeout = AttributeDefinition(0x0003, .uint16)
    public static let minimumCheckInInterval = AttributeDefinition(0x0004, .uint32)
    public static let minimumLongPollInterval = AttributeDefinition(0x0005, .uint32)
    public static let maximumFastPollTimeout = AttributeDefinition(0x0006, .uint16)
  }

  /// Commands to the server.
  public enum Command {
    public static let checkInResponse = CommandID(0x00)
    public static let fastPollStop = CommandID(0x01)
    public static let setLongPollInterval = CommandID(0x02)
    public static let setShortPollInterval = CommandID(0x03)
  }

  /// Commands from the server.
  public enum Response {
    public static let checkIn = CommandID(0x00)
  }
}

extension PollControl {
  /// Check-in Response.
  public struct CheckInResponse: ClusterCommand {
    public static let cluster = ClusterID.pollControl
    public static let command = PollControl.Command.checkInResponse
    public static let direction = ZCLFrame.Direction.clientToServer

    public var startsFastPolling: Bool
    /// Quarters of a second; 0 means the device's own.
    public var fastPollTimeout: UInt16

    public init(startsFastPolling: Bool, fastPollTimeout: UInt16) {
      self.startsFastPolling = startsFastPolling
      self.fastPollTimeout = fastPollTimeout
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      startsFastPolling = try reader.readUInt8() != 0
      fastPollTimeout = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(UInt8(startsFastPolling ? 1 : 0))
      writer.writeLE(fastPollTimeout)
    }
  }

  /// Fast Poll Stop.
  public struct FastPollStop: ClusterCommand {
    public static let cluster = ClusterID.pollControl
    public static let command = PollControl.Command.fastPollStop
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Set Long Poll Interval.
  public struct SetLongPollInterval: ClusterCommand {
    public static let cluster = ClusterID.pollControl
    public static let command = PollControl.Command.setLongPollInterval
    public static let direction = ZCLFrame.Direction.clientToServer

    public var interval: UInt32

    public init(interval: UInt32) {
      self.interval = interval
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      interval = try reader.readUInt32LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(interval)
    }
  }

  /// Set Short Poll Interval.
  public struct SetShortPollInterval: ClusterCommand {
    public static let cluster = ClusterID.pollControl
    public static let command = PollControl.Command.setShortPollInterval
    public static let direction = ZCLFrame.Direction.clientToServer

    public var interval: UInt16

    public init(interval: UInt16) {
      self.interval = interval
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      interval = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(interval)
    }
  }

  /// Check-in: the sleeper is awake for a moment.
  public struct CheckIn: ClusterCommand {
    public static let cluster = ClusterID.pollControl
    public static let command = PollControl.Response.checkIn
    public static let direction = ZCLFrame.Direction.serverToClient
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }
}
