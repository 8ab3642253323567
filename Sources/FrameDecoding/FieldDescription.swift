import ByteCoding
import JSON
import RadioInterface
import Zigbee

/// The fields of an adapter's command as JSON.
enum FieldDescription {
  static func json(_ decoded: FrameFields) -> JSONObject {
    var object = JSONObject()
    object["name"] = decoded.name.map { .string($0) }
    for field in decoded.fields { object[field.name] = json(field.value) }
    return object
  }

  private static func json(_ value: FieldValue) -> JSONValue {
    switch value {
    case .number(let number): JSONText.number(number)
    case .signed(let number): JSONText.number(number)
    case .identifier(let number, let digits):
      .string("0x" + Hexadecimal.digits(number, count: digits).uppercased())
    case .ieee(let address): JSONText.address(address.rawValue)
    case .bytes(let bytes): JSONText.hex(bytes)
    case .text(let text): .string(text)
    case .list(let values): .array(values.map { json($0) })
    case .structure(let fields): .object(JSONObject(fields.map { ($0.name, json($0.value)) }))
    }
  }
}
