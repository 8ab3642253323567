import ByteCoding
import Zigbee

extension DoorLock {
  /// The hours of the days in which a user may come in.
  public struct WeekDayTimes: ByteDecodable, ByteEncodable, Hashable, Sendable {
    /// Bit 0 is Sunday.
    public var days: UInt8
    public var startHour: UInt8
    public var startMinute: UInt8
    public var endHour: UInt8
    public var endMinute: UInt8

    public init(days: UInt8, startHour: UInt8, startMinute: UInt8, endHour: UInt8, endMinute: UInt8) {
      self.days = days
      self.startHour = startHour
      self.startMinute = startMinute
      self.endHour = endHour
      self.endMinute = endMinute
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      days = try reader.readUInt8()
      startHour = try reader.readUInt8()
      startMinute = try reader.readUInt8()
      endHour = try reader.readUInt8()
      endMinute = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(days)
      writer.write(startHour)
      writer.write(startMinute)
      writer.write(endHour)
      writer.write(endMinute)
    }
  }

  /// A time with a beginning and an end, in local seconds since 2000.
  public struct TimeSpan: ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var start: UInt32
    public var end: UInt32

    public init(start: UInt32, end: UInt32) {
      self.start = start
      self.end = end
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      start = try reader.readUInt32LE()
      end = try reader.readUInt32LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(start)
      writer.writeLE(end)
    }
  }

  /// Set Week Day Schedule (7.3.2.16.12).
  public struct SetWeekDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setWeekDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16
    public var times: WeekDayTimes

    public init(scheduleID: UInt8, userID: UInt16, times: WeekDayTimes) {
      self.scheduleID = scheduleID
      self.userID = userID
      self.times = times
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
      times = try WeekDayTimes(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
      times.encode(into: &writer)
    }
  }

  /// Get Week Day Schedule (7.3.2.16.13).
  public struct GetWeekDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getWeekDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16

    public init(scheduleID: UInt8, userID: UInt16) {
      self.scheduleID = scheduleID
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
    }
  }

  /// Get Week Day Schedule Response (7.3.2.17.13).
  public struct WeekDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getWeekDaySchedule
    public static let direction = ZCLFrame.Direction.serverToClient

    public var scheduleID: UInt8
    public var userID: UInt16
    public var status: ZCLStatus
    /// Present after success.
    public var times: WeekDayTimes?

    public init(scheduleID: UInt8, userID: UInt16, status: ZCLStatus, times: WeekDayTimes?) {
      self.scheduleID = scheduleID
      self.userID = userID
      self.status = status
      self.times = times
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
      status = try ZCLStatus(from: &reader)
      times = status == .success ? try WeekDayTimes(from: &reader) : nil
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
      status.encode(into: &writer)
      times?.encode(into: &writer)
    }
  }

  /// Clear Week Day Schedule (7.3.2.16.14).
  public struct ClearWeekDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearWeekDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16

    public init(scheduleID: UInt8, userID: UInt16) {
      self.scheduleID = scheduleID
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
    }
  }

  /// Set Year Day Schedule (7.3.2.16.15).
  public struct SetYearDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setYearDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16
    public var span: TimeSpan

    public init(scheduleID: UInt8, userID: UInt16, span: TimeSpan) {
      self.scheduleID = scheduleID
      self.userID = userID
      self.span = span
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
      span = try TimeSpan(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
      span.encode(into: &writer)
    }
  }

  /// Get Year Day Schedule (7.3.2.16.16).
  public struct GetYearDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getYearDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16

    public init(scheduleID: UInt8, userID: UInt16) {
      self.scheduleID = scheduleID
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
    }
  }

  /// Get Year Day Schedule Response (7.3.2.17.16).
  public struct YearDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getYearDaySchedule
    public static let direction = ZCLFrame.Direction.serverToClient

    public var scheduleID: UInt8
    public var userID: UInt16
    public var status: ZCLStatus
    /// Present after success.
    public var span: TimeSpan?

    public init(scheduleID: UInt8, userID: UInt16, status: ZCLStatus, span: TimeSpan?) {
      self.scheduleID = scheduleID
      self.userID = userID
      self.status = status
      self.span = span
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
      status = try ZCLStatus(from: &reader)
      span = status == .success ? try TimeSpan(from: &reader) : nil
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
      status.encode(into: &writer)
      span?.encode(into: &writer)
    }
  }

  /// Clear Year Day Schedule (7.3.2.16.17).
  public struct ClearYearDaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearYearDaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var userID: UInt16

    public init(scheduleID: UInt8, userID: UInt16) {
      self.scheduleID = scheduleID
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      writer.writeLE(userID)
    }
  }
}
