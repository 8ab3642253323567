import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee

/// Makes the reply to a call from the call's own envelope (cloud protocol, section 2.2): the same keys in
/// the order of the protocol, a result in place of the request's empty one.
struct ReplyEncoder: Sendable {
  let gatewayID: String

  private static let ownKeys: Set<String> = [
    "msgtype", "userId", "msgId", "msgid", "gwId", "deviceId", "func", "params", "returnCode", "returnData",
    "timestamp", "msg",
  ]

  func encode(_ reply: CallReply, caller: CloudCaller, at time: WallTime) -> [UInt8]? {
    guard let request = try? JSONValue(parsing: reply.context).objectValue, let function = request["func"]
    else { return nil }
    var body = JSONObject()
    body["msgtype"] = "respone"
    body["userId"] = .string(caller.userID)
    body["msgId"] = request["msgId"] ?? request["msgid"]
    body["gwId"] = stated("gwId", in: request) ?? .string(gatewayID)
    body["deviceId"] = stated("deviceId", in: request) ?? .string(gatewayID)
    body["func"] = function
    body["params"] = .object(request["params"]?.objectValue ?? JSONObject())
    body["returnCode"] = .string(Self.code(reply.result.code))
    body["returnData"] = .object(ReturnDataEncoder.encode(reply.result.value))
    body["timestamp"] = .string(String(time.milliseconds))
    if let reason = reply.result.reason { body["msg"] = .string(reason) }
    for (key, value) in request where !Self.ownKeys.contains(key) { body[key] = value }
    return JSONValue.object(body).encoded()
  }

  /// A null counts as not stated.
  private func stated(_ key: String, in request: JSONObject) -> JSONValue? {
    guard let value = request[key], !value.isNull else { return Optional.none }
    return value
  }

  /// Cloud protocol, section 2.3.
  static func code(_ code: CallResult.Code) -> String {
    switch code {
    case .ok: "200"
    case .forbidden: "403"
    case .deviceNotFound: "404"
    case .unsupported: "405"
    case .badArguments: "406"
    case .timedOut: "407"
    case .gatewayFault: "408"
    case .deviceFault: "409"
    case .executionFailed: "411"
    case .tooLate: "413"
    }
  }
}
