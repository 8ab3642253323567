import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// ZCL values and command fields as JSON.
enum ValueDescription {
  static func json(_ typed: TypedValue) -> JSONValue { json(typed.value, type: typed.type) }

  static func json(_ value: ZCLValue, type: DataType) -> JSONValue {
    switch value {
    case .none: .null
    case .boolean(let flag): .integer(flag ? 1 : 0)
    case .unsigned(let bits): type == .ieeeAddress ? JSONText.address(bits) : JSONText.number(bits)
    case .signed(let number): JSONText.number(number)
    case .float(let number): JSONText.number(number)
    case .string(let bytes): JSONText.text(bytes)
    case .octets(let bytes): JSONText.octets(bytes)
    case .list(let element, let values): .array(values.map { json($0, type: element) })
    case .structure(let members): .array(members.map { .object(typed($0)) })
    }
  }

  /// `type`, `type_name` and `value`.
  static func typed(_ typed: TypedValue) -> JSONObject {
    var object = type(typed.type)
    object["value"] = json(typed)
    return object
  }

  static func type(_ type: DataType) -> JSONObject {
    var object = JSONObject()
    object["type"] = JSONText.identifier(type.rawValue)
    if let name = type.name { object["type_name"] = .string(name) }
    return object
  }

  static func json(_ value: CommandPayload.Value) -> JSONValue {
    switch value {
    case .typed(let typed): json(typed)
    case .identifier(let number, let count): JSONText.identifier(number, byteCount: count)
    case .number(let number): JSONText.number(number)
    case .code(let code): JSONText.text(code.reveal())
    case .text(let bytes): JSONText.text(bytes)
    case .bytes(let bytes): JSONText.hex(bytes)
    case .list(let elements): .array(elements.map { json($0) })
    case .datapoints(let datapoints): .array(datapoints.map { .object(json($0)) })
    }
  }

  private static func json(_ datapoint: TuyaDatapoint) -> JSONObject {
    var object = JSONObject()
    object["dp"] = .integer(Int64(datapoint.number))
    object["type"] = .integer(Int64(datapoint.kind.rawValue))
    object["type_name"] = .string(datapoint.kind.name)
    object["len"] = .integer(Int64(datapoint.data.count))
    if let integer = datapoint.integer {
      object["value"] = JSONText.number(integer)
    } else if datapoint.kind == .string {
      object["value"] = JSONText.text(datapoint.data)
    } else {
      object["value"] = JSONText.octets(datapoint.data)
    }
    return object
  }
}
