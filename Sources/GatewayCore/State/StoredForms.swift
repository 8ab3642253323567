import JSON
import SansIO
import ZCL
import Zigbee

/// The stored form of what has no table of its own, as JSON: readable, and open to later fields.
enum StoredForm {
  static let limits = JSONLimits(depth: 24, size: 64 * 1024)

  static func parse(_ bytes: [UInt8]) -> JSONObject? {
    guard let value = try? JSONValue(parsing: bytes, limits: limits) else { return nil }
    return value.objectValue
  }

  static func object(_ members: (String, JSONValue?)...) -> JSONValue {
    .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
  }

  static func hex(_ bytes: [UInt8]) -> JSONValue { .string(Hexadecimal.string(bytes)) }

  static func bytes(_ value: JSONValue?) -> [UInt8]? { value?.stringValue.flatMap { Hexadecimal.bytes($0) } }

  static func number<Number: FixedWidthInteger>(_ value: JSONValue?, as _: Number.Type = Number.self)
    -> Number?
  {
    value?.integerValue.flatMap { Number(exactly: $0) }
  }
}
