import JSON
import Zigbee

/// The arguments of a call: `params`, and for the functions that put them there `returnData`.
struct Arguments: Sendable {
  let parameters: JSONObject
  let more: JSONObject

  subscript(key: String) -> JSONValue? {
    let value = parameters[key] ?? more[key]
    return value?.isNull ?? true ? nil : value
  }

  func text(_ key: String) -> String? { self[key]?.stringValue }

  /// A whole number, as a number or as decimal or `0x` hexadecimal text.
  func integer(_ key: String) throws(ArgumentFault) -> Int64? {
    guard let value = self[key] else { return nil }
    guard let number = Self.integer(value) else { throw ArgumentFault("\(key) is no whole number") }
    return number
  }

  static func integer(_ value: JSONValue) -> Int64? {
    guard let text = value.stringValue else { return value.integerValue }
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return Int64(text.dropFirst(2), radix: 16) }
    return Int64(text)
  }

  func number<Number: FixedWidthInteger>(
    _ key: String, in range: ClosedRange<Number>
  ) throws(ArgumentFault) -> Number? {
    guard let value = try integer(key) else { return nil }
    guard let number = Number(exactly: value), range.contains(number) else {
      throw ArgumentFault("\(key) must be \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func required<Number: FixedWidthInteger>(
    _ key: String, in range: ClosedRange<Number>
  ) throws(ArgumentFault) -> Number {
    guard let number = try number(key, in: range) else { throw ArgumentFault("\(key) is missing") }
    return number
  }

  func bool(_ key: String) throws(ArgumentFault) -> Bool? {
    guard let value = self[key] else { return nil }
    switch value {
    case .bool(let flag): return flag
    case .integer(0), .string("0"), .string("off"), .string("false"): return false
    case .integer(1), .string("1"), .string("on"), .string("true"): return true
    default: throw ArgumentFault("\(key) must be true or false")
    }
  }

  /// Bytes as hexadecimal text or as an array of numbers; none when the key is missing.
  func bytes(_ key: String, limit: Int) throws(ArgumentFault) -> [UInt8] {
    guard let value = self[key] else { return [] }
    guard let bytes = Self.bytes(value) else { throw ArgumentFault("\(key) is no list of bytes") }
    guard bytes.count <= limit else { throw ArgumentFault("\(key) is longer than \(limit) bytes") }
    return bytes
  }

  static func bytes(_ value: JSONValue) -> [UInt8]? {
    if let text = value.stringValue { return Hexadecimal.bytes(text) }
    guard let elements = value.arrayValue else { return nil }
    let bytes = elements.compactMap { integer($0).flatMap { UInt8(exactly: $0) } }
    return bytes.count == elements.count ? bytes : nil
  }
}

/// What is wrong with an argument, for the caller.
struct ArgumentFault: Error, Hashable, Sendable {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
