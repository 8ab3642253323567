import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

extension DeviceIdentity {
  var stored: JSONValue {
    StoredForm.object(
      ("ieee", .string(ieee.description)), ("deviceId", .string(deviceID)), ("name", .string(name)),
      ("lock", .bool(isLock)), ("software", .string(software)))
  }

  init?(stored: JSONValue) {
    guard let ieee = stored["ieee"]?.stringValue.flatMap({ IEEEAddress($0) }) else { return nil }
    self.init(
      ieee: ieee, deviceID: stored["deviceId"]?.stringValue ?? ieee.description,
      name: stored["name"]?.stringValue ?? ieee.description, isLock: stored["lock"]?.boolValue ?? false,
      software: stored["software"]?.stringValue ?? "")
  }
}

extension DeviceSummary {
  var stored: JSONValue {
    StoredForm.object(
      ("device", identity.stored), ("model", .string(model)), ("manufacturer", .string(manufacturer)),
      ("available", .bool(isAvailable)), ("ready", .bool(isReady)),
      ("joinedAt", .integer(joinedAt.milliseconds)), ("lastSeen", .integer(lastSeen.milliseconds)),
      ("linkQuality", linkQuality.map { .integer(Int64($0)) }))
  }

  init?(stored: JSONValue) {
    guard let identity = stored["device"].flatMap({ DeviceIdentity(stored: $0) }) else { return nil }
    self.init(
      identity: identity, model: stored["model"]?.stringValue ?? "",
      manufacturer: stored["manufacturer"]?.stringValue ?? "",
      isAvailable: stored["available"]?.boolValue ?? false, isReady: stored["ready"]?.boolValue ?? false,
      joinedAt: WallTime(milliseconds: stored["joinedAt"]?.integerValue ?? 0),
      lastSeen: WallTime(milliseconds: stored["lastSeen"]?.integerValue ?? 0),
      linkQuality: StoredForm.number(stored["linkQuality"]))
  }
}

extension AttributeReading {
  var stored: JSONValue {
    StoredForm.object(
      ("device", .string(key.device.description)), ("endpoint", .integer(Int64(key.endpoint.rawValue))),
      ("cluster", .integer(Int64(key.cluster.rawValue))),
      ("manufacturer", key.manufacturer.map { .integer(Int64($0.rawValue)) }),
      ("attribute", .integer(Int64(key.attribute.rawValue))), ("status", .integer(Int64(status.rawValue))),
      ("raw", raw.map { StoredForm.hex($0.encodedBytes) }), ("value", value?.stored),
      ("unit", unit.isEmpty ? nil : .string(unit)))
  }

  init?(stored: JSONValue) {
    guard let device = stored["device"]?.stringValue.flatMap({ IEEEAddress($0) }),
      let endpoint = StoredForm.number(stored["endpoint"], as: UInt8.self),
      let cluster = StoredForm.number(stored["cluster"], as: UInt16.self),
      let attribute = StoredForm.number(stored["attribute"], as: UInt16.self)
    else { return nil }
    let key = AttributeKey(
      device: device, endpoint: EndpointID(endpoint), cluster: ClusterID(rawValue: cluster),
      manufacturer: StoredForm.number(stored["manufacturer"], as: UInt16.self)
        .map { ManufacturerCode(rawValue: $0) },
      attribute: AttributeID(attribute))
    let status = ZCLStatus(rawValue: StoredForm.number(stored["status"]) ?? 0)
    let raw = StoredForm.bytes(stored["raw"]).flatMap { try? TypedValue(exactly: $0) }
    self.init(
      key: key, status: status, raw: raw, value: stored["value"].flatMap { PlainValue(stored: $0) },
      unit: stored["unit"]?.stringValue ?? "")
  }
}

extension PlainValue {
  var stored: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    // Wrapped: a whole number would come back as an integer.
    case .number(let value): .array([.number(value)])
    case .text(let value): .string(value)
    }
  }

  init?(stored: JSONValue) {
    switch stored {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .array(let members):
      guard let value = members.first?.numberValue else { return nil }
      self = .number(value)
    case .string(let value): self = .text(value)
    default: return nil
    }
  }
}
