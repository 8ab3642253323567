import Zigbee

/// One named field of a decoded command of an adapter.
public struct FrameField: Hashable, Sendable {
  public var name: String
  public var value: FieldValue

  public init(_ name: String, _ value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a field together with how people write it.
public indirect enum FieldValue: Hashable, Sendable {
  /// A count, size or measure: written in decimal.
  case number(UInt64)
  case signed(Int64)
  /// An identifier: written `0x` with `digits` upper-case hexadecimal digits.
  case identifier(UInt64, digits: Int)
  /// Written `0x` with 16 lower-case digits, most significant byte first.
  case ieee(IEEEAddress)
  /// Written as two lower-case digits a byte.
  case bytes([UInt8])
  case text(String)
  case list([FieldValue])
  case structure([FrameField])
}

/// The fields of one command of an adapter in the order of the wire.
public struct FrameFields: Hashable, Sendable {
  /// `SYS.osalNvRead`; nil for a command that the table does not know.
  public var name: String?
  public var fields: [FrameField]
  /// The message has more or fewer bytes than its definition.
  public var lengthMismatch: Bool

  public init(name: String?, fields: [FrameField], lengthMismatch: Bool) {
    self.name = name
    self.fields = fields
    self.lengthMismatch = lengthMismatch
  }

  public subscript(name: String) -> FieldValue? {
    fields.first { $0.name == name }?.value
  }

  /// A field that is a plain number or identifier.
  public func number(_ name: String) -> UInt64? {
    switch self[name] {
    case .number(let value), .identifier(let value, _): value
    default: nil
    }
  }

  public func bytes(_ name: String) -> [UInt8]? {
    if case .bytes(let bytes) = self[name] { bytes } else { nil }
  }
}

extension FrameFields {
  /// A field that is a number of any kind, as the bits that stood on the wire.
  public func integer(_ name: String) -> UInt64? {
    switch self[name] {
    case .number(let value), .identifier(let value, _): value
    case .signed(let value): UInt64(truncatingIfNeeded: value)
    case .ieee(let address): address.rawValue
    default: nil
    }
  }
}
