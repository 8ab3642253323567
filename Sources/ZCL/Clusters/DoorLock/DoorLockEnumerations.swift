import ByteCoding
import Zigbee

extension DoorLock {
  /// Attribute 0x0000.
  public struct LockState: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let notFullyLocked = Self(rawValue: 0x00)
    public static let locked = Self(rawValue: 0x01)
    public static let unlocked = Self(rawValue: 0x02)
    public static let undefined = Self(rawValue: 0xFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// Attribute 0x0003.
  public struct DoorState: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let open = Self(rawValue: 0x00)
    public static let closed = Self(rawValue: 0x01)
    public static let jammed = Self(rawValue: 0x02)
    public static let forcedOpen = Self(rawValue: 0x03)
    public static let unspecifiedError = Self(rawValue: 0x04)
    public static let undefined = Self(rawValue: 0xFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// Whether a user may come in (7.3.2.13).
  public struct UserStatus: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let available = Self(rawValue: 0x00)
    public static let enabled = Self(rawValue: 0x01)
    public static let disabled = Self(rawValue: 0x03)
    public static let notSupported = Self(rawValue: 0xFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// What a user may do (7.3.2.14).
  public struct UserType: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let unrestricted = Self(rawValue: 0x00)
    public static let yearDayScheduleUser = Self(rawValue: 0x01)
    public static let weekDayScheduleUser = Self(rawValue: 0x02)
    public static let masterUser = Self(rawValue: 0x03)
    public static let nonAccessUser = Self(rawValue: 0x04)
    public static let notSupported = Self(rawValue: 0xFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// How somebody operated or programmed the lock (table 7-24).
  public struct EventSource: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let keypad = Self(rawValue: 0x00)
    public static let radio = Self(rawValue: 0x01)
    public static let manual = Self(rawValue: 0x02)
    public static let rfid = Self(rawValue: 0x03)
    public static let indeterminate = Self(rawValue: 0xFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// What happened at the lock (table 7-26).
  public struct OperationCode: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let unknown = Self(rawValue: 0x00)
    public static let lock = Self(rawValue: 0x01)
    public static let unlock = Self(rawValue: 0x02)
    public static let lockFailureInvalidCode = Self(rawValue: 0x03)
    public static let lockFailureInvalidSchedule = Self(rawValue: 0x04)
    public static let unlockFailureInvalidCode = Self(rawValue: 0x05)
    public static let unlockFailureInvalidSchedule = Self(rawValue: 0x06)
    public static let oneTouchLock = Self(rawValue: 0x07)
    public static let keyLock = Self(rawValue: 0x08)
    public static let keyUnlock = Self(rawValue: 0x09)
    public static let autoLock = Self(rawValue: 0x0A)
    public static let scheduleLock = Self(rawValue: 0x0B)
    public static let scheduleUnlock = Self(rawValue: 0x0C)
    public static let manualLock = Self(rawValue: 0x0D)
    public static let manualUnlock = Self(rawValue: 0x0E)
    public static let nonAccessUserEvent = Self(rawValue: 0x0F)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }

  /// What was changed in the lock (table 7-31).
  public struct ProgrammingCode: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let unknown = Self(rawValue: 0x00)
    public static let masterCodeChanged = Self(rawValue: 0x01)
    public static let pinCodeAdded = Self(rawValue: 0x02)
    public static let pinCodeDeleted = Self(rawValue: 0x03)
    public static let pinCodeChanged = Self(rawValue: 0x04)
    public static let rfidCodeAdded = Self(rawValue: 0x05)
    public static let rfidCodeDeleted = Self(rawValue: 0x06)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
  }
}
