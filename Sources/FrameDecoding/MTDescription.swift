import ByteCoding
import JSON
import RadioInterface
import ZNP
import Zigbee

/// The fields of an MT command as JSON, and the message that it carries.
enum MTDescription {
  enum Inner {
    case zcl([UInt8], cluster: ClusterID)
    case zdo(ZDOMessage)
  }

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

  /// Application messages are ZCL, except those of endpoint 0, which are ZDO; raw ZDO callbacks bring the
  /// sequence number in a field of its own.
  static func inner(_ decoded: FrameFields) -> Inner? {
    guard let data = decoded.bytes("data_hex"), let number = decoded.number("cluster"),
      let cluster = UInt16(exactly: number).map({ ClusterID(rawValue: $0) })
    else { return nil }
    switch decoded.name {
    case "ZDO.msgCbIncoming":
      guard let sequence = decoded.number("tsn").flatMap({ UInt8(exactly: $0) }) else { return nil }
      return .zdo(ZDOMessage(sequence: sequence, cluster: cluster, body: data))
    case "AF.incomingMsg", "AF.incomingMsgExt", "AF.dataRequest", "AF.dataRequestExt":
      guard decoded.number("dst_ep") != 0 else {
        return (try? ZDOMessage(cluster: cluster, payload: data)).map { .zdo($0) }
      }
      return .zcl(data, cluster: cluster)
    default: return nil
    }
  }
}
