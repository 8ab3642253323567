import ByteCoding
import SansIO
import Zigbee

extension DoorLock {
  /// Set PIN Code (7.3.2.16.6).
  public struct SetPINCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setPINCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16
    public var status: UserStatus
    public var type: UserType
    public var code: Secret<[UInt8]>

    public init(userID: UInt16, status: UserStatus, type: UserType, code: Secret<[UInt8]>) {
      self.userID = userID
      self.status = status
      self.type = type
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
      type = try UserType(from: &reader)
      code = try ZCLString.readSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
      type.encode(into: &writer)
      ZCLString.write(code.reveal(), into: &writer)
    }
  }

  /// Get PIN Code (7.3.2.16.7).
  public struct GetPINCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getPINCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16

    public init(userID: UInt16) {
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
    }
  }

  /// Get PIN Code Response (7.3.2.17.7). Locks that keep codes to themselves send an empty one.
  public struct PINCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getPINCode
    public static let direction = ZCLFrame.Direction.serverToClient

    public var userID: UInt16
    public var status: UserStatus
    public var type: UserType
    public var code: Secret<[UInt8]>?

    public init(userID: UInt16, status: UserStatus, type: UserType, code: Secret<[UInt8]>? = nil) {
      self.userID = userID
      self.status = status
      self.type = type
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
      type = try UserType(from: &reader)
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
      type.encode(into: &writer)
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Clear PIN Code (7.3.2.16.8).
  public struct ClearPINCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearPINCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16

    public init(userID: UInt16) {
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
    }
  }

  /// Clear All PIN Codes (7.3.2.16.9).
  public struct ClearAllPINCodes: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearAllPINCodes
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Set RFID Code (7.3.2.16.23).
  public struct SetRFIDCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setRFIDCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16
    public var status: UserStatus
    public var type: UserType
    public var code: Secret<[UInt8]>

    public init(userID: UInt16, status: UserStatus, type: UserType, code: Secret<[UInt8]>) {
      self.userID = userID
      self.status = status
      self.type = type
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
      type = try UserType(from: &reader)
      code = try ZCLString.readSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
      type.encode(into: &writer)
      ZCLString.write(code.reveal(), into: &writer)
    }
  }

  /// Get RFID Code (7.3.2.16.24).
  public struct GetRFIDCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getRFIDCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16

    public init(userID: UInt16) {
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
    }
  }

  /// Get RFID Code Response (7.3.2.17.24).
  public struct RFIDCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getRFIDCode
    public static let direction = ZCLFrame.Direction.serverToClient

    public var userID: UInt16
    public var status: UserStatus
    public var type: UserType
    public var code: Secret<[UInt8]>?

    public init(userID: UInt16, status: UserStatus, type: UserType, code: Secret<[UInt8]>? = nil) {
      self.userID = userID
      self.status = status
      self.type = type
      self.code = code
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
      type = try UserType(from: &reader)
      code = try ZCLString.readOptionalSecret(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
      type.encode(into: &writer)
      if let code { ZCLString.write(code.reveal(), into: &writer) }
    }
  }

  /// Clear RFID Code (7.3.2.16.25).
  public struct ClearRFIDCode: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearRFIDCode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16

    public init(userID: UInt16) {
      self.userID = userID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
    }
  }

  /// Clear All RFID Codes (7.3.2.16.26).
  public struct ClearAllRFIDCodes: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.clearAllRFIDCodes
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }
}
