import GatewayCore
import JSON
import Simulation
import ZCL
import Zigbee

/// Says whether a published value is one that its device has sent.
struct ValueJudge {
  var record: AirRecord

  /// nil when it is right.
  func fault(in body: JSONValue, of ieee: IEEEAddress) -> String? {
    guard let cluster = body["clusterID"]?.integerValue.flatMap({ UInt16(exactly: $0) }),
      let attribute = body["attributeID"]?.integerValue.flatMap({ UInt16(exactly: $0) }),
      let numbers = body["attributeDataValue"]?.arrayValue
    else { return "a report without its parts: \(body)" }
    let endpoint = body["endpoint"]?.integerValue.flatMap { UInt8(exactly: $0) } ?? 1
    let sent = record.all(
      ieee, EndpointID(endpoint), ClusterID(rawValue: cluster), AttributeID(attribute))
    if let type = body["attributeDataType"]?.integerValue.flatMap({ UInt8(exactly: $0) }),
      let value = Self.value(DataType(rawValue: type), numbers), sent.contains(value)
    {
      return nil
    }
    let isAmong = sent.contains { typed in
      Self.numbers(typed.value) == numbers
        && (body["attributeDataType"]?.integerValue.map { $0 == Int64(typed.type.rawValue) } ?? true)
    }
    return isAmong ? nil : "a value that \(ieee) never sent: \(body)"
  }

  private static func value(_ type: DataType, _ numbers: [JSONValue]) -> TypedValue? {
    guard numbers.count == 1, let number = numbers[0].integerValue else { return nil }
    switch type.rawValue {
    case 0x10: return TypedValue(type, .boolean(number != 0))
    case 0x28...0x2F: return TypedValue(type, .signed(number))
    case 0x18...0x27, 0x30, 0x31: return TypedValue(type, .unsigned(UInt64(clamping: number)))
    default: return nil
    }
  }

  private static func numbers(_ value: ZCLValue) -> [JSONValue] {
    switch value {
    case .none: []
    case .boolean(let flag): [.integer(flag ? 1 : 0)]
    case .unsigned(let number): [Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))]
    case .signed(let number): [.integer(number)]
    case .float(let number): [.number(number)]
    case .string(let bytes), .octets(let bytes): bytes.map { .integer(Int64($0)) }
    case .list(_, let members): members.flatMap { numbers($0) }
    case .structure(let members): members.flatMap { numbers($0.value) }
    }
  }
}
