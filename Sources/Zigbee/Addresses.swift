import ByteCoding

/// The 64-bit address of a device (EUI-64), most significant byte first in the number.
public struct IEEEAddress: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let unknown = Self(rawValue: .max)

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// 16 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(rawValue, count: 16) }

  /// `00:12:4b:…`, lower case: the cloud protocol's `macaddr`.
  public var colonSeparated: String {
    let digits = Array(description)
    return stride(from: 0, to: 16, by: 2).map { String(digits[$0...$0 + 1]) }.joined(separator: ":")
  }

  /// Reads any usual spelling: 16 digits, with or without `0x`, colons or dashes, either case.
  public init?(_ text: String) {
    var digits = text[...]
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
    let bare = digits.filter { $0 != ":" && $0 != "-" }
    guard bare.utf8.count == 16, bare.allSatisfy(\.isHexDigit), let value = UInt64(bare, radix: 16)
    else { return nil }
    self.init(rawValue: value)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt64LE())
  }
}

/// The 16-bit address of a device in its network.
public struct NetworkAddress: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let coordinator = Self(rawValue: 0x0000)
  public static let broadcastAll = Self(rawValue: 0xFFFF)
  public static let broadcastRxOnWhenIdle = Self(rawValue: 0xFFFD)
  public static let broadcastRouters = Self(rawValue: 0xFFFC)
  /// "No short address known."
  public static let unknown = Self(rawValue: 0xFFFE)

  public var isBroadcast: Bool { rawValue >= 0xFFF8 }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt16LE())
  }
}

/// A group of the network (APS group address).
public struct GroupID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// One application of a device: 0 is ZDO, 1 to 240 are free, 242 is Green Power, 255 is all.
public struct EndpointID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ value: UInt8) { self.rawValue = value }

  public static let deviceObject = Self(rawValue: 0)
  public static let greenPower = Self(rawValue: 242)
  public static let all = Self(rawValue: 255)
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { String(rawValue) }
}

public struct ProfileID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The Zigbee Device Profile, spoken on endpoint 0.
  public static let deviceProfile = Self(rawValue: 0x0000)
  public static let homeAutomation = Self(rawValue: 0x0104)
  public static let lightLink = Self(rawValue: 0xC05E)
  public static let greenPower = Self(rawValue: 0xA1E0)
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// A cluster; on profile 0 the number of a ZDO message.
public struct ClusterID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

public struct ManufacturerCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// The application kind that an endpoint declares in its simple descriptor.
public struct DeviceID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

public struct PANIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

public struct ExtendedPANIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public var description: String { Hexadecimal.digits(rawValue, count: 16) }
}

/// An IEEE 802.15.4 channel of the 2.4 GHz band.
public struct RadioChannel: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt8
  public init?(rawValue: UInt8) {
    guard (11...26).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var mask: UInt32 { 1 << UInt32(rawValue) }
  public var description: String { String(rawValue) }
}

/// Link quality of a received frame, 0 to 255.
public struct LinkQuality: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Hexadecimal text without Foundation.
public enum Hexadecimal {
  public static func digits(_ value: UInt64, count: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// `0x0101`, upper case, four digits.
  public static func prefixed(_ value: UInt16) -> String {
    "0x" + digits(UInt64(value), count: 4).uppercased()
  }

  public static func prefixed(_ value: UInt8) -> String {
    "0x" + digits(UInt64(value), count: 2).uppercased()
  }

  /// Two lower-case digits a byte.
  public static func string(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes { result += digits(UInt64(byte), count: 2) }
    return result
  }

  public static func bytes(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    for character in text where character != " " && character != ":" {
      guard let value = character.hexDigitValue else { return nil }
      if let first = high {
        result.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return high == nil ? result : nil
  }
}
