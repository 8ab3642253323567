/// A value of any ZCL data type, as it is on the wire: invalid sentinels are kept (see
/// `TypedValue.meaningful`).
public indirect enum ZCLValue: Hashable, Sendable {
  /// No data: the type has none, or the string has the length that means "invalid".
  case none
  case boolean(Bool)
  /// All unsigned numbers: uint, enum, bitmap, data, times, ids, IEEE address.
  case unsigned(UInt64)
  case signed(Int64)
  /// Semi, single and double precision.
  case float(Double)
  /// Character strings. Devices send any bytes, so it is bytes; `text` reads them.
  case string([UInt8])
  case octets([UInt8])
  /// Array, set and bag.
  case list(DataType, [ZCLValue])
  case structure([TypedValue])

  /// The number of any numeric kind, nil for the others.
  public var integer: Int64? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .unsigned(let value): Int64(exactly: value)
    case .signed(let value): value
    default: nil
    }
  }

  /// A string's text: trailing NULs and blanks cut, invalid UTF-8 repaired, never a failure (interview
  /// rule: a name must not stop a device).
  public var text: String? {
    guard case .string(let bytes) = self else { return nil }
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    var slice = bytes[..<end]
    while let last = slice.last, last == 0x20 { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }
}

/// A value with the type that the frame gave for it.
public struct TypedValue: Hashable, Sendable {
  public var type: DataType
  public var value: ZCLValue

  public init(_ type: DataType, _ value: ZCLValue) {
    self.type = type
    self.value = value
  }
}
