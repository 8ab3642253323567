import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// Events as apps and servers read them (cloud protocol, section 4.2), always with all their keys: readers exist
/// that end at a missing one.
struct EventEncoder: Sendable {
  let gatewayID: String

  /// `msgId` is a 32-bit number in the apps.
  private static let messageIDs: Int64 = 1 << 31
  /// Bytes that nearly every event fits in.
  private static let usualSize = 512

  func encode(_ event: CoreEvent) -> [UInt8]? {
    if case .gatewayReset = event.kind { return gatewayReset(event) }
    guard let device = event.kind.device, let header = Header(event.kind) else { return nil }
    var writer = JSONWriter(capacity: Self.usualSize)
    writer.beginObject()
    writer.member("msgtype", literal: "event")
    writer.member("func", literal: "gwevent")
    writer.member("msgId", messageID(event))
    writer.member("devtype", DeviceType(device).rawValue)
    writer.member("deviceId", device.deviceID)
    writer.member("eventtype", literal: header.type)
    writer.member("eventcode", header.code)
    writer.member("gwId", gatewayID)
    writer.member("timestamp", quoted: event.time.milliseconds)
    writer.key("eventparams")
    writer.beginObject()
    Self.writeParameters(event.kind, into: &writer)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private func messageID(_ event: CoreEvent) -> Int64 {
    (event.id.rawValue % Self.messageIDs + Self.messageIDs) % Self.messageIDs
  }

  /// `eventtype` and `eventcode`.
  private struct Header {
    var type: StaticString
    var code: Int64

    /// Nil for events that this protocol does not have.
    init?(_ kind: CoreEventKind) {
      switch kind {
      case .deviceOnline, .deviceOffline, .deviceDeleted: (type, code) = ("alarm", 1)
      case .alarm: (type, code) = ("alarm", 2)
      case .lockOperation, .lockProgramming, .attributeReport: (type, code) = ("info", 2)
      case .deviceCommand(let device, _):
        guard !device.isLock else { return nil }
        (type, code) = ("info", 2)
      case .gatewayReset, .deviceRenamed, .interview, .permitJoin, .gatewayState, .lateResult: return nil
      }
    }
  }

  private static func writeParameters(_ kind: CoreEventKind, into writer: inout JSONWriter) {
    switch kind {
    case .deviceOnline(let device, _): writeLifeCycle("online", device, into: &writer)
    case .deviceOffline(let device): writeLifeCycle("offline", device, into: &writer)
    case .deviceDeleted(let device): writeLifeCycle("delete", device, into: &writer)
    case .lockOperation(_, let operation): write(operation, into: &writer)
    case .lockProgramming(_, let change): write(change, into: &writer)
    case .alarm(_, let code, let cluster):
      writer.member("alarmCode", Int64(code))
      writer.member("clusterID", Int64(cluster.rawValue))
    case .attributeReport(let device, let reading): write(reading, isLock: device.isLock, into: &writer)
    case .deviceCommand(_, let command): write(command, into: &writer)
    case .gatewayReset, .deviceRenamed, .interview, .permitJoin, .gatewayState, .lateResult: break
    }
  }

  private static func writeLifeCycle(
    _ word: StaticString, _ device: DeviceIdentity, into writer: inout JSONWriter
  ) {
    writer.member("event_str", literal: word)
    writer.member("device_type", literal: "zigbee")
    writer.member("macaddr", device.ieee.colonSeparated)
    writer.member("SW", device.software)
  }

  /// `pin`: none is ever sent.
  private static let noPIN: Int64 = 255

  private static func write(_ operation: LockOperation, into writer: inout JSONWriter) {
    writer.member("devetype", literal: "lockop")
    writer.member("devecode", Int64(operation.code))
    writer.member("eventsource", Int64(operation.source))
    writer.member("userID", Int64(operation.userID))
    writer.member("pin", noPIN)
    writer.member("zigBeeLocalTime", Int64(operation.localTime))
    writer.member("Data", text(operation.data))
  }

  private static func write(_ change: LockProgramming, into writer: inout JSONWriter) {
    writer.member("devetype", literal: "lockprom")
    writer.member("devecode", Int64(change.code))
    writer.member("eventsource", Int64(change.source))
    writer.member("userID", Int64(change.userID))
    writer.member("pin", noPIN)
    writer.member("userType", Int64(change.userType))
    writer.member("userStatus", Int64(change.userStatus))
    writer.member("zigBeeLocalTime", Int64(change.localTime))
    writer.member("Data", text(change.data))
  }

  private static func text(_ data: [UInt8]) -> String { ZCLValue.string(data).text ?? "" }

  private static func write(_ reading: AttributeReading, isLock: Bool, into writer: inout JSONWriter) {
    guard isLock else {
      writer.member("devetype", literal: "devreport")
      return AttributeEncoder.members(reading) { writer.member($0, $1) }
    }
    writer.member("devetype", literal: "lockreport")
    writer.member("clusterID", Int64(reading.key.cluster.rawValue))
    writer.member("attributeID", Int64(reading.key.attribute.rawValue))
    writer.member(
      "attributeDataValue", .array(reading.raw.map { AttributeEncoder.rawValues($0.value) } ?? []))
  }

  /// Ours: what a button or a remote control sent.
  private static func write(_ command: DeviceCommand, into writer: inout JSONWriter) {
    writer.member("devetype", literal: "devcommand")
    writer.member("endpoint", Int64(command.endpoint.rawValue))
    writer.member("clusterID", Int64(command.cluster.rawValue))
    writer.member("commandID", Int64(command.frame.command.rawValue))
    writer.member("payload", Hexadecimal.string(command.frame.payload))
  }

  private func gatewayReset(_ event: CoreEvent) -> [UInt8] {
    var writer = JSONWriter(capacity: Self.usualSize)
    writer.beginObject()
    writer.member("msgtype", literal: "event")
    writer.member("func", literal: "gatewayReset")
    writer.member("msgId", messageID(event))
    writer.member("userId", literal: "EMPTY")
    writer.member("gwId", gatewayID)
    writer.member("deviceId", gatewayID)
    writer.member("returnCode", literal: "0")
    writer.member("timestamp", quoted: event.time.milliseconds)
    writer.endObject()
    return writer.bytes
  }
}
