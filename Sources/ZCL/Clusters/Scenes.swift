import ByteCoding
import Zigbee

/// The Scenes cluster (ZCL 3.7).
public enum Scenes {
  public enum Attribute {
    public static let count = AttributeDefinition(0x0000, .uint8)
    public static let currentScene = AttributeDefinition(0x0001, .uint8)
    public static let currentGroup = AttributeDefinition(0x0002, .uint16)
    public static let sceneValid = AttributeDefinition(0x0003, .boolean)
    public static let nameSupport = AttributeDefinition(0x0004, .bitmap8)
    public static let lastConfiguredBy = AttributeDefinition(0x0005, .ieeeAddress)
  }

  /// Commands to the server.
  public enum Command {
    public static let addScene = CommandID(0x00)
    public static let viewScene = CommandID(0x01)
    public static let removeScene = CommandID(0x02)
    public static let removeAllScenes = CommandID(0x03)
    public static let storeScene = CommandID(0x04)
    public static let recallScene = CommandID(0x05)
    public static let getSceneMembership = CommandID(0x06)
    public static let enhancedAddScene = CommandID(0x40)
    public static let enhancedViewScene = CommandID(0x41)
    public static let copyScene = CommandID(0x42)
  }

  /// Commands from the server.
  public enum Response {
    public static let addScene = CommandID(0x00)
    public static let viewScene = CommandID(0x01)
    public static let removeScene = CommandID(0x02)
    public static let removeAllScenes = CommandID(0x03)
    public static let storeScene = CommandID(0x04)
    public static let getSceneMembership = CommandID(0x06)
    public static let enhancedAddScene = CommandID(0x40)
    public static let enhancedViewScene = CommandID(0x41)
    public static let copyScene = CommandID(0x42)
  }
}

extension Scenes {
  /// Add Scene.
  public struct AddScene: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.addScene
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var scene: UInt8
    public var transitionSeconds: UInt16
    public var name: [UInt8]
    /// Extension field sets as sent: cluster, length, attribute values.
    public var extensions: [UInt8]

    public init(
      group: GroupID, scene: UInt8, transitionSeconds: UInt16, name: [UInt8], extensions: [UInt8] = []
    ) {
      self.group = group
      self.scene = scene
      self.transitionSeconds = transitionSeconds
      self.name = name
      self.extensions = extensions
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
      transitionSeconds = try reader.readUInt16LE()
      name = try ZCLString.read(from: &reader)
      extensions = reader.readRemaining()
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      writer.write(scene)
      writer.writeLE(transitionSeconds)
      ZCLString.write(name, into: &writer)
      writer.write(extensions)
    }
  }

  /// View Scene.
  public struct ViewScene: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.viewScene
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var scene: UInt8

    public init(group: GroupID, scene: UInt8) {
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// Remove Scene.
  public struct RemoveScene: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.removeScene
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var scene: UInt8

    public init(group: GroupID, scene: UInt8) {
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// Remove All Scenes of a group.
  public struct RemoveAllScenes: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.removeAllScenes
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

  /// Store Scene: remember the present state.
  public struct StoreScene: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.storeScene
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var scene: UInt8

    public init(group: GroupID, scene: UInt8) {
      self.group = group
      self.scene = scene
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      writer.write(scene)
    }
  }

  /// Recall Scene.
  public struct RecallScene: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.recallScene
    public static let direction = ZCLFrame.Direction.clientToServer

    public var group: GroupID
    public var scene: UInt8
    public var transitionTenths: UInt16?

    public init(group: GroupID, scene: UInt8, transitionTenths: UInt16? = nil) {
      self.group = group
      self.scene = scene
      self.transitionTenths = transitionTenths
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      group = try GroupID(from: &reader)
      scene = try reader.readUInt8()
      transitionTenths = reader.isEmpty ? nil : try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      group.encode(into: &writer)
      writer.write(scene)
      if let transitionTenths { writer.writeLE(transitionTenths) }
    }
  }

  /// Get Scene Membership.
  public struct GetSceneMembership: ClusterCommand {
    public static let cluster = ClusterID.scenes
    public static let command = Scenes.Command.getSceneMembership
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
}
