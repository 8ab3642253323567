import ByteCoding
import Zigbee

/// The Alarms cluster (ZCL 3.11).
public enum Alarms {
  public enum Attribute {
    public static let alarmCount = AttributeDefinition(0x0000, .uint16)
  }

  /// Commands to the server.
  public enum Command {
    public static let resetAlarm = CommandID(0x00)
    public static let resetAllAlarms = CommandID(0x01)
    public static let getAlarm = CommandID(0x02)
    public static let resetAlarmLog = CommandID(0x03)
  }

  /// Commands from the server.
  public enum Response {
    public static let alarm = CommandID(0x00)
    public static let getAlarmResponse = CommandID(0x01)
  }
}

extension Alarms {
  /// Reset Alarm.
  public struct ResetAlarm: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Command.resetAlarm
    public static let direction = ZCLFrame.Direction.clientToServer

    public var code: UInt8
    public var alarmedCluster: ClusterID

    public init(code: UInt8, alarmedCluster: ClusterID) {
      self.code = code
      self.alarmedCluster = alarmedCluster
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try reader.readUInt8()
      alarmedCluster = try ClusterID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(code)
      alarmedCluster.encode(into: &writer)
    }
  }

  /// Reset All Alarms.
  public struct ResetAllAlarms: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Command.resetAllAlarms
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Get Alarm: takes the oldest entry from the log.
  public struct GetAlarm: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Command.getAlarm
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Reset Alarm Log.
  public struct ResetAlarmLog: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Command.resetAlarmLog
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Alarm: something is wrong in one of the clusters; the code is that cluster's.
  public struct Alarm: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Response.alarm
    public static let direction = ZCLFrame.Direction.serverToClient

    public var code: UInt8
    public var alarmedCluster: ClusterID

    public init(code: UInt8, alarmedCluster: ClusterID) {
      self.code = code
      self.alarmedCluster = alarmedCluster
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try reader.readUInt8()
      alarmedCluster = try ClusterID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(code)
      alarmedCluster.encode(into: &writer)
    }
  }

  /// Get Alarm Response.
  public struct GetAlarmResponse: ClusterCommand {
    public static let cluster = ClusterID.alarms
    public static let command = Alarms.Response.getAlarmResponse
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var code: UInt8?
    public var alarmedCluster: ClusterID?
    public var timestamp: UInt32?

    public init(
      status: ZCLStatus, code: UInt8? = nil, alarmedCluster: ClusterID? = nil, timestamp: UInt32? = nil
    ) {
      self.status = status
      self.code = code
      self.alarmedCluster = alarmedCluster
      self.timestamp = timestamp
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      code = reader.isEmpty ? nil : try reader.readUInt8()
      alarmedCluster = reader.remaining >= 2 ? try ClusterID(from: &reader) : nil
      timestamp = reader.isEmpty ? nil : try reader.readUInt32LE()
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      if let code { writer.write(code) }
      alarmedCluster?.encode(into: &writer)
      if let timestamp { writer.writeLE(timestamp) }
    }
  }
}
