import Zigbee

/// Walks the parameters of one command along its field definitions. Nothing is refused: a field that ends early
/// is noted, and what is left stays where it is.
public struct FieldReader {
  let schema: FrameSchema
  let bytes: [UInt8]
  public private(set) var position = 0
  public private(set) var fields: [FrameField] = []
  public private(set) var endedEarly = false
  private var bitByte: UInt8 = 0
  private var bitsLeft = 0

  public init(schema: FrameSchema, bytes: [UInt8]) {
    self.schema = schema
    self.bytes = bytes
  }

  private var remaining: Int { bytes.count - position }

  public mutating func decode(_ definitions: [FieldDefinition]) {
    for definition in definitions {
      if definition.isOptional, remaining == 0, bitsLeft == 0 { return }
      guard let value = value(definition.kind) else {
        endedEarly = true
        if remaining > 0 { fields.append(FrameField("_truncated_at", .text(definition.name))) }
        return
      }
      fields.append(FrameField(shownName(definition), value))
    }
  }

  private func shownName(_ definition: FieldDefinition) -> String {
    guard case .address(let mode) = definition.kind else { return definition.name }
    switch field(mode) {
    case 1: return definition.name + "_group"
    case 3: return definition.name + "_ieee"
    default: return definition.name + "_nwk"
    }
  }

  private func field(_ name: String) -> Int {
    switch fields.last(where: { $0.name == name })?.value {
    case .number(let value), .identifier(let value, _): Int(truncatingIfNeeded: value)
    default: 0
    }
  }

  private mutating func value(_ kind: FieldKind) -> FieldValue? {
    switch kind {
    case .number(let count): integer(count).map { .number($0) }
    case .signed: integer(1).map { .signed(Int64(Int8(truncatingIfNeeded: $0))) }
    case .identifier(let count): integer(count).map { .identifier($0, digits: count * 2) }
    case .ieee: integer(8).map { .ieee(IEEEAddress(rawValue: $0)) }
    case .rest: take(remaining).map { .bytes($0) }
    case .fixedBytes(let count): take(count).map { .bytes($0) }
    case .countedBytes(let name): take(field(name)).map { .bytes($0) }
    case .prefixedBytes(let count): prefixedBytes(count)
    case .prefixedList(let element): integer(1).flatMap { list(Int($0), of: element) }
    case .countedList(let name, let element): list(field(name), of: element)
    case .restList(let element): list(nil, of: element)
    case .bits(let count): bits(count).map { .number(UInt64($0)) }
    case .peekedBits(let count): peek(count).map { .number(UInt64($0)) }
    case .peekedIdentifier(let count): peekedInteger(count).map { .identifier($0, digits: count * 2) }
    case .address(let mode): address(mode: field(mode))
    }
  }

  private func peekedInteger(_ count: Int) -> UInt64? {
    var ahead = self
    return ahead.integer(count)
  }

  private mutating func integer(_ count: Int) -> UInt64? {
    guard let taken = take(count) else { return nil }
    return taken.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  private mutating func prefixedBytes(_ lengthBytes: Int) -> FieldValue? {
    let start = position
    guard let length = integer(lengthBytes) else { return nil }
    guard let content = take(Int(length)) else {
      position = start
      return nil
    }
    return .bytes(content)
  }

  private mutating func bits(_ count: Int) -> UInt8? {
    if bitsLeft < count {
      guard let next = take(1)?.first else { return nil }
      bitByte = next
      bitsLeft = 8
    }
    defer {
      bitByte >>= UInt8(count)
      bitsLeft -= count
      if bitsLeft == 0 { bitByte = 0 }
    }
    return bitByte & mask(count)
  }

  private func peek(_ count: Int) -> UInt8? {
    position < bytes.count ? bytes[position] & mask(count) : nil
  }

  private func mask(_ count: Int) -> UInt8 { count >= 8 ? 0xFF : (1 << UInt8(max(count, 0))) - 1 }

  private mutating func address(mode: Int) -> FieldValue? {
    guard let raw = integer(8) else { return nil }
    return mode == 3 ? .ieee(IEEEAddress(rawValue: raw)) : .identifier(raw & 0xFFFF, digits: 4)
  }

  /// `count` elements, or all up to the end. The list is bounded by the frame: each element takes a byte.
  private mutating func list(_ count: Int?, of element: String) -> FieldValue? {
    guard let definitions = schema.element(element) else { return nil }
    var values: [FieldValue] = []
    while count.map({ values.count < $0 }) ?? (remaining > 0) {
      var child = FieldReader(schema: schema, bytes: Array(bytes[position...]))
      child.decode(definitions)
      guard !child.endedEarly, child.position > 0 else { return values.isEmpty ? nil : .list(values) }
      position += child.position
      if definitions.count == 1, definitions[0].name.isEmpty {
        values.append(child.fields[0].value)
      } else {
        values.append(.structure(child.fields.filter { !$0.name.hasPrefix("-") }))
      }
    }
    return .list(values)
  }
}
