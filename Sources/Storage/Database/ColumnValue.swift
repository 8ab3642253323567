/// A value of one column of SQLite.
enum ColumnValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: some FixedWidthInteger) { self = .integer(Int64(truncatingIfNeeded: value)) }
  init(_ value: (some FixedWidthInteger)?) {
    self = value.map { .integer(Int64(truncatingIfNeeded: $0)) } ?? .null
  }
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }
  init(_ value: String) { self = .text(value) }
  init(_ value: String?) { self = value.map(ColumnValue.text) ?? .null }
  init(_ value: [UInt8]) { self = .blob(value) }
  init(_ value: [UInt8]?) { self = value.map(ColumnValue.blob) ?? .null }

  /// A list of 16-bit identifiers, low byte first.
  init(list: [UInt16]) {
    self = .blob(list.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }
}

/// A column that does not hold what its table says: the row is skipped and counted.
struct ColumnFault: Error {}

/// Takes the columns of one row from left to right.
struct ColumnCursor {
  private let columns: ArraySlice<ColumnValue>
  private var position: Int

  init(_ columns: [ColumnValue]) {
    self.columns = columns[...]
    position = columns.startIndex
  }

  mutating func next() throws(ColumnFault) -> ColumnValue {
    guard columns.indices.contains(position) else { throw ColumnFault() }
    defer { position += 1 }
    return columns[position]
  }

  mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(ColumnFault) -> Value {
    guard let value: Value = try optionalInteger() else { throw ColumnFault() }
    return value
  }

  mutating func optionalInteger<Value: FixedWidthInteger>(
    _: Value.Type = Value.self
  ) throws(ColumnFault) -> Value? {
    switch try next() {
    case .null: return nil
    case .integer(let raw):
      if Value.self == UInt64.self { return Value(truncatingIfNeeded: raw) }
      guard let value = Value(exactly: raw) else { throw ColumnFault() }
      return value
    default: throw ColumnFault()
    }
  }

  mutating func bool() throws(ColumnFault) -> Bool { try integer(Int64.self) != 0 }

  mutating func text() throws(ColumnFault) -> String {
    guard let value = try optionalText() else { throw ColumnFault() }
    return value
  }

  mutating func optionalText() throws(ColumnFault) -> String? {
    switch try next() {
    case .null: return nil
    case .text(let value): return value
    default: throw ColumnFault()
    }
  }

  mutating func blob() throws(ColumnFault) -> [UInt8] {
    guard let value = try optionalBlob() else { throw ColumnFault() }
    return value
  }

  mutating func optionalBlob() throws(ColumnFault) -> [UInt8]? {
    switch try next() {
    case .null: return nil
    case .blob(let value): return value
    default: throw ColumnFault()
    }
  }

  mutating func list() throws(ColumnFault) -> [UInt16] {
    let bytes = try blob()
    guard bytes.count.isMultiple(of: 2) else { throw ColumnFault() }
    return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  /// A value of a closed set; what is not in it is a fault of the row.
  mutating func member<Value: RawRepresentable>(
    of _: Value.Type = Value.self
  ) throws(ColumnFault) -> Value where Value.RawValue: FixedWidthInteger {
    guard let value = Value(rawValue: try integer()) else { throw ColumnFault() }
    return value
  }

  mutating func word<Value: RawRepresentable>(
    of _: Value.Type = Value.self
  ) throws(ColumnFault) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: try text()) else { throw ColumnFault() }
    return value
  }
}
