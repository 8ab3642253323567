import GatewayCore
import JSON
import ZCL
import Zigbee

/// An attribute with its raw value and what it means.
enum AttributeEncoder {
  /// `endpoint`, `clusterID`, `attributeID`, `attributeDataType`, `attributeDataValue`, `value`, `unit`, one
  /// after the other.
  static func members(_ reading: AttributeReading, _ add: (StaticString, JSONValue) -> Void) {
    add("endpoint", .integer(Int64(reading.key.endpoint.rawValue)))
    add("clusterID", .integer(Int64(reading.key.cluster.rawValue)))
    if let manufacturer = reading.key.manufacturer {
      add("manufacturerCode", .integer(Int64(manufacturer.rawValue)))
    }
    add("attributeID", .integer(Int64(reading.key.attribute.rawValue)))
    add("attributeDataType", reading.raw.map { .integer(Int64($0.type.rawValue)) } ?? .null)
    add("attributeDataValue", .array(reading.raw.map { rawValues($0.value) } ?? []))
    add("value", reading.value.map { plain($0) } ?? .null)
    add("unit", .string(reading.unit))
  }

  static func object(_ reading: AttributeReading) -> JSONObject {
    var object = JSONObject()
    members(reading) { object["\($0)"] = $1 }
    return object
  }

  /// The numbers on the air: one for a number, the bytes of a string, the members of a list.
  static func rawValues(_ value: ZCLValue) -> [JSONValue] {
    switch value {
    case .none: []
    case .boolean(let flag): [.integer(flag ? 1 : 0)]
    case .unsigned(let number): [Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))]
    case .signed(let number): [.integer(number)]
    case .float(let number): [.number(number)]
    case .string(let bytes), .octets(let bytes): bytes.map { .integer(Int64($0)) }
    case .list(_, let members): members.flatMap { rawValues($0) }
    case .structure(let members): members.flatMap { rawValues($0.value) }
    }
  }

  private static func plain(_ value: PlainValue) -> JSONValue {
    switch value {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}
