import ByteCoding
import Zigbee

extension Groups {
  /// Add Group.
  public struct AddGroup: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.addGroup
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var name: [UInt8]

    public init(group: GroupID, name: [UInt8] = []) {
      self.group = group
      self.name = name
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      name = try ZCLString.read(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      ZCLString.write(name, into: &writer)
    }
  }

  /// View Group.
  public struct ViewGroup: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.viewGroup
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID

    public init(group: GroupID) {
      self.group = group
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
    }
  }

  /// Get Group Membership; an empty list asks for all.
  public struct GetGroupMembership: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.getGroupMembership
    public static let direction = ZCLFrame.Direction.clientToServer

    public var groups: [GroupID]

    public init(groups: [GroupID]) {
      self.groups = groups
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      groups = try GroupList.read(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      GroupList.write(groups, into: &writer)
    }
  }

  /// Remove Group.
  public struct RemoveGroup: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.removeGroup
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID

    public init(group: GroupID) {
      self.group = group
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
    }
  }

  /// Remove All Groups.
  public struct RemoveAllGroups: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.removeAllGroups
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Add Group If Identifying.
  public struct AddGroupIfIdentifying: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Command.addGroupIfIdentifying
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var name: [UInt8]

    public init(group: GroupID, name: [UInt8] = []) {
      self.group = group
      self.name = name
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      name = try ZCLString.read(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      ZCLString.write(name, into: &writer)
    }
  }

  /// Add Group Response.
  public struct AddGroupResponse: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Response.addGroup
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID

    public init(status: ZCLStatus, group: GroupID) {
      self.status = status
      self.group = group
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
    }
  }

  /// View Group Response.
  public struct ViewGroupResponse: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Response.viewGroup
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID
    public var name: [UInt8]?

    public init(status: ZCLStatus, group: GroupID, name: [UInt8]? = nil) {
      self.status = status
      self.group = group
      self.name = name
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
      name = try ZCLString.readOptional(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
      if let name { ZCLString.write(name, into: &writer) }
    }
  }

  /// Get Group Membership Response.
  public struct GroupMembership: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Response.getGroupMembership
    public static let direction = ZCLFrame.Direction.serverToClient

    /// Free places; 0xFE at least one, 0xFF unknown.
    public var capacity: UInt8
    public var groups: [GroupID]

    public init(capacity: UInt8, groups: [GroupID]) {
      self.capacity = capacity
      self.groups = groups
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      capacity = try reader.readUInt8()
      groups = try GroupList.read(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(capacity)
      GroupList.write(groups, into: &writer)
    }
  }

  /// Remove Group Response.
  public struct RemoveGroupResponse: ClusterCommand {
    public static let cluster = ClusterID.groups
    public static let command = Groups.Response.removeGroup
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID

    public init(status: ZCLStatus, group: GroupID) {
      self.status = status
      self.group = group
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
    }
  }
}

/// A counted list of groups. A count that promises more than there is yields those that are there.
enum GroupList {
  static func read(from reader: inout ByteReader) throws(DecodingFailure) -> [GroupID] {
    let count = reader.isEmpty ? 0 : Int(try reader.readUInt8())
    var groups: [GroupID] = []
    for _ in 0..<min(count, reader.remaining / 2) { groups.append(try GroupID(from: &reader)) }
    return groups
  }

  static func write(_ groups: [GroupID], into writer: inout ByteWriter) {
    let written = groups.prefix(Int(UInt8.max))
    writer.write(UInt8(written.count))
    for group in written { group.encode(into: &writer) }
  }
}
