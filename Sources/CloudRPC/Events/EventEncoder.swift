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

  func encode(_ event: CoreEvent) -> [UInt8]? {
    if event.kind == .gatewayReset { return JSONValue.object(gatewayReset(event)).encoded() }
    guard let device = event.kind.device, let (header, parameters) = content(event.kind) else { return nil }
    let body: [(String, JSONValue)] = [
      ("msgtype", "event"), ("func", "gwevent"), ("msgId", messageID(event)),
      ("devtype", .string(DeviceType(device).rawValue)), ("deviceId", .string(device.deviceID)),
      ("eventtype", .string(header.type)), ("eventcode", .integer(header.code)),
      ("gwId", .string(gatewayID)), ("timestamp", .string(String(event.time.milliseconds))),
      ("eventparams", .object(JSONObject(parameters))),
    ]
    return JSONValue.object(JSONObject(body)).encoded()
  }

  private func messageID(_ event: CoreEvent) -> JSONValue {
    .integer((event.id.rawValue % Self.messageIDs + Self.messageIDs) % Self.messageIDs)
  }

  private struct Header {
    var type: String
    var code: Int64

    static let lifeCycle = Header(type: "alarm", code: 1)
    static let alarm = Header(type: "alarm", code: 2)
    static let report = Header(type: "info", code: 2)
  }

  private func content(_ kind: CoreEventKind) -> (Header, [(String, JSONValue)])? {
    switch kind {
    case .deviceOnline(let device, _): (.lifeCycle, lifeCycle("online", device))
    case .deviceOffline(let device): (.lifeCycle, lifeCycle("offline", device))
    case .deviceDeleted(let device): (.lifeCycle, lifeCycle("delete", device))
    case .lockOperation(_, let operation): (.report, lockOperation(operation))
    case .lockProgramming(_, let change): (.report, lockProgramming(change))
    case .alarm(_, let code, let cluster):
      (
        .alarm,
        [("alarmCode", .integer(Int64(code))), ("clusterID", .integer(Int64(cluster.rawValue)))]
      )
    case .attributeReport(let device, let reading): (.report, report(reading, isLock: device.isLock))
    case .deviceCommand(let device, let command):
      device.isLock ? nil : (.report, deviceCommand(command.endpoint, command.cluster, command.frame))
    case .gatewayReset, .deviceRenamed, .interview, .permitJoin, .gatewayState, .lateResult: nil
    }
  }

  private func lifeCycle(_ word: String, _ device: DeviceIdentity) -> [(String, JSONValue)] {
    [
      ("event_str", .string(word)), ("device_type", "zigbee"),
      ("macaddr", .string(device.ieee.colonSeparated)), ("SW", .string(device.software)),
    ]
  }

  /// `pin` 255: no PIN is ever sent.
  private func lockOperation(_ operation: LockOperation) -> [(String, JSONValue)] {
    [
      ("devetype", "lockop"), ("devecode", .integer(Int64(operation.code))),
      ("eventsource", .integer(Int64(operation.source))), ("userID", .integer(Int64(operation.userID))),
      ("pin", 255), ("zigBeeLocalTime", .integer(Int64(operation.localTime))),
      ("Data", .string(text(operation.data))),
    ]
  }

  private func lockProgramming(_ change: LockProgramming) -> [(String, JSONValue)] {
    [
      ("devetype", "lockprom"), ("devecode", .integer(Int64(change.code))),
      ("eventsource", .integer(Int64(change.source))), ("userID", .integer(Int64(change.userID))),
      ("pin", 255), ("userType", .integer(Int64(change.userType))),
      ("userStatus", .integer(Int64(change.userStatus))),
      ("zigBeeLocalTime", .integer(Int64(change.localTime))), ("Data", .string(text(change.data))),
    ]
  }

  private func text(_ data: [UInt8]) -> String { ZCLValue.string(data).text ?? "" }

  private func report(_ reading: AttributeReading, isLock: Bool) -> [(String, JSONValue)] {
    guard isLock else { return [("devetype", "devreport")] + AttributeEncoder.members(reading) }
    return [
      ("devetype", "lockreport"), ("clusterID", .integer(Int64(reading.key.cluster.rawValue))),
      ("attributeID", .integer(Int64(reading.key.attribute.rawValue))),
      ("attributeDataValue", .array(reading.raw.map { AttributeEncoder.rawValues($0.value) } ?? [])),
    ]
  }

  /// Ours: what a button or a remote control sent.
  private func deviceCommand(
    _ endpoint: EndpointID, _ cluster: ClusterID, _ frame: ZCLFrame
  ) -> [(String, JSONValue)] {
    [
      ("devetype", "devcommand"), ("endpoint", .integer(Int64(endpoint.rawValue))),
      ("clusterID", .integer(Int64(cluster.rawValue))),
      ("commandID", .integer(Int64(frame.command.rawValue))),
      ("payload", .string(Hexadecimal.string(frame.payload))),
    ]
  }

  private func gatewayReset(_ event: CoreEvent) -> JSONObject {
    JSONObject([
      ("msgtype", "event"), ("func", "gatewayReset"), ("msgId", messageID(event)), ("userId", "EMPTY"),
      ("gwId", .string(gatewayID)), ("deviceId", .string(gatewayID)), ("returnCode", "0"),
      ("timestamp", .string(String(event.time.milliseconds))),
    ])
  }
}
