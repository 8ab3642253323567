import Zigbee

/// One named field of a decoded MT message.
package struct MTField: Hashable, Sendable {
  package var name: String
  package var value: MTFieldValue

  package init(_ name: String, _ value: MTFieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a field together with how people write it.
package indirect enum MTFieldValue: Hashable, Sendable {
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
  case list([MTFieldValue])
  case structure([MTField])
}

/// The fields of one MT message in the order of the wire.
package struct MTFields: Hashable, Sendable {
  /// `SYS.osalNvRead`; nil for a command that the table does not know.
  package var name: String?
  package var fields: [MTField]
  /// The message has more or fewer bytes than its definition.
  package var lengthMismatch: Bool

  package subscript(name: String) -> MTFieldValue? {
    fields.first { $0.name == name }?.value
  }

  /// A field that is a plain number or identifier.
  package func number(_ name: String) -> UInt64? {
    switch self[name] {
    case .number(let value), .identifier(let value, _): value
    default: nil
    }
  }

  package func bytes(_ name: String) -> [UInt8]? {
    if case .bytes(let bytes) = self[name] { bytes } else { nil }
  }
}
