import Zigbee

/// An attribute of a cluster. The manufacturer code selects another attribute space.
public struct AttributeID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public init(_ value: UInt16) { self.rawValue = value }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// A command of a cluster or of the foundation, by the frame type and direction around it.
public struct CommandID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ value: UInt8) { self.rawValue = value }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// A status of a ZCL answer (ZCL 2.6.3).
public struct ZCLStatus: RawRepresentable, Hashable, Sendable, Error, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let success = Self(rawValue: 0x00)
  public static let failure = Self(rawValue: 0x01)
  public static let notAuthorized = Self(rawValue: 0x7E)
  public static let reservedFieldNotZero = Self(rawValue: 0x7F)
  public static let malformedCommand = Self(rawValue: 0x80)
  public static let unsupportedClusterCommand = Self(rawValue: 0x81)
  public static let unsupportedGeneralCommand = Self(rawValue: 0x82)
  public static let unsupportedManufacturerClusterCommand = Self(rawValue: 0x83)
  public static let unsupportedManufacturerGeneralCommand = Self(rawValue: 0x84)
  public static let invalidField = Self(rawValue: 0x85)
  public static let unsupportedAttribute = Self(rawValue: 0x86)
  public static let invalidValue = Self(rawValue: 0x87)
  public static let readOnly = Self(rawValue: 0x88)
  public static let insufficientSpace = Self(rawValue: 0x89)
  public static let duplicateExists = Self(rawValue: 0x8A)
  public static let notFound = Self(rawValue: 0x8B)
  public static let unreportableAttribute = Self(rawValue: 0x8C)
  public static let invalidDataType = Self(rawValue: 0x8D)
  public static let invalidSelector = Self(rawValue: 0x8E)
  public static let writeOnly = Self(rawValue: 0x8F)
  public static let inconsistentStartupState = Self(rawValue: 0x90)
  public static let definedOutOfBand = Self(rawValue: 0x91)
  public static let inconsistent = Self(rawValue: 0x92)
  public static let actionDenied = Self(rawValue: 0x93)
  public static let timeout = Self(rawValue: 0x94)
  public static let abort = Self(rawValue: 0x95)
  public static let invalidImage = Self(rawValue: 0x96)
  public static let waitForData = Self(rawValue: 0x97)
  public static let noImageAvailable = Self(rawValue: 0x98)
  public static let requireMoreImage = Self(rawValue: 0x99)
  public static let notificationPending = Self(rawValue: 0x9A)
  public static let hardwareFailure = Self(rawValue: 0xC0)
  public static let softwareFailure = Self(rawValue: 0xC1)
  public static let calibrationError = Self(rawValue: 0xC2)
  public static let unsupportedCluster = Self(rawValue: 0xC3)
  public var description: String { Hexadecimal.prefixed(rawValue) }
}
