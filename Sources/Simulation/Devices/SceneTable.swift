import ByteCoding
import ZCL
import Zigbee

/// The Scenes cluster of a lamp (ZCL 3.7): what the light was, by group and scene.
struct SceneTable: Hashable, Sendable {
  static let limit = 16

  struct Key: Hashable, Sendable {
    var group: GroupID
    var scene: UInt8
  }

  struct Scene: Hashable, Sendable {
    var tenths: UInt16
    var name: [UInt8]
    var isOn = true
    var level: UInt8 = 254
    var colorX: UInt16 = 0
    var colorY: UInt16 = 0
    var colorTemperature: UInt16 = 370
    var colorMode: UInt8 = 2

    /// Cluster, length, values; for on/off, level and colour (xy).
    var extensionFields: [UInt8] {
      [0x06, 0x00, 1, isOn ? 1 : 0, 0x08, 0x00, 1, level, 0x00, 0x03, 4]
        + littleEndian(colorX) + littleEndian(colorY)
    }
  }

  private var scenes: [Key: Scene] = [:]
  private var recalled: Scene?

  var count: Int { scenes.count }

  /// The scene that a recall asked for, once.
  mutating func takeRecalled() -> Scene? {
    defer { recalled = nil }
    return recalled
  }

  mutating func handle(
    _ command: ClusterCommand, _ reader: inout ByteReader, _ core: DeviceCore
  ) throws(DecodingFailure) -> CommandAnswer {
    let group = GroupID(rawValue: try reader.readUInt16LE())
    let head = littleEndian(group.rawValue)
    let isMember = group.rawValue == 0 || core.groups.contains(group)
    if command.command == 0x03 {
      if isMember { scenes = scenes.filter { $0.key.group != group } }
      return .response(0x03, [(isMember ? ZCLStatus.success : .invalidField).rawValue] + head)
    }
    if command.command == 0x06 {
      guard isMember else { return .response(0x06, [ZCLStatus.invalidField.rawValue, free] + head) }
      let own = scenes.keys.filter { $0.group == group }.map(\.scene).sorted()
      return .response(0x06, [0, free] + head + [UInt8(own.count)] + own)
    }
    let key = Key(group: group, scene: try reader.readUInt8())
    let tail = head + [key.scene]
    guard isMember else {
      return command.command == 0x05
        ? .status(.invalidField) : .response(command.command, [ZCLStatus.invalidField.rawValue] + tail)
    }
    switch command.command {
    case 0x00:
      let scene = try read(&reader)
      return .response(0x00, [store(scene, key).rawValue] + tail)
    case 0x01:
      guard let scene = scenes[key] else {
        return .response(0x01, [ZCLStatus.notFound.rawValue] + tail)
      }
      return .response(
        0x01,
        [0] + tail + littleEndian(scene.tenths / 10) + [UInt8(scene.name.count)] + scene.name
          + scene.extensionFields)
    case 0x02:
      let removed = scenes.removeValue(forKey: key)
      return .response(0x02, [(removed == nil ? ZCLStatus.notFound : .success).rawValue] + tail)
    case 0x04: return .response(0x04, [store(current(core, scenes[key]), key).rawValue] + tail)
    case 0x05:
      guard var scene = scenes[key] else { return .status(.notFound) }
      if reader.remaining >= 2 { scene.tenths = try reader.readUInt16LE() }
      recalled = scene
      return .status(.success)
    default: return .status(.unsupportedClusterCommand)
    }
  }

  private var free: UInt8 { UInt8(clamping: Self.limit - scenes.count) }

  private mutating func store(_ scene: Scene, _ key: Key) -> ZCLStatus {
    guard scenes[key] != nil || scenes.count < Self.limit else { return .insufficientSpace }
    scenes[key] = scene
    return .success
  }

  private func current(_ core: DeviceCore, _ old: Scene?) -> Scene {
    var scene = Scene(tenths: old?.tenths ?? 0, name: old?.name ?? [])
    scene.isOn = core.integer(.onOff, 0) != 0
    scene.level = UInt8(clamping: core.integer(.levelControl, 0))
    scene.colorX = UInt16(clamping: core.integer(.colorControl, 3))
    scene.colorY = UInt16(clamping: core.integer(.colorControl, 4))
    scene.colorTemperature = UInt16(clamping: core.integer(.colorControl, 7))
    scene.colorMode = UInt8(clamping: core.integer(.colorControl, 8))
    return scene
  }

  /// Transition in seconds, name, then extension fields.
  private func read(_ reader: inout ByteReader) throws(DecodingFailure) -> Scene {
    let seconds = try reader.readUInt16LE()
    let name = try reader.readBytes(count: Int(try reader.readUInt8()))
    var scene = Scene(tenths: UInt16(clamping: Int(seconds) * 10), name: Array(name.prefix(16)))
    while reader.remaining >= 3 {
      let cluster = ClusterID(rawValue: try reader.readUInt16LE())
      var field = try reader.readReader(count: Int(try reader.readUInt8()))
      switch cluster {
      case .onOff where field.remaining >= 1: scene.isOn = try field.readUInt8() != 0
      case .levelControl where field.remaining >= 1: scene.level = try field.readUInt8()
      case .colorControl where field.remaining >= 4:
        scene.colorX = try field.readUInt16LE()
        scene.colorY = try field.readUInt16LE()
        scene.colorMode = 1
      default: break
      }
    }
    return scene
  }
}
