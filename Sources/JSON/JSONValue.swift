/// One JSON text (RFC 8259) as a value.
///
/// Whole numbers that fit keep all 64 bits as `integer`; every other number is a `number`.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The member named `key`; nil for a missing one and for anything that is not an object.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element at `index`; nil outside the array and for anything that is not one.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  public var isNull: Bool { self == .null }

  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// A whole number, also one that was written with a fraction of zero or an exponent.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Self.whole(value)
    default: nil
    }
  }

  private static func whole(_ value: Double) -> Int64? {
    guard value >= -0x1p63, value < 0x1p63 else { return nil }
    let whole = Int64(value)
    return Double(whole) == value ? whole : nil
  }

  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  public var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  public var objectValue: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }
}

extension JSONValue: CustomStringConvertible {
  /// The compact text, as `encoded()` writes it.
  public var description: String { String(decoding: encoded(), as: UTF8.self) }
}
