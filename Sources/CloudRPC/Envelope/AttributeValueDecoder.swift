import GatewayCore
import JSON
import ZCL

/// Turns a JSON value into a value to write.
enum AttributeValueDecoder {
  static let longestText = 200

  static func decode(_ value: JSONValue, type: JSONValue?) throws(ArgumentFault) -> AttributeInput {
    guard let type else {
      guard let plain = plain(value) else { throw ArgumentFault("value has no form that can be written") }
      return .untyped(plain)
    }
    guard let dataType = dataType(type) else { throw ArgumentFault("attributeDataType is not known") }
    guard let typed = typed(value, as: dataType) else {
      throw ArgumentFault("value does not fit attributeDataType")
    }
    return .typed(typed)
  }

  /// By number, or by the standard's short name.
  private static func dataType(_ value: JSONValue) -> DataType? {
    if let number = Arguments.integer(value) { return UInt8(exactly: number).map { DataType(rawValue: $0) } }
    return value.stringValue.flatMap { DataType(name: $0) }
  }

  private static func typed(_ value: JSONValue, as type: DataType) -> TypedValue? {
    switch type {
    case .octetString:
      return Arguments.bytes(value).flatMap { $0.count <= longestText ? TypedValue(type, .octets($0)) : nil }
    case .characterString:
      guard let text = value.stringValue, text.utf8.count <= longestText else { return nil }
      return TypedValue(type, .string(Array(text.utf8)))
    case .boolean:
      if let flag = value.boolValue { return TypedValue(type, .boolean(flag)) }
      return Arguments.integer(value).flatMap {
        (0...1).contains($0) ? TypedValue(type, .boolean($0 == 1)) : nil
      }
    default: break
    }
    guard type.fixedLength.map({ (1...8).contains($0) }) ?? false else { return nil }
    if type.isFloatingPoint { return value.numberValue.map { TypedValue(type, .float($0)) } }
    if let flag = value.boolValue { return TypedValue(.boolean, .boolean(flag)).coerced(to: type) }
    guard let number = Arguments.integer(value) else { return nil }
    return number < 0
      ? TypedValue(.int64, .signed(number)).coerced(to: type)
      : TypedValue(.uint64, .unsigned(UInt64(number))).coerced(to: type)
  }

  private static func plain(_ value: JSONValue) -> ZCLValue? {
    switch value {
    case .bool(let flag): return .boolean(flag)
    case .integer(let number): return number < 0 ? .signed(number) : .unsigned(UInt64(number))
    case .number(let number): return .float(number)
    case .string(let text): return text.utf8.count <= longestText ? .string(Array(text.utf8)) : nil
    case .array, .object, .null: return nil
    }
  }
}
