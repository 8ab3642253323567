import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee

/// The stored form of a critical event that waits for its front doors.
enum CoreEventCoding {
  static func json(_ event: CoreEvent) -> JSONValue? {
    var object = JSONObject([
      ("id", .integer(event.id.rawValue)), ("time", .integer(event.time.milliseconds)),
    ])
    if let device = event.kind.device { object["device"] = IdentityCoding.json(device) }
    switch event.kind {
    case .deviceOnline(_, let joined):
      object["kind"] = "online"
      object["joined"] = .bool(joined)
    case .deviceOffline: object["kind"] = "offline"
    case .deviceDeleted: object["kind"] = "deleted"
    case .gatewayReset: object["kind"] = "gatewayReset"
    case .alarm(_, let code, let cluster):
      object["kind"] = "alarm"
      object["code"] = .integer(Int64(code))
      object["cluster"] = .integer(Int64(cluster.rawValue))
    case .lockOperation(_, let operation):
      object["kind"] = "lockOperation"
      object["operation"] = json(operation)
    case .lockProgramming(_, let programming):
      object["kind"] = "lockProgramming"
      object["programming"] = json(programming)
    case .attributeReport, .deviceCommand, .deviceRenamed, .interview, .permitJoin, .gatewayState,
      .lateResult:
      return nil
    }
    return .object(object)
  }

  static func event(_ json: JSONValue) -> CoreEvent? {
    guard let id = json["id"]?.integerValue, let time = json["time"]?.integerValue,
      let kind = kind(json)
    else { return nil }
    return CoreEvent(
      id: EventID(rawValue: id), time: WallTime(milliseconds: time), kind: kind)
  }

  private static func kind(_ json: JSONValue) -> CoreEventKind? {
    let name = json["kind"]?.stringValue
    if name == "gatewayReset" { return .gatewayReset }
    guard let device = json["device"].flatMap(IdentityCoding.identity) else { return nil }
    switch name {
    case "online": return .deviceOnline(device, joined: json["joined"]?.boolValue ?? false)
    case "offline": return .deviceOffline(device)
    case "deleted": return .deviceDeleted(device)
    case "alarm":
      guard let code: UInt8 = number(json["code"]), let cluster: UInt16 = number(json["cluster"]) else {
        return nil
      }
      return .alarm(device, code: code, cluster: ClusterID(rawValue: cluster))
    case "lockOperation":
      return json["operation"].flatMap(operation).map { .lockOperation(device, $0) }
    case "lockProgramming":
      return json["programming"].flatMap(programming).map { .lockProgramming(device, $0) }
    default: return nil
    }
  }

  private static func json(_ operation: LockOperation) -> JSONValue {
    [
      "source": .integer(Int64(operation.source)), "code": .integer(Int64(operation.code)),
      "user": .integer(Int64(operation.userID)), "localTime": .integer(Int64(operation.localTime)),
      "data": .string(Hexadecimal.string(operation.data)),
    ]
  }

  private static func operation(_ json: JSONValue) -> LockOperation? {
    guard let source: UInt8 = number(json["source"]), let code: UInt8 = number(json["code"]),
      let user: UInt16 = number(json["user"]), let time: UInt32 = number(json["localTime"])
    else { return nil }
    return LockOperation(
      source: source, code: code, userID: user, localTime: time,
      data: json["data"]?.stringValue.flatMap(Hexadecimal.bytes) ?? [])
  }

  private static func json(_ programming: LockProgramming) -> JSONValue {
    [
      "source": .integer(Int64(programming.source)), "code": .integer(Int64(programming.code)),
      "user": .integer(Int64(programming.userID)), "type": .integer(Int64(programming.userType)),
      "status": .integer(Int64(programming.userStatus)),
      "localTime": .integer(Int64(programming.localTime)),
      "data": .string(Hexadecimal.string(programming.data)),
    ]
  }

  private static func programming(_ json: JSONValue) -> LockProgramming? {
    guard let source: UInt8 = number(json["source"]), let code: UInt8 = number(json["code"]),
      let user: UInt16 = number(json["user"]), let type: UInt8 = number(json["type"]),
      let status: UInt8 = number(json["status"]), let time: UInt32 = number(json["localTime"])
    else { return nil }
    return LockProgramming(
      source: source, code: code, userID: user, userType: type, userStatus: status, localTime: time,
      data: json["data"]?.stringValue.flatMap(Hexadecimal.bytes) ?? [])
  }

  private static func number<Number: FixedWidthInteger>(_ json: JSONValue?) -> Number? {
    json?.integerValue.flatMap { Number(exactly: $0) }
  }
}

/// Who a device was when something happened: an event keeps it, also when the device has left since.
enum IdentityCoding {
  static func json(_ identity: DeviceIdentity) -> JSONValue {
    [
      "ieee": .string(identity.ieee.description), "deviceId": .string(identity.deviceID),
      "name": .string(identity.name), "lock": .bool(identity.isLock),
      "software": .string(identity.software),
    ]
  }

  static func identity(_ json: JSONValue) -> DeviceIdentity? {
    guard let ieee = json["ieee"]?.stringValue.flatMap({ IEEEAddress($0) }),
      let id = json["deviceId"]?.stringValue, let name = json["name"]?.stringValue
    else { return nil }
    return DeviceIdentity(
      ieee: ieee, deviceID: id, name: name, isLock: json["lock"]?.boolValue ?? false,
      software: json["software"]?.stringValue ?? "")
  }
}
