import CloudRPC
import GatewayCore
import JSON
import RadioInterface
import Reactor
import SansIO
import Storage
import ZCL
import Zigbee
import ZigbeeHost

/// What the control socket can ask for.
package final class ControlCommands {
  typealias Answer = (Result<JSONValue, ControlFailure>) -> Void

  let gateway: Gateway
  private let networks: NetworkDecisions

  package init(gateway: Gateway, networks: NetworkDecisions) {
    self.gateway = gateway
    self.networks = networks
  }

  func watch(_ observer: @escaping (JSONValue) -> Void) -> Gateway.ObserverID {
    gateway.observe { observer(EventJSON.json($0)) }
  }

  func stopWatching(_ id: Gateway.ObserverID) { gateway.observers[id] = nil }

  func run(_ command: String, _ request: JSONValue, user: String, answer: @escaping Answer) {
    switch command {
    case "devices":
      let now = gateway.loop.now.wall
      answer(.success(.array(gateway.core.devices.map { DeviceJSON.json($0, at: now) })))
    case "status": answer(.success(status()))
    case "permit-join": permitJoin(request, user: user, answer: answer)
    case "call": call(request, user: user, answer: answer)
    case "rename":
      guard let name = request["name"]?.stringValue else { return answer(.failure(Self.missing("name"))) }
      perform(.renameDevice(to: name), on: request["device"]?.stringValue, user: user, answer: answer)
    case "remove": remove(request, user: user, answer: answer)
    case "users": perform(.listUsers, on: nil, user: user, answer: answer)
    case "users-allow", "users-remove":
      guard let subject = request["user"]?.stringValue else {
        return answer(.failure(Self.missing("user")))
      }
      perform(
        command == "users-allow" ? .allowUser(subject) : .removeUser(subject), on: nil, user: user,
        answer: answer)
    case "network", "network-adopt", "network-form", "network-backup", "network-restore":
      networks.run(command, request, user: user, answer: answer)
    default: answer(.failure(ControlFailure("unknown command \"\(command)\"")))
    }
  }

  private func status() -> JSONValue {
    [
      "radio": [
        "state": .string(RadioStateText.name(gateway.radioState)),
        "reason": RadioStateText.reason(gateway.radioState).map { .string($0) } ?? .null,
      ],
      "broker": gateway.cloud?.statusJSON() ?? .null,
      "store": gateway.store.state.failure.map { .string($0.description) } ?? "healthy",
      "devices": .integer(Int64(gateway.core.devices.count)),
    ]
  }

  private static func missing(_ key: String) -> ControlFailure { ControlFailure("\"\(key)\" is missing") }

  private func perform(
    _ function: GatewayFunction, on target: String?, user: String, answer: @escaping Answer
  ) {
    gateway.localCall(user: user, target: target, function: function) { result in
      answer(LocalResult.json(result))
    }
  }

  private func permitJoin(_ request: JSONValue, user: String, answer: @escaping Answer) {
    guard let seconds = request["seconds"]?.integerValue.flatMap({ UInt8(exactly: $0) }), seconds <= 254
    else { return answer(.failure(ControlFailure("\"seconds\" is a number from 0 to 254"))) }
    guard let router = request["through"]?.stringValue else {
      return perform(.setJoinAllow(seconds: seconds), on: nil, user: user, answer: answer)
    }
    guard let record = device(router) else {
      return answer(.failure(ControlFailure("no device \"\(router)\"")))
    }
    guard record.device.isRouter else {
      return answer(.failure(ControlFailure("\"\(router)\" is no router: nothing can join through it")))
    }
    gateway.permitJoin(seconds: seconds, through: record.ieee) { result in
      answer(
        result == .succeeded
          ? .success(.null) : .failure(ControlFailure("the router did not open: \(result)")))
    }
  }

  private func remove(_ request: JSONValue, user: String, answer: @escaping Answer) {
    guard let name = request["device"]?.stringValue, let record = device(name) else {
      return answer(.failure(ControlFailure("no such device")))
    }
    guard request["force"]?.boolValue == true else {
      return perform(.delDevice, on: name, user: user, answer: answer)
    }
    gateway.forget(record.ieee)
    answer(.success(.null))
  }

  private func call(_ request: JSONValue, user: String, answer: @escaping Answer) {
    guard let name = request["func"]?.stringValue else { return answer(.failure(Self.missing("func"))) }
    let target = request["device"]?.stringValue
    let function = LocalCallForm.function(name, parameters: request["params"] ?? [:])
    gateway.localCall(user: user, target: target == "gateway" ? nil : target, function: function) { result in
      answer(.success(LocalCallForm.reply(result)))
    }
  }

  func device(_ text: String) -> DeviceRecord? {
    let ieee = IEEEAddress(text)
    return gateway.core.devices.first {
      $0.name == text || $0.deviceID == text || (ieee != nil && $0.ieee == ieee)
    }
  }
}

/// A local call's result for people.
enum LocalResult {
  static func json(_ result: CallResult) -> Result<JSONValue, ControlFailure> {
    guard result.code == .ok else {
      let text =
        switch result.code {
        case .ok: "done"
        case .forbidden: "refused"
        case .deviceNotFound: "no such device"
        case .unsupported: "not supported"
        case .badArguments: "the arguments do not fit"
        case .timedOut: "no answer in time"
        case .gatewayFault: "the coordinator or the store does not work"
        case .deviceFault: "the device refused"
        case .executionFailed: "failed"
        case .tooLate: "too late"
        }
      return .failure(ControlFailure(result.reason.map { "\(text): \($0)" } ?? text))
    }
    guard case .users(let users) = result.value else { return .success(.null) }
    return .success(
      .array(
        users.map {
          [
            "user": .string($0.userID),
            "source": .string($0.isConfigured ? "configuration" : "gatehouse users allow"),
          ]
        }))
  }
}
