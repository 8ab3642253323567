import ByteCoding
import Zigbee

extension Scenes {
  /// Add Scene Response.
  public struct AddSceneResponse: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.addScene
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID
    public var scene: UInt8

    public init(status: ZCLStatus, group: GroupID, scene: UInt8) {
      self.status = status
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// Remove Scene Response.
  public struct RemoveSceneResponse: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.removeScene
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID
    public var scene: UInt8

    public init(status: ZCLStatus, group: GroupID, scene: UInt8) {
      self.status = status
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// Remove All Scenes Response.
  public struct RemoveAllScenesResponse: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.removeAllScenes
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

  /// Store Scene Response.
  public struct StoreSceneResponse: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.storeScene
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID
    public var scene: UInt8

    public init(status: ZCLStatus, group: GroupID, scene: UInt8) {
      self.status = status
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// View Scene Response; after a failure nothing follows the scene.
  public struct ViewSceneResponse: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.viewScene
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var group: GroupID
    public var scene: UInt8
    public var transitionSeconds: UInt16?
    public var name: [UInt8]?
    /// Extension field sets as sent: cluster, length, attribute values.
    public var extensions: [UInt8]

    public init(
      status: ZCLStatus, group: GroupID, scene: UInt8, transitionSeconds: UInt16? = nil, name: [UInt8]? = nil,
      extensions: [UInt8] = []
    ) {
      self.status = status
      self.group = group
      self.scene = scene
      self.transitionSeconds = transitionSeconds
      self.name = name
      self.extensions = extensions
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
      transitionSeconds = reader.isEmpty ? nil : try reader.readUInt16LE()
      name = try ZCLString.readOptional(from: &reader)
      extensions = reader.readRemaining()
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      group.encode(into: &writer)
      writer.write(scene)
      if let transitionSeconds { writer.writeLE(transitionSeconds) }
      if let name { ZCLString.write(name, into: &writer) }
      writer.write(extensions)
    }
  }

  /// Get Scene Membership Response.
  public struct SceneMembership: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Response.getSceneMembership
    public static let direction = ZCLFrame.Direction.serverToClient

    public var status: ZCLStatus
    public var capacity: UInt8
    public var group: GroupID
    /// Present after success.
    public var scenes: [UInt8]?

    public init(status: ZCLStatus, capacity: UInt8, group: GroupID, scenes: [UInt8]? = nil) {
      self.status = status
      self.capacity = capacity
      self.group = group
      self.scenes = scenes
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
      capacity = try reader.readUInt8()
      group = try GroupID(from: &reader)
      scenes = reader.isEmpty ? nil : try ZCLString.read(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      status.encode(into: &writer)
      writer.write(capacity)
      group.encode(into: &writer)
      if let scenes { ZCLString.write(scenes, into: &writer) }
    }
  }
}
