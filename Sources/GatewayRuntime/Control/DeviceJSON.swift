import GatewayCore
import JSON
import SansIO
import Zigbee
import ZigbeeHost

/// One device as `gatehouse devices --json` shows it.
enum DeviceJSON {
  static func json(_ record: DeviceRecord, at now: WallTime) -> JSONValue {
    let device = record.device
    let text = { (value: String?) in JSONValue.string(value ?? "") }
    return .object(
      JSONObject([
        ("name", .string(record.name)), ("deviceId", .string(record.deviceID)),
        ("ieee", .string(record.ieee.description)),
        ("networkAddress", .string(device.networkAddress.description)),
        ("manufacturer", text(device.manufacturerName)), ("model", text(device.modelIdentifier)),
        ("softwareBuild", text(device.softwareBuild)),
        ("type", .string(device.isRouter ? "router" : device.isSleepy ? "sleepy" : "endDevice")),
        ("interview", .string(InterviewText.text(device.interview))),
        ("available", .bool(device.isAvailable)),
        ("linkQuality", device.linkQuality.map { .integer(Int64($0.rawValue)) } ?? .null),
        ("joinedAt", .integer(device.joinedAt.milliseconds)),
        ("lastSeen", .integer(device.lastSeen.milliseconds)),
        ("lastSeenText", .string(ago(device.lastSeen, at: now))),
        ("endpoints", .array(device.endpoints.map(json))),
      ]))
  }

  private static func json(_ endpoint: ZigbeeEndpoint) -> JSONValue {
    [
      "endpoint": .integer(Int64(endpoint.id.rawValue)),
      "profile": .integer(Int64(endpoint.profile.rawValue)),
      "deviceId": .integer(Int64(endpoint.deviceID.rawValue)),
      "inputClusters": .array(endpoint.inputClusters.map { .integer(Int64($0.rawValue)) }),
      "outputClusters": .array(endpoint.outputClusters.map { .integer(Int64($0.rawValue)) }),
    ]
  }

  static func ago(_ time: WallTime, at now: WallTime) -> String {
    let seconds = max(0, now.millisecondsSince(time) / 1000)
    switch seconds {
    case ..<60: return "\(seconds) s ago"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }
}
