import GatewayCore
import JSON

/// The functions of the cloud protocol for people at the machine itself (`gatehouse call`): the same names,
/// parameters and codes, without an envelope.
package enum LocalCallForm {
  package static func function(_ name: String, parameters: JSONValue) -> GatewayFunction {
    let arguments = parameters.objectValue.map { Arguments(parameters: $0, more: JSONObject()) }
    return FunctionDecoder(limits: CloudLimits()).decode(name, arguments)
  }

  package static func reply(_ result: CallResult) -> JSONValue {
    var object = JSONObject([("returnCode", .string(ReplyEncoder.code(result.code)))])
    if let reason = result.reason { object["msg"] = .string(reason) }
    object["returnData"] = .object(ReturnDataEncoder.encode(result.value))
    return .object(object)
  }
}
