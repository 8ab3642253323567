import ByteCoding

/// One datapoint of Tuya's own protocol in cluster 0xEF00: number, type, length and data, the numbers with the
/// most significant byte first.
public struct TuyaDatapoint: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let raw = Self(rawValue: 0)
    public static let boolean = Self(rawValue: 1)
    /// Signed, four bytes.
    public static let number = Self(rawValue: 2)
    public static let string = Self(rawValue: 3)
    public static let enumeration = Self(rawValue: 4)
    /// One, two or four bytes.
    public static let bitmap = Self(rawValue: 5)

    public var name: String {
      switch self {
      case .raw: "raw"
      case .boolean: "bool"
      case .number: "value"
      case .string: "string"
      case .enumeration: "enum"
      case .bitmap: "bitmap"
      default: "?"
      }
    }
  }

  public var number: UInt8
  public var kind: Kind
  public var data: [UInt8]

  public init(number: UInt8, kind: Kind, data: [UInt8]) {
    self.number = number
    self.kind = kind
    self.data = data
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    number = try reader.readUInt8()
    kind = Kind(rawValue: try reader.readUInt8())
    data = try reader.readBytes(count: Int(try reader.readUInt16BE()))
  }

  public func encode(into writer: inout ByteWriter) {
    let written = data.prefix(Int(UInt16.max))
    writer.write(number)
    writer.write(kind.rawValue)
    writer.writeBE(UInt16(written.count))
    writer.write(written)
  }

  /// The datapoints that are whole; the reader stays in front of one that is not.
  static func readAll(from reader: inout ByteReader) -> [TuyaDatapoint] {
    var datapoints: [TuyaDatapoint] = []
    while !reader.isEmpty {
      let mark = reader
      guard let datapoint = try? TuyaDatapoint(from: &reader) else {
        reader = mark
        break
      }
      datapoints.append(datapoint)
    }
    return datapoints
  }

  /// The number that the data holds, by its kind; nil for raw data, strings and odd lengths.
  public var integer: Int64? {
    guard kind == .boolean || kind == .number || kind == .enumeration || kind == .bitmap,
      (1...4).contains(data.count)
    else { return nil }
    let bits = data.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return kind == .number && data.count == 4 ? Int64(Int32(bitPattern: bits)) : Int64(bits)
  }
}
