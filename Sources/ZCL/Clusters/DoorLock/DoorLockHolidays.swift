import ByteCoding
import Zigbee

extension DoorLock {
  /// Set Holiday Schedule (7.3.2.16.18).
  public struct SetHolidaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setHolidaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8
    public var span: TimeSpan
    public var operatingMode: UInt8

    public init(scheduleID: UInt8, span: TimeSpan, operatingMode: UInt8) {
      self.scheduleID = scheduleID
      self.span = span
      self.operatingMode = operatingMode
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      span = try TimeSpan(from: &reader)
      operatingMode = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      span.encode(into: &writer)
      writer.write(operatingMode)
    }
  }

  /// Get Holiday Schedule (7.3.2.16.19).
  public struct GetHolidaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getHolidaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8

    public init(scheduleID: UInt8) {
      self.scheduleID = scheduleID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
    }
  }

  /// Get Holiday Schedule Response (7.3.2.17.19).
  public struct HolidaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getHolidaySchedule
    public static let direction = ZCLFrame.Direction.serverToClient

    public var scheduleID: UInt8
    public var status: ZCLStatus
    /// Present after success.
    public var span: TimeSpan?
    public var operatingMode: UInt8?

    public init(scheduleID: UInt8, status: ZCLStatus, span: TimeSpan?, operatingMode: UInt8?) {
      self.scheduleID = scheduleID
      self.status = status
      self.span = span
      self.operatingMode = operatingMode
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
      status = try ZCLStatus(from: &reader)
      span = status == .success ? try TimeSpan(from: &reader) : nil
      operatingMode = reader.isEmpty ? nil : try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
      status.encode(into: &writer)
      span?.encode(into: &writer)
      if let operatingMode { writer.write(operatingMode) }
    }
  }

  /// Clear Holiday Schedule (7.3.2.16.20).
  public struct ClearHolidaySchedule: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearHolidaySchedule
    public static let direction = ZCLFrame.Direction.clientToServer

    public var scheduleID: UInt8

    public init(scheduleID: UInt8) {
      self.scheduleID = scheduleID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      scheduleID = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(scheduleID)
    }
  }
}
