import JSON
import Zigbee

/// How the explanations write what JSON has no word for.
enum JSONText {
  /// `0x0101`, upper case.
  static func identifier(_ value: UInt64, byteCount: Int) -> JSONValue {
    .string("0x" + Hexadecimal.digits(value, count: 2 * byteCount).uppercased())
  }

  static func identifier(_ value: UInt8) -> JSONValue { identifier(UInt64(value), byteCount: 1) }
  static func identifier(_ value: UInt16) -> JSONValue { identifier(UInt64(value), byteCount: 2) }

  /// Eight-byte addresses: most significant byte first, lower case.
  static func address(_ value: UInt64) -> JSONValue { .string("0x" + Hexadecimal.digits(value, count: 16)) }

  static func hex(_ bytes: [UInt8]) -> JSONValue { .string(Hexadecimal.string(bytes)) }

  /// Whole numbers of 2^53 and more are decimal strings: readers of JSON keep doubles.
  static func number(_ value: UInt64) -> JSONValue {
    value < 1 << 53 ? .integer(Int64(value)) : .string(String(value))
  }

  static func number(_ value: Int64) -> JSONValue {
    value.magnitude < 1 << 53 ? .integer(value) : .string(String(value))
  }

  /// Six decimals, which is what the single precision of devices is worth; small numbers stay whole.
  static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    guard value.magnitude >= 0.001, value.magnitude < 1e9 else { return .number(value) }
    return .number((value * 1e6).rounded() / 1e6)
  }

  /// A text as it is when it is printable ASCII, otherwise its bytes.
  static func text(_ bytes: [UInt8]) -> JSONValue {
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return .string(String(decoding: bytes, as: UTF8.self))
    }
    return octets(bytes)
  }

  static func octets(_ bytes: [UInt8]) -> JSONValue { ["hex": hex(bytes)] }
}

extension JSONObject {
  /// An object written down as a literal.
  init(of members: KeyValuePairs<String, JSONValue>) {
    self.init(members.map { ($0.key, $0.value) })
  }
}
