import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// Core events as `gatehouse monitor` shows them.
enum EventJSON {
  static func json(_ event: CoreEvent) -> JSONValue {
    var object = JSONObject([
      ("event", .string(name(event.kind))), ("time", .integer(event.time.milliseconds)),
    ])
    if let device = event.kind.device {
      object["device"] = .string(device.name)
      object["deviceId"] = .string(device.deviceID)
      object["ieee"] = .string(device.ieee.description)
    }
    for (key, value) in details(event.kind) { object[key] = value }
    return .object(object)
  }

  private static func name(_ kind: CoreEventKind) -> String {
    switch kind {
    case .deviceOnline: "online"
    case .deviceOffline: "offline"
    case .deviceDeleted: "deleted"
    case .lockOperation: "lockOperation"
    case .lockProgramming: "lockProgramming"
    case .alarm: "alarm"
    case .gatewayReset: "gatewayReset"
    case .attributeReport: "report"
    case .deviceCommand: "command"
    case .deviceRenamed: "renamed"
    case .interview: "interview"
    case .permitJoin: "permitJoin"
    case .gatewayState: "gatewayState"
    case .lateResult: "lateResult"
    }
  }

  private static func details(_ kind: CoreEventKind) -> [(String, JSONValue)] {
    switch kind {
    case .deviceOnline(_, let joined): [("joined", .bool(joined))]
    case .lockOperation(_, let operation):
      [
        ("source", .integer(Int64(operation.source))), ("code", .integer(Int64(operation.code))),
        ("user", .integer(Int64(operation.userID))),
      ]
    case .lockProgramming(_, let programming):
      [
        ("source", .integer(Int64(programming.source))), ("code", .integer(Int64(programming.code))),
        ("user", .integer(Int64(programming.userID))),
      ]
    case .alarm(_, let code, let cluster):
      [("code", .integer(Int64(code))), ("cluster", .integer(Int64(cluster.rawValue)))]
    case .attributeReport(_, let reading): report(reading)
    case .deviceCommand(_, let command):
      [
        ("endpoint", .integer(Int64(command.endpoint.rawValue))),
        ("cluster", .integer(Int64(command.cluster.rawValue))),
        ("command", .integer(Int64(command.frame.command.rawValue))),
        ("payload", .string(Hexadecimal.string(command.frame.payload))),
      ]
    case .deviceRenamed(_, let old): [("from", .string(old))]
    case .interview(_, let state): [("interview", .string(InterviewText.text(state)))]
    case .permitJoin(let seconds): [("seconds", .integer(Int64(seconds)))]
    case .gatewayState(let state):
      [
        ("radio", .string(RadioStateText.name(state.radio))),
        ("clockIsTrusted", .bool(state.clockIsTrusted)),
        ("storageFault", state.storageFault.map(JSONValue.string) ?? .null),
      ]
    case .lateResult(let late):
      [
        ("function", .string(late.function)), ("caller", .string(late.caller)),
        ("result", .string(late.result.code.rawValue)),
      ]
    case .deviceOffline, .deviceDeleted, .gatewayReset: []
    }
  }

  private static func report(_ reading: AttributeReading) -> [(String, JSONValue)] {
    [
      ("endpoint", .integer(Int64(reading.key.endpoint.rawValue))),
      ("cluster", .integer(Int64(reading.key.cluster.rawValue))),
      ("attribute", .integer(Int64(reading.key.attribute.rawValue))),
      ("value", reading.value.map(PlainValueCoding.json) ?? .null), ("unit", .string(reading.unit)),
    ]
  }
}

enum InterviewText {
  static func text(_ state: InterviewState) -> String {
    switch state {
    case .complete: "complete"
    case .waiting(let step): "at \(step.rawValue)"
    case .stopped(let step, let reason): "stopped at \(step.rawValue): \(reason)"
    }
  }
}
