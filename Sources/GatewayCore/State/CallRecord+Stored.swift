import JSON
import SansIO
import ZCL
import Zigbee

extension CallRecord {
  /// What belongs into the store beside identity, digest and time.
  package var storedContent: [UInt8] {
    StoredForm.object(
      ("local", .bool(isLocal)), ("answered", .bool(isAnswered)), ("context", StoredForm.hex(replyContext)),
      ("result", result?.stored)
    ).encoded()
  }

  /// Nil for what cannot be read.
  package init?(
    identity: CallIdentity, bodyDigest: [UInt8], recordedAt: WallTime, storedContent: [UInt8]
  ) {
    guard let object = StoredForm.parse(storedContent) else { return nil }
    self.init(
      identity: identity, bodyDigest: bodyDigest, recordedAt: recordedAt,
      isLocal: object["local"]?.boolValue ?? false,
      replyContext: StoredForm.bytes(object["context"]) ?? [])
    isAnswered = object["answered"]?.boolValue ?? false
    if let stored = object["result"] {
      // An end that a later version wrote in its own way is an end: never "still open".
      result = CallResult(stored: stored) ?? .unknown
    }
  }
}

extension CallResult {
  var stored: JSONValue {
    StoredForm.object(
      ("code", .string(code.rawValue)), ("reason", reason.map { .string($0) }), ("value", value.stored))
  }

  init?(stored: JSONValue) {
    guard let code = stored["code"]?.stringValue.flatMap({ Code(rawValue: $0) }) else { return nil }
    self.init(
      code, value: stored["value"].flatMap { ReturnValue(stored: $0) } ?? .nothing,
      reason: stored["reason"]?.stringValue)
  }
}

extension ReturnValue {
  /// Nil for "nothing".
  var stored: JSONValue? {
    switch self {
    case .nothing: nil
    case .devices(let devices): StoredForm.object(("devices", .array(devices.map(\.stored))))
    case .lockState(let state): StoredForm.object(("lockState", .integer(Int64(state.rawValue))))
    case .power(let power): StoredForm.object(("power", .integer(Int64(power))))
    case .basicInfo(let info): StoredForm.object(("basicInfo", info.stored))
    case .signal(let signal): StoredForm.object(("signal", .integer(Int64(signal))))
    case .attributes(let readings): StoredForm.object(("attributes", .array(readings.map(\.stored))))
    case .response(let command, let payload):
      StoredForm.object(
        ("response", .integer(Int64(command.rawValue))), ("payload", StoredForm.hex(payload)))
    case .users(let users):
      StoredForm.object(
        (
          "users",
          .array(
            users.map {
              StoredForm.object(("id", .string($0.userID)), ("configured", .bool($0.isConfigured)))
            })
        ))
    }
  }

  init?(stored: JSONValue) {
    guard let member = stored.objectValue?.members.first else { return nil }
    let value = member.value
    switch member.key {
    case "devices": self = .devices((value.arrayValue ?? []).compactMap { DeviceSummary(stored: $0) })
    case "lockState":
      guard let state = StoredForm.number(value, as: UInt8.self).flatMap({ LockState(rawValue: $0) }) else {
        return nil
      }
      self = .lockState(state)
    case "power":
      guard let power = StoredForm.number(value, as: UInt8.self) else { return nil }
      self = .power(power)
    case "basicInfo":
      guard let info = BasicInfo(stored: value) else { return nil }
      self = .basicInfo(info)
    case "signal":
      guard let signal = StoredForm.number(value, as: Int.self) else { return nil }
      self = .signal(signal)
    case "attributes":
      self = .attributes((value.arrayValue ?? []).compactMap { AttributeReading(stored: $0) })
    case "response":
      guard let command = StoredForm.number(value, as: UInt8.self),
        let payload = StoredForm.bytes(stored["payload"])
      else { return nil }
      self = .response(CommandID(command), payload: payload)
    case "users":
      self = .users(
        (value.arrayValue ?? []).compactMap { user in
          user["id"]?.stringValue.map {
            UserSummary(userID: $0, isConfigured: user["configured"]?.boolValue ?? false)
          }
        })
    default: return nil
    }
  }
}

extension BasicInfo {
  var stored: JSONValue {
    StoredForm.object(
      ("ieee", .string(ieee.description)), ("model", .string(model)), ("manufacturer", .string(manufacturer)),
      ("software", .string(software)), ("hardware", .string(hardware)), ("application", .string(application)),
      ("linkQuality", linkQuality.map { .integer(Int64($0)) }))
  }

  init?(stored: JSONValue) {
    guard let ieee = stored["ieee"]?.stringValue.flatMap({ IEEEAddress($0) }) else { return nil }
    self.init(ieee: ieee)
    model = stored["model"]?.stringValue ?? ""
    manufacturer = stored["manufacturer"]?.stringValue ?? ""
    software = stored["software"]?.stringValue ?? ""
    hardware = stored["hardware"]?.stringValue ?? ""
    application = stored["application"]?.stringValue ?? ""
    linkQuality = StoredForm.number(stored["linkQuality"])
  }
}
