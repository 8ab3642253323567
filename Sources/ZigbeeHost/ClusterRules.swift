import ByteCoding
import ZCL
import Zigbee

/// What the host must know about cluster commands that devices send: which are answers, which are critical,
/// and which the gateway understands at all.
enum ClusterRules {
  /// Commands that a device sends as an answer; nothing answers them.
  static func isAnswer(_ frame: ZCLFrame, on cluster: ClusterID) -> Bool {
    if frame.kind == .global { return GlobalCommand.isResponse(frame.command) }
    guard frame.direction == .serverToClient, frame.manufacturer == nil else { return false }
    let command = frame.command.rawValue
    switch cluster {
    case .groups, .scenes, .identify: return true
    case .doorLock: return command < DoorLock.Response.operationEvent.rawValue
    case .alarms: return frame.command == Alarms.Response.getAlarmResponse
    case .thermostat: return command <= 0x01
    case .otaUpgrade: return [0x02, 0x05, 0x07, 0x09].contains(command)
    default: return false
    }
  }

  /// Commands of servers that are answers or events; only the sequence number can tell. The clusters whose
  /// events matter are left out: an event must not be taken for a late answer.
  static func mayBeAnswer(_ frame: ZCLFrame, on cluster: ClusterID) -> Bool {
    guard frame.kind == .cluster, frame.direction == .serverToClient else { return false }
    let eventful: [ClusterID] = [.doorLock, .alarms, .iasZone, .iasACE, .pollControl]
    return !eventful.contains(cluster)
  }

  /// Commands to servers that have the same effect once and twice: they name a state, not a step. A toggle, a step
  /// or a command that nobody here knows is not among them.
  static func isIdempotent(_ command: CommandID, on cluster: ClusterID) -> Bool {
    let commands: [UInt8] =
      switch cluster {
      case .onOff: [0x00, 0x01]
      case .levelControl: [0x00, 0x03, 0x04, 0x07]
      case .colorControl: [0x00, 0x03, 0x06, 0x07, 0x0A, 0x40, 0x43, 0x47]
      case .windowCovering: [0x00, 0x01, 0x02, 0x04, 0x05, 0x07, 0x08]
      // Everything but the three that open.
      case .doorLock: [0x00] + Array(0x04...0x27)
      case .identify: [0x00, 0x01]
      case .groups: [0x00, 0x01, 0x02, 0x03, 0x04]
      case .scenes: [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06]
      case .pollControl: [0x01, 0x02, 0x03]
      case .thermostat: [0x01, 0x02, 0x03, 0x04]
      default: []
      }
    return commands.contains(command.rawValue)
  }

  /// Frames whose loss would hide that a door opened or an alarm rang: their default response waits until
  /// they are recorded.
  static func isCritical(_ frame: ZCLFrame, on cluster: ClusterID) -> Bool {
    guard frame.direction == .serverToClient, frame.manufacturer == nil else { return false }
    switch (cluster, frame.kind, frame.command) {
    case (.doorLock, .cluster, DoorLock.Response.operationEvent),
      (.doorLock, .cluster, DoorLock.Response.programmingEvent),
      (.alarms, .cluster, Alarms.Response.alarm),
      (.iasZone, .cluster, IASZone.Response.statusChangeNotification):
      return true
    case (.doorLock, .global, GlobalCommand.reportAttributes):
      return reportsLockState(frame.payload)
    default: return false
    }
  }

  private static func reportsLockState(_ payload: [UInt8]) -> Bool {
    guard let report = try? ReportAttributes(prefixOf: payload) else { return false }
    return report.records.contains { $0.attribute == DoorLock.Attribute.lockState.id }
  }

  /// Commands of standard clusters that mean something to a gateway: what remotes, sensors and locks send.
  /// Each entry: cluster, direction (c: from a client, s: from a server), the highest command id.
  private static let understood: [UInt32: UInt8] = {
    let table = """
      0003c01 0003c40 0004c05 0005c06 0005c40 0006c42 0008c07 0009s00 0009c03 000As00 0019c0B 0020s00
      0020c03 0021c05 0101s21 0102c08 0201s01 0201c04 0300c4C 0500s02 0500c02 0501c09 0501s08 0502c01
      0700s01 0702s0D 0B04s01
      """
    var limits: [UInt32: UInt8] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      guard entry.utf8.count == 7, let cluster = UInt16(entry.prefix(4), radix: 16),
        let limit = UInt8(entry.suffix(2), radix: 16)
      else { continue }
      let isServer = entry.dropFirst(4).first == "s"
      let key = key(ClusterID(rawValue: cluster), isServer ? .serverToClient : .clientToServer)
      limits[key] = max(limits[key] ?? 0, limit)
    }
    return limits
  }()

  private static func key(_ cluster: ClusterID, _ direction: ZCLFrame.Direction) -> UInt32 {
    UInt32(cluster.rawValue) << 1 | (direction == .serverToClient ? 1 : 0)
  }

  /// The status of the default response to a cluster command. Manufacturers' own commands are taken: the
  /// levels above may know them, and their senders repeat what is refused.
  static func status(of frame: ZCLFrame, on cluster: ClusterID) -> ZCLStatus {
    if frame.manufacturer != nil || cluster.rawValue >= 0xE000 { return .success }
    guard let limit = understood[key(cluster, frame.direction)] else {
      return .unsupportedClusterCommand
    }
    return frame.command.rawValue <= limit ? .success : .unsupportedClusterCommand
  }
}
