/// One property with its value (5.0, clause 2.2.2).
public struct Property: Hashable, Sendable {
  /// The formats of clause 1.5; which one it is follows from the identifier.
  public enum Value: Hashable, Sendable {
    /// A byte, two bytes, four bytes or a variable byte integer.
    case number(UInt32)
    case text(String)
    case binary([UInt8])
    case pair(name: String, value: String)
  }

  public let identifier: PropertyIdentifier
  public let value: Value

  /// The caller has made sure that the value has the identifier's format.
  init(_ identifier: PropertyIdentifier, _ value: Value) {
    self.identifier = identifier
    self.value = value
  }

  /// Bytes on the wire, identifier included.
  var byteCount: Int {
    switch value {
    case .number(let number):
      switch identifier.format {
      case .byte: 2
      case .twoByteInteger: 3
      case .fourByteInteger: 5
      default: 1 + VariableByteInteger.byteCount(number)
      }
    case .text(let text): 3 + text.utf8.count
    case .binary(let bytes): 3 + bytes.count
    case .pair(let name, let value): 5 + name.utf8.count + value.utf8.count
    }
  }
}

/// A name and a value whose meaning is the application's; names may repeat and the order counts.
public struct UserProperty: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
