import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee

/// `returnData` of each function (cloud protocol, sections 3.2 and 3.3).
enum ReturnDataEncoder {
  static func encode(_ value: ReturnValue) -> JSONObject {
    switch value {
    case .nothing, .users: JSONObject()
    case .devices(let devices): JSONObject([("devList", .array(devices.map { device($0) }))])
    case .lockState(let state): JSONObject([("lockstatus", .string(word(for: state)))])
    case .power(let power): JSONObject([("power", .integer(Int64(power)))])
    case .signal(let signal): JSONObject([("signal", .integer(Int64(signal)))])
    case .basicInfo(let info): basicInfo(info)
    case .attributes(let readings): attributes(readings)
    case .response(let command, let payload):
      JSONObject([
        ("commandID", .integer(Int64(command.rawValue))), ("payload", .string(Hexadecimal.string(payload))),
      ])
    }
  }

  private static func word(for state: LockState) -> String {
    switch state {
    case .notFullyLocked: "notFullyLocked"
    case .locked: "lock"
    case .unlocked: "unlock"
    }
  }

  /// The keys that apps read, then what other clients need to know a device by.
  private static func device(_ summary: DeviceSummary) -> JSONValue {
    [
      "deviceType": .string(DeviceType(summary.identity).rawValue),
      "deviceId": .string(summary.identity.deviceID), "joinType": "zigbee",
      "joinTime": .string(String(summary.joinedAt.milliseconds)), "devSta": summary.isAvailable ? 2 : 0,
      "macaddr": .string(summary.identity.ieee.colonSeparated), "name": .string(summary.identity.name),
      "model": .string(summary.model), "manufact": .string(summary.manufacturer),
      "SW": .string(summary.identity.software),
    ]
  }

  private static func basicInfo(_ info: BasicInfo) -> JSONObject {
    let software = info.software.isEmpty ? info.application : info.software
    return JSONObject([
      ("macaddr", .string(info.ieee.colonSeparated)), ("model", .string(info.model)),
      ("firmware", .string(software)), ("hwversion", .string(info.hardware)),
      ("swversion", .string(software)), ("manufact", .string(info.manufacturer)),
      ("linkquality", .string(info.linkQuality.map { String($0) } ?? "")),
      ("lockversion", .string("\(info.model);00;\(software);\(info.hardware)")),
    ])
  }

  /// One attribute as in its report; several as a list.
  private static func attributes(_ readings: [AttributeReading]) -> JSONObject {
    guard readings.count != 1, let first = readings.first else {
      return readings.first.map { AttributeEncoder.object($0) } ?? JSONObject()
    }
    return JSONObject([
      ("endpoint", .integer(Int64(first.key.endpoint.rawValue))),
      ("clusterID", .integer(Int64(first.key.cluster.rawValue))),
      (
        "attributes",
        .array(
          readings.map { reading in
            var object = AttributeEncoder.object(reading)
            object["endpoint"] = nil
            object["clusterID"] = nil
            object["status"] = .integer(Int64(reading.status.rawValue))
            return .object(object)
          })
      ),
    ])
  }
}
