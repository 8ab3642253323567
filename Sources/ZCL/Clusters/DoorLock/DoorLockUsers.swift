import ByteCoding
import Zigbee

extension DoorLock {
  /// Set User Status (7.3.2.16.10).
  public struct SetUserStatus: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setUserStatus
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16
    public var status: UserStatus

    public init(userID: UInt16, status: UserStatus) {
      self.userID = userID
      self.status = status
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
    }
  }

  /// Get User Status (7.3.2.16.11).
  public struct GetUserStatus: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getUserStatus
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

  /// Get User Status Response (7.3.2.17.11).
  public struct UserStatusAnswer: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getUserStatus
    public static let direction = ZCLFrame.Direction.serverToClient

    public var userID: UInt16
    public var status: UserStatus

    public init(userID: UInt16, status: UserStatus) {
      self.userID = userID
      self.status = status
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      status = try UserStatus(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      status.encode(into: &writer)
    }
  }

  /// Set User Type (7.3.2.16.21).
  public struct SetUserType: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.setUserType
    public static let direction = ZCLFrame.Direction.clientToServer

    public var userID: UInt16
    public var type: UserType

    public init(userID: UInt16, type: UserType) {
      self.userID = userID
      self.type = type
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      type = try UserType(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      type.encode(into: &writer)
    }
  }

  /// Get User Type (7.3.2.16.22).
  public struct GetUserType: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Command.getUserType
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

  /// Get User Type Response (7.3.2.17.22).
  public struct UserTypeAnswer: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.getUserType
    public static let direction = ZCLFrame.Direction.serverToClient

    public var userID: UInt16
    public var type: UserType

    public init(userID: UInt16, type: UserType) {
      self.userID = userID
      self.type = type
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      userID = try reader.readUInt16LE()
      type = try UserType(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.writeLE(userID)
      type.encode(into: &writer)
    }
  }
}
