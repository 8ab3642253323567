/// The types of odd width, and the names of all.
extension DataType {
  public static let data16 = Self(rawValue: 0x09)
  public static let data24 = Self(rawValue: 0x0A)
  public static let data32 = Self(rawValue: 0x0B)
  public static let data40 = Self(rawValue: 0x0C)
  public static let data48 = Self(rawValue: 0x0D)
  public static let data56 = Self(rawValue: 0x0E)
  public static let data64 = Self(rawValue: 0x0F)
  public static let bitmap24 = Self(rawValue: 0x1A)
  public static let bitmap40 = Self(rawValue: 0x1C)
  public static let bitmap48 = Self(rawValue: 0x1D)
  public static let bitmap56 = Self(rawValue: 0x1E)
  public static let bitmap64 = Self(rawValue: 0x1F)
  public static let uint40 = Self(rawValue: 0x24)
  public static let uint56 = Self(rawValue: 0x26)
  public static let int40 = Self(rawValue: 0x2C)
  public static let int48 = Self(rawValue: 0x2D)
  public static let int56 = Self(rawValue: 0x2E)

  /// The short name of the standard (ZCL table 2-10): `map8`, `uint16`, `octstr` ...; nil for unknown types.
  public var name: String? {
    switch rawValue {
    case 0x08...0x0F: "data\(bits)"
    case 0x18...0x1F: "map\(bits)"
    case 0x20...0x27: "uint\(bits)"
    case 0x28...0x2F: "int\(bits)"
    case 0x30...0x31: "enum\(bits)"
    default: Self.otherNames[rawValue]
    }
  }

  private var bits: Int { 8 * (fixedLength ?? 0) }

  private static let otherNames: [UInt8: String] = [
    0x00: "nodata", 0x10: "bool", 0x38: "semi", 0x39: "single", 0x3A: "double", 0x41: "octstr",
    0x42: "string", 0x43: "octstr16", 0x44: "string16", 0x48: "array", 0x4C: "struct", 0x50: "set",
    0x51: "bag", 0xE0: "ToD", 0xE1: "date", 0xE2: "UTC", 0xE8: "clusterId", 0xE9: "attribId",
    0xEA: "bacOID", 0xF0: "EUI64", 0xF1: "key128", 0xFF: "unk",
  ]

  /// The type with this short name.
  public init?(name: some StringProtocol) {
    guard let type = Self.byName[String(name)] else { return nil }
    self = type
  }

  private static let byName: [String: DataType] = {
    var table: [String: DataType] = [:]
    for value in UInt8.min...UInt8.max {
      let type = DataType(rawValue: value)
      if let name = type.name { table[name] = type }
    }
    return table
  }()
}
