import ByteCoding
import SansIO
import Zigbee

extension DoorLock {
  /// Lock Door (7.3.2.16.1).
  public struct LockDoor: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.lockDoor
    public static let direction = ZCLFrame.Direction.clientToServer

    /// Left out by a nil; locks that need a code refuse then.
    public var code: Secret<[UInt8]>?

    public init(code: Secret<[UInt8]>? = nil) {
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Unlock Door (7.3.2.16.2).
  public struct UnlockDoor: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.unlockDoor
    public static let direction = ZCLFrame.Direction.clientToServer

    /// Left out by a nil; locks that need a code refuse then.
    public var code: Secret<[UInt8]>?

    public init(code: Secret<[UInt8]>? = nil) {
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Toggle (7.3.2.16.3).
  public struct ToggleDoor: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.toggleDoor
    public static let direction = ZCLFrame.Direction.clientToServer

    /// Left out by a nil; locks that need a code refuse then.
    public var code: Secret<[UInt8]>?

    public init(code: Secret<[UInt8]>? = nil) {
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Unlock with Timeout (7.3.2.16.4): locks again after a time.
  public struct UnlockWithTimeout: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.unlockWithTimeout
    public static let direction = ZCLFrame.Direction.clientToServer

    public var seconds: UInt16
    /// Left out by a nil; locks that need a code refuse then.
    public var code: Secret<[UInt8]>?

    public init(seconds: UInt16, code: Secret<[UInt8]>? = nil) {
      self.seconds = seconds
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      seconds = try reader.readUInt16LE()
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(seconds)
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Get Log Record (7.3.2.16.5); index 0 asks for the latest.
  public struct GetLogRecord: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getLogRecord
    public static let direction = ZCLFrame.Direction.clientToServer

    public var index: UInt16

    public init(index: UInt16) {
      self.index = index
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      index = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(index)
    }
  }

  /// Get Log Record Response (7.3.2.17.5).
  public struct LogRecord: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getLogRecord
    public static let direction = ZCLFrame.Direction.serverToClient

    public var entryID: UInt16
    /// Seconds since 2000, local time.
    public var timestamp: UInt32
    /// 0 operation, 1 programming, 2 alarm.
    public var eventType: UInt8
    public var source: EventSource
    public var eventCode: UInt8
    public var userID: UInt16?
    public var code: Secret<[UInt8]>?

    public init(
      entryID: UInt16, timestamp: UInt32, eventType: UInt8, source: EventSource, eventCode: UInt8,
      userID: UInt16? = nil, code: Secret<[UInt8]>? = nil
    ) {
      self.entryID = entryID
      self.timestamp = timestamp
      self.eventType = eventType
      self.source = source
      self.eventCode = eventCode
      self.userID = userID
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      entryID = try reader.readUInt16LE()
      timestamp = try reader.readUInt32LE()
      eventType = try reader.readUInt8()
      source = try EventSource(from: &reader)
      eventCode = try reader.readUInt8()
      userID = reader.isEmpty ? nil : try reader.readUInt16LE()
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(entryID)
      writer.writeLE(timestamp)
      writer.write(eventType)
      source.encode(into: &writer)
      writer.write(eventCode)
      if let userID { writer.writeLE(userID) }
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }
}
