import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee

/// The stored form of a call's result, so that a repeated call gets the same answer after a restart.
enum CallResultCoding {
  static func json(_ result: CallResult) -> JSONValue {
    var object = JSONObject([("code", .string(result.code.rawValue))])
    if let reason = result.reason { object["reason"] = .string(reason) }
    if let value = json(result.value) { object["value"] = value }
    return .object(object)
  }

  /// nil for anything that this version did not write; the call then counts as ended in an unknown way.
  static func result(_ json: JSONValue) -> CallResult? {
    guard let code = json["code"]?.stringValue.flatMap(CallResult.Code.init(rawValue:)) else { return nil }
    let value = json["value"].map(returnValue) ?? .nothing
    guard let value else { return nil }
    return CallResult(code, value: value, reason: json["reason"]?.stringValue)
  }

  private static func json(_ value: ReturnValue) -> JSONValue? {
    switch value {
    case .nothing: nil
    case .devices(let devices): ["devices": .array(devices.map(json))]
    case .lockState(let state): ["lockState": .integer(Int64(state.rawValue))]
    case .power(let power): ["power": .integer(Int64(power))]
    case .basicInfo(let info): ["basicInfo": json(info)]
    case .signal(let signal): ["signal": .integer(Int64(signal))]
    case .attributes(let readings): ["attributes": .array(readings.map(json))]
    case .response(let command, let payload):
      ["command": .integer(Int64(command.rawValue)), "payload": .string(Hexadecimal.string(payload))]
    case .users(let users):
      ["users": .array(users.map { ["user": .string($0.userID), "configured": .bool($0.isConfigured)] })]
    }
  }

  private static func returnValue(_ json: JSONValue) -> ReturnValue? {
    if let list = json["devices"]?.arrayValue {
      let devices = list.compactMap(summary)
      return devices.count == list.count ? .devices(devices) : nil
    }
    if let list = json["attributes"]?.arrayValue {
      let readings = list.compactMap(reading)
      return readings.count == list.count ? .attributes(readings) : nil
    }
    if let list = json["users"]?.arrayValue {
      return .users(
        list.compactMap { user in
          user["user"]?.stringValue.map {
            UserSummary(userID: $0, isConfigured: user["configured"]?.boolValue ?? false)
          }
        })
    }
    if let info = json["basicInfo"] { return basicInfo(info).map(ReturnValue.basicInfo) }
    if let state = json["lockState"].flatMap({ number($0, UInt8.self) }) {
      return LockState(rawValue: state).map(ReturnValue.lockState)
    }
    if let power = json["power"] { return number(power, UInt8.self).map(ReturnValue.power) }
    if let signal = json["signal"] { return number(signal, Int.self).map(ReturnValue.signal) }
    if let command = json["command"].flatMap({ number($0, UInt8.self) }),
      let payload = json["payload"]?.stringValue.flatMap(Hexadecimal.bytes)
    {
      return .response(CommandID(command), payload: payload)
    }
    return nil
  }

  private static func json(_ info: BasicInfo) -> JSONValue {
    [
      "ieee": .string(info.ieee.description), "model": .string(info.model),
      "manufacturer": .string(info.manufacturer), "software": .string(info.software),
      "hardware": .string(info.hardware), "application": .string(info.application),
      "linkQuality": info.linkQuality.map { .integer(Int64($0)) } ?? .null,
    ]
  }

  private static func basicInfo(_ json: JSONValue) -> BasicInfo? {
    guard let ieee = json["ieee"]?.stringValue.flatMap({ IEEEAddress($0) }) else { return nil }
    var info = BasicInfo(ieee: ieee)
    info.model = json["model"]?.stringValue ?? ""
    info.manufacturer = json["manufacturer"]?.stringValue ?? ""
    info.software = json["software"]?.stringValue ?? ""
    info.hardware = json["hardware"]?.stringValue ?? ""
    info.application = json["application"]?.stringValue ?? ""
    info.linkQuality = json["linkQuality"].flatMap { number($0, UInt8.self) }
    return info
  }

  private static func json(_ summary: DeviceSummary) -> JSONValue {
    [
      "device": IdentityCoding.json(summary.identity), "model": .string(summary.model),
      "manufacturer": .string(summary.manufacturer), "available": .bool(summary.isAvailable),
      "ready": .bool(summary.isReady), "joinedAt": .integer(summary.joinedAt.milliseconds),
      "lastSeen": .integer(summary.lastSeen.milliseconds),
      "linkQuality": summary.linkQuality.map { .integer(Int64($0)) } ?? .null,
    ]
  }

  private static func summary(_ json: JSONValue) -> DeviceSummary? {
    guard let identity = json["device"].flatMap(IdentityCoding.identity) else { return nil }
    return DeviceSummary(
      identity: identity, model: json["model"]?.stringValue ?? "",
      manufacturer: json["manufacturer"]?.stringValue ?? "",
      isAvailable: json["available"]?.boolValue ?? false, isReady: json["ready"]?.boolValue ?? false,
      joinedAt: WallTime(milliseconds: json["joinedAt"]?.integerValue ?? 0),
      lastSeen: WallTime(milliseconds: json["lastSeen"]?.integerValue ?? 0),
      linkQuality: json["linkQuality"].flatMap { number($0, UInt8.self) })
  }

  private static func json(_ reading: AttributeReading) -> JSONValue {
    var object = JSONObject([
      ("device", .string(reading.key.device.description)),
      ("endpoint", .integer(Int64(reading.key.endpoint.rawValue))),
      ("cluster", .integer(Int64(reading.key.cluster.rawValue))),
      ("attribute", .integer(Int64(reading.key.attribute.rawValue))),
      ("status", .integer(Int64(reading.status.rawValue))), ("unit", .string(reading.unit)),
    ])
    if let manufacturer = reading.key.manufacturer {
      object["manufacturer"] = .integer(Int64(manufacturer.rawValue))
    }
    if let raw = reading.raw {
      object["type"] = .integer(Int64(raw.type.rawValue))
      object["raw"] = .string(Hexadecimal.string(TypedValueBytes.bytes(raw)))
    }
    object["value"] = reading.value.map(PlainValueCoding.json) ?? .null
    return .object(object)
  }

  private static func reading(_ json: JSONValue) -> AttributeReading? {
    guard let device = json["device"]?.stringValue.flatMap({ IEEEAddress($0) }),
      let endpoint = json["endpoint"].flatMap({ number($0, UInt8.self) }),
      let cluster = json["cluster"].flatMap({ number($0, UInt16.self) }),
      let attribute = json["attribute"].flatMap({ number($0, UInt16.self) }),
      let status = json["status"].flatMap({ number($0, UInt8.self) })
    else { return nil }
    let key = AttributeKey(
      device: device, endpoint: EndpointID(endpoint), cluster: ClusterID(rawValue: cluster),
      manufacturer: json["manufacturer"].flatMap { number($0, UInt16.self) }.map(ManufacturerCode.init),
      attribute: AttributeID(attribute))
    var raw: TypedValue?
    if let type = json["type"].flatMap({ number($0, UInt8.self) }),
      let bytes = json["raw"]?.stringValue.flatMap(Hexadecimal.bytes)
    {
      raw = TypedValueBytes.value(type: DataType(rawValue: type), bytes)
    }
    return AttributeReading(
      key: key, status: ZCLStatus(rawValue: status), raw: raw,
      value: json["value"].flatMap(PlainValueCoding.value), unit: json["unit"]?.stringValue ?? "")
  }

  private static func number<Number: FixedWidthInteger>(_ json: JSONValue, _: Number.Type) -> Number? {
    json.integerValue.flatMap { Number(exactly: $0) }
  }
}

/// Plain values as JSON's own.
enum PlainValueCoding {
  static func json(_ value: PlainValue) -> JSONValue {
    switch value {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    }
  }

  static func value(_ json: JSONValue) -> PlainValue? {
    switch json {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let value): .text(value)
    case .null, .array, .object: nil
    }
  }
}
