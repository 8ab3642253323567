extension DoorLock {
  /// Attribute 0x0001.
  public struct LockType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let deadBolt = Self(rawValue: 0x00)
    public static let magnetic = Self(rawValue: 0x01)
    public static let other = Self(rawValue: 0x02)
    public static let mortise = Self(rawValue: 0x03)
    public static let rim = Self(rawValue: 0x04)
    public static let latchBolt = Self(rawValue: 0x05)
    public static let cylindricalLock = Self(rawValue: 0x06)
    public static let tubularLock = Self(rawValue: 0x07)
    public static let interconnectedLock = Self(rawValue: 0x08)
    public static let deadLatch = Self(rawValue: 0x09)
    public static let doorFurniture = Self(rawValue: 0x0A)
  }

  /// Attribute 0x0024.
  public struct SoundVolume: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let silent = Self(rawValue: 0x00)
    public static let low = Self(rawValue: 0x01)
    public static let high = Self(rawValue: 0x02)
  }

  /// Attribute 0x0025, and what a holiday schedule sets. In attribute 0x0026 each has its bit.
  public struct OperatingMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let normal = Self(rawValue: 0x00)
    public static let vacation = Self(rawValue: 0x01)
    public static let privacy = Self(rawValue: 0x02)
    /// Commands over the radio are refused.
    public static let noRFLockOrUnlock = Self(rawValue: 0x03)
    public static let passage = Self(rawValue: 0x04)
  }

  /// Attribute 0x0034.
  public struct SecurityLevel: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let network = Self(rawValue: 0x00)
    public static let applicationSupport = Self(rawValue: 0x01)
  }

  /// Attribute 0x0040: what the Alarms cluster of the lock tells (7.3.2.17.1).
  public struct AlarmMask: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let deadboltJammed = Self(rawValue: 0x0001)
    public static let resetToFactoryDefaults = Self(rawValue: 0x0002)
    public static let radioModulePowerCycled = Self(rawValue: 0x0008)
    public static let wrongCodeEntryLimit = Self(rawValue: 0x0010)
    public static let frontEscutcheonRemoved = Self(rawValue: 0x0020)
    public static let doorForcedOpen = Self(rawValue: 0x0040)
  }
}
