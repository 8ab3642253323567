/// A ZCL data type (ZCL revision 8, 2.6.2, table 2-10). Open: a device may send any byte.
public struct DataType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let noData = Self(rawValue: 0x00)
  public static let data8 = Self(rawValue: 0x08)
  public static let boolean = Self(rawValue: 0x10)
  public static let bitmap8 = Self(rawValue: 0x18)
  public static let bitmap16 = Self(rawValue: 0x19)
  public static let bitmap32 = Self(rawValue: 0x1B)
  public static let uint8 = Self(rawValue: 0x20)
  public static let uint16 = Self(rawValue: 0x21)
  public static let uint24 = Self(rawValue: 0x22)
  public static let uint32 = Self(rawValue: 0x23)
  public static let uint48 = Self(rawValue: 0x25)
  public static let uint64 = Self(rawValue: 0x27)
  public static let int8 = Self(rawValue: 0x28)
  public static let int16 = Self(rawValue: 0x29)
  public static let int24 = Self(rawValue: 0x2A)
  public static let int32 = Self(rawValue: 0x2B)
  public static let int64 = Self(rawValue: 0x2F)
  public static let enum8 = Self(rawValue: 0x30)
  public static let enum16 = Self(rawValue: 0x31)
  public static let semiFloat = Self(rawValue: 0x38)
  public static let float = Self(rawValue: 0x39)
  public static let double = Self(rawValue: 0x3A)
  public static let octetString = Self(rawValue: 0x41)
  public static let characterString = Self(rawValue: 0x42)
  public static let longOctetString = Self(rawValue: 0x43)
  public static let longCharacterString = Self(rawValue: 0x44)
  public static let array = Self(rawValue: 0x48)
  public static let structure = Self(rawValue: 0x4C)
  public static let set = Self(rawValue: 0x50)
  public static let bag = Self(rawValue: 0x51)
  public static let timeOfDay = Self(rawValue: 0xE0)
  public static let date = Self(rawValue: 0xE1)
  public static let utcTime = Self(rawValue: 0xE2)
  public static let clusterID = Self(rawValue: 0xE8)
  public static let attributeID = Self(rawValue: 0xE9)
  public static let bacnetOID = Self(rawValue: 0xEA)
  public static let ieeeAddress = Self(rawValue: 0xF0)
  public static let key128 = Self(rawValue: 0xF1)
  public static let unknown = Self(rawValue: 0xFF)

  /// Bytes on the wire of a type with a fixed length; nil for strings, collections and unknown types.
  public var fixedLength: Int? {
    switch rawValue {
    case 0x00, 0xFF: 0
    case 0x08...0x0F: Int(rawValue - 0x08) + 1
    case 0x10: 1
    case 0x18...0x1F: Int(rawValue - 0x18) + 1
    case 0x20...0x27: Int(rawValue - 0x20) + 1
    case 0x28...0x2F: Int(rawValue - 0x28) + 1
    case 0x30: 1
    case 0x31, 0x38: 2
    case 0x39: 4
    case 0x3A: 8
    case 0xE0, 0xE1, 0xE2, 0xEA: 4
    case 0xE8, 0xE9: 2
    case 0xF0: 8
    case 0xF1: 16
    default: nil
    }
  }

  public var isSigned: Bool { (0x28...0x2F).contains(rawValue) }
  public var isFloatingPoint: Bool { (0x38...0x3A).contains(rawValue) }

  /// Analog types have a reportable change in a reporting configuration, discrete types have none
  /// (ZCL 2.6.2, column "analog/discrete").
  public var isAnalog: Bool {
    (0x20...0x2F).contains(rawValue) || isFloatingPoint || (0xE0...0xE2).contains(rawValue)
  }
}
