import Zigbee

/// What a field is written from.
public enum FieldInput: Hashable, Sendable {
  case integer(UInt64)
  case bytes([UInt8])
  case list([UInt64])

  public static func number(_ value: some FixedWidthInteger) -> Self {
    .integer(UInt64(truncatingIfNeeded: value))
  }
}

/// Writes the parameters of one command along its field definitions, from values by name. The reverse of
/// `FieldReader` for the kinds that commands to an adapter have.
public struct FieldWriter {
  public private(set) var bytes: [UInt8] = []
  let schema: FrameSchema

  public init(schema: FrameSchema) { self.schema = schema }

  /// False when a field has no value that fits its kind; optional fields without one are left out.
  public mutating func write(_ definitions: [FieldDefinition], _ values: [String: FieldInput]) -> Bool {
    for definition in definitions {
      if definition.kind.isPeek { continue }
      guard let value = values[definition.name] else {
        if definition.isOptional { continue }
        return false
      }
      guard write(value, as: definition.kind) else { return false }
    }
    return true
  }

  private mutating func write(_ value: FieldInput, as kind: FieldKind) -> Bool {
    switch (kind, value) {
    case (.number(let count), .integer(let number)), (.identifier(let count), .integer(let number)):
      append(number, count)
    case (.signed, .integer(let number)): append(number, 1)
    case (.ieee, .integer(let number)): append(number, 8)
    case (.rest, .bytes(let content)), (.countedBytes, .bytes(let content)): bytes += content
    case (.fixedBytes(let count), .bytes(let content)):
      guard content.count == count else { return false }
      bytes += content
    case (.prefixedBytes(let lengthBytes), .bytes(let content)):
      guard lengthBytes >= 4 || content.count < 1 << (8 * lengthBytes) else { return false }
      append(UInt64(content.count), lengthBytes)
      bytes += content
    case (.prefixedList(let element), .list(let numbers)):
      guard let count = UInt8(exactly: numbers.count) else { return false }
      bytes.append(count)
      return append(numbers, of: element)
    case (.countedList(_, let element), .list(let numbers)), (.restList(let element), .list(let numbers)):
      return append(numbers, of: element)
    default: return false
    }
    return true
  }

  private mutating func append(_ numbers: [UInt64], of element: String) -> Bool {
    guard let count = width(of: element) else { return false }
    for number in numbers { append(number, count) }
    return true
  }

  private func width(of element: String) -> Int? {
    switch FieldKind.plain(element) {
    case .number(let count)?, .identifier(let count)?: count
    case .ieee?: 8
    case .signed?: 1
    default: nil
    }
  }

  private mutating func append(_ number: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}
