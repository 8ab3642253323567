import ByteCoding
import Zigbee

extension Thermostat {
  /// Setpoint Raise/Lower.
  public struct SetpointRaiseLower: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Command.setpointRaiseLower
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 heat, 1 cool, 2 both.
    public var mode: UInt8
    public var tenthsOfDegree: Int8

    public init(mode: UInt8, tenthsOfDegree: Int8) {
      self.mode = mode
      self.tenthsOfDegree = tenthsOfDegree
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      mode = try reader.readUInt8()
      tenthsOfDegree = try reader.readInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(mode)
      writer.write(tenthsOfDegree)
    }
  }

  /// Set Weekly Schedule.
  public struct SetWeeklySchedule: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Command.setWeeklySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var transitionCount: UInt8
    /// Bit 0 is Sunday, bit 7 away.
    public var days: UInt8
    /// Bit 0 heat, bit 1 cool.
    public var mode: UInt8
    /// As sent: for each the minute of the day, then the set point of each mode, 16 bits.
    public var transitions: [UInt8]

    public init(transitionCount: UInt8, days: UInt8, mode: UInt8, transitions: [UInt8]) {
      self.transitionCount = transitionCount
      self.days = days
      self.mode = mode
      self.transitions = transitions
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      transitionCount = try reader.readUInt8()
      days = try reader.readUInt8()
      mode = try reader.readUInt8()
      transitions = reader.readRemaining()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(transitionCount)
      writer.write(days)
      writer.write(mode)
      writer.write(transitions)
    }
  }

  /// Get Weekly Schedule.
  public struct GetWeeklySchedule: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Command.getWeeklySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var days: UInt8
    public var mode: UInt8

    public init(days: UInt8, mode: UInt8) {
      self.days = days
      self.mode = mode
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      days = try reader.readUInt8()
      mode = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(days)
      writer.write(mode)
    }
  }

  /// Clear Weekly Schedule.
  public struct ClearWeeklySchedule: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Command.clearWeeklySchedule
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Get Relay Status Log.
  public struct GetRelayStatusLog: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Command.getRelayStatusLog
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Get Weekly Schedule Response.
  public struct WeeklySchedule: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Response.getWeeklySchedule
    public static let direction = ZCLFrame.Direction.serverToClient

    public var transitionCount: UInt8
    /// Bit 0 is Sunday, bit 7 away.
    public var days: UInt8
    /// Bit 0 heat, bit 1 cool.
    public var mode: UInt8
    /// As sent: for each the minute of the day, then the set point of each mode, 16 bits.
    public var transitions: [UInt8]

    public init(transitionCount: UInt8, days: UInt8, mode: UInt8, transitions: [UInt8]) {
      self.transitionCount = transitionCount
      self.days = days
      self.mode = mode
      self.transitions = transitions
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      transitionCount = try reader.readUInt8()
      days = try reader.readUInt8()
      mode = try reader.readUInt8()
      transitions = reader.readRemaining()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(transitionCount)
      writer.write(days)
      writer.write(mode)
      writer.write(transitions)
    }
  }

  /// Get Relay Status Log Response.
  public struct RelayStatusLog: ClusterCommand {
    public static let cluster = ClusterID.thermostat
    public static let command = Thermostat.Response.getRelayStatusLog
    public static let direction = ZCLFrame.Direction.serverToClient

    /// Minutes since midnight.
    public var timeOfDay: UInt16
    public var relayStatus: UInt8
    public var localTemperature: Int16
    public var humidity: UInt8
    public var setpoint: Int16
    public var unreadEntries: UInt16

    public init(
      timeOfDay: UInt16, relayStatus: UInt8, localTemperature: Int16, humidity: UInt8, setpoint: Int16,
      unreadEntries: UInt16
    ) {
      self.timeOfDay = timeOfDay
      self.relayStatus = relayStatus
      self.localTemperature = localTemperature
      self.humidity = humidity
      self.setpoint = setpoint
      self.unreadEntries = unreadEntries
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      timeOfDay = try reader.readUInt16LE()
      relayStatus = try reader.readUInt8()
      localTemperature = Int16(bitPattern: try reader.readUInt16LE())
      humidity = try reader.readUInt8()
      setpoint = Int16(bitPattern: try reader.readUInt16LE())
      unreadEntries = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(timeOfDay)
      writer.write(relayStatus)
      writer.writeLE(UInt16(bitPattern: localTemperature))
      writer.write(humidity)
      writer.writeLE(UInt16(bitPattern: setpoint))
      writer.writeLE(unreadEntries)
    }
  }
}
