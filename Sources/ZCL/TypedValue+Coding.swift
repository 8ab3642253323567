import ByteCoding

/// Reading and writing values of every ZCL data type (ZCL 2.6.2).
extension ZCLValue {
  /// Collections in collections; the standard's own selectors know 15 levels, devices use two.
  public static let maximumDepth = 8

  /// Reads a value of `type`. A type that is not known cannot be skipped either.
  public init(_ type: DataType, from reader: inout ByteReader) throws(DecodingFailure) {
    self = try Self.read(type, from: &reader, depth: 0)
  }

  private static func read(
    _ type: DataType, from reader: inout ByteReader, depth: Int
  ) throws(DecodingFailure) -> ZCLValue {
    switch type {
    case .noData, .unknown: return .none
    case .boolean: return boolean(byte: try reader.readUInt8())
    case .semiFloat: return .float(Double(Float16(bitPattern: try reader.readUInt16LE())))
    case .float: return .float(Double(Float(bitPattern: try reader.readUInt32LE())))
    case .double: return .float(Double(bitPattern: try reader.readUInt64LE()))
    case .octetString, .characterString, .longOctetString, .longCharacterString:
      return try readString(type, from: &reader)
    case .key128: return .octets(try reader.readBytes(count: 16))
    case .array, .set, .bag: return try readList(from: &reader, depth: depth)
    case .structure: return try readStructure(from: &reader, depth: depth)
    default:
      guard let length = type.fixedLength, (1...8).contains(length) else {
        throw DecodingFailure(.unknownType(type.rawValue), offset: reader.offset)
      }
      let bits = try reader.readLittleEndian(byteCount: length)
      return type.isSigned ? .signed(signExtended(bits, byteCount: length)) : .unsigned(bits)
    }
  }

  /// Everything but 0 and 1 is kept as a number: 0xFF is the non-value, the others are a device's way to say
  /// "true".
  private static func boolean(byte: UInt8) -> ZCLValue {
    byte <= 1 ? .boolean(byte == 1) : .unsigned(UInt64(byte))
  }

  static func signExtended(_ bits: UInt64, byteCount: Int) -> Int64 {
    let shift = 64 - 8 * min(max(byteCount, 1), 8)
    return Int64(bitPattern: bits << UInt64(shift)) >> Int64(shift)
  }

  private static func readString(
    _ type: DataType, from reader: inout ByteReader
  ) throws(DecodingFailure) -> ZCLValue {
    let isLong = type == .longOctetString || type == .longCharacterString
    let length = isLong ? Int(try reader.readUInt16LE()) : Int(try reader.readUInt8())
    if length == (isLong ? 0xFFFF : 0xFF) { return .none }
    let bytes = try reader.readBytes(count: length)
    return type == .octetString || type == .longOctetString ? .octets(bytes) : .string(bytes)
  }

  private static func readList(
    from reader: inout ByteReader, depth: Int
  ) throws(DecodingFailure) -> ZCLValue {
    let start = reader.offset
    guard depth < maximumDepth else { throw DecodingFailure(.limitExceeded, offset: start) }
    let type = DataType(rawValue: try reader.readUInt8())
    let count = try reader.readUInt16LE()
    if count == 0xFFFF { return .none }
    // Elements without bytes would let a count of two bytes make any amount of work.
    if count > 0, type.fixedLength == 0 { throw DecodingFailure(.invalidValue, offset: start) }
    var elements: [ZCLValue] = []
    for _ in 0..<count { elements.append(try read(type, from: &reader, depth: depth + 1)) }
    return .list(type, elements)
  }

  private static func readStructure(
    from reader: inout ByteReader, depth: Int
  ) throws(DecodingFailure) -> ZCLValue {
    guard depth < maximumDepth else { throw DecodingFailure(.limitExceeded, offset: reader.offset) }
    let count = try reader.readUInt16LE()
    if count == 0xFFFF { return .none }
    var members: [TypedValue] = []
    for _ in 0..<count {
      let type = DataType(rawValue: try reader.readUInt8())
      members.append(TypedValue(type, try read(type, from: &reader, depth: depth + 1)))
    }
    return .structure(members)
  }
}

extension ZCLValue {
  /// Writes the value as `type`: numbers are cut to its width, strings to the length it can state, and a
  /// value of another kind becomes the type's non-value. (`TypedValue.coerced` tells before whether it fits.)
  public func encode(as type: DataType, into writer: inout ByteWriter) {
    switch type {
    case .noData, .unknown: return
    case .semiFloat: writer.writeLE(Float16(number ?? .nan).bitPattern)
    case .float: writer.writeLE(Float(number ?? .nan).bitPattern)
    case .double: writer.writeLE((number ?? .nan).bitPattern)
    case .octetString, .characterString, .longOctetString, .longCharacterString:
      encodeString(isLong: type.rawValue >= DataType.longOctetString.rawValue, into: &writer)
    case .key128:
      let key = (bytes ?? []).prefix(16)
      writer.write(key)
      writer.write(repeatElement(0, count: 16 - key.count))
    case .array, .set, .bag: encodeList(into: &writer)
    case .structure: encodeStructure(into: &writer)
    default:
      guard let length = type.fixedLength, (1...8).contains(length) else { return }
      writer.writeLittleEndian(bits(of: type), byteCount: length)
    }
  }

  /// The bits of a number, or those that mean "no value".
  private func bits(of type: DataType) -> UInt64 {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .unsigned(let value): value
    case .signed(let value): UInt64(bitPattern: value)
    default: type.nonValueBits ?? 0
    }
  }

  private func encodeString(isLong: Bool, into writer: inout ByteWriter) {
    guard let bytes else {
      if isLong { writer.writeLE(UInt16.max) } else { writer.write(UInt8.max) }
      return
    }
    let written = bytes.prefix(isLong ? 0xFFFE : 0xFE)
    if isLong { writer.writeLE(UInt16(written.count)) } else { writer.write(UInt8(written.count)) }
    writer.write(written)
  }

  private func encodeList(into writer: inout ByteWriter) {
    guard case .list(let type, let elements) = self else {
      writer.write(DataType.unknown.rawValue)
      writer.writeLE(UInt16.max)
      return
    }
    let written = elements.prefix(0xFFFE)
    writer.write(type.rawValue)
    writer.writeLE(UInt16(written.count))
    for element in written { element.encode(as: type, into: &writer) }
  }

  private func encodeStructure(into writer: inout ByteWriter) {
    guard case .structure(let members) = self else {
      writer.writeLE(UInt16.max)
      return
    }
    let written = members.prefix(0xFFFE)
    writer.writeLE(UInt16(written.count))
    for member in written { member.encode(into: &writer) }
  }
}

/// A value with its type byte in front, as in attribute records and structures.
extension TypedValue: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let type = DataType(rawValue: try reader.readUInt8())
    self.init(type, try ZCLValue(type, from: &reader))
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(type.rawValue)
    value.encode(as: type, into: &writer)
  }
}
