/// Configuration values (UG100, `EzspConfigId`) that the host sets before the network starts.
struct EZSPConfigurationID: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let packetBufferCount = Self(rawValue: 0x01)
  static let addressTableSize = Self(rawValue: 0x05)
  static let multicastTableSize = Self(rawValue: 0x06)
  static let stackProfile = Self(rawValue: 0x0C)
  static let securityLevel = Self(rawValue: 0x0D)
  static let maximumHops = Self(rawValue: 0x10)
  static let maximumEndDeviceChildren = Self(rawValue: 0x11)
  static let indirectTransmissionTimeout = Self(rawValue: 0x12)
  static let endDevicePollTimeout = Self(rawValue: 0x13)
  static let trustCenterAddressCacheSize = Self(rawValue: 0x19)
  static let sourceRouteTableSize = Self(rawValue: 0x1A)
  static let endDevicePollTimeoutShift = Self(rawValue: 0x1B)
  static let keyTableSize = Self(rawValue: 0x1E)
  static let panIDConflictReportThreshold = Self(rawValue: 0x22)
  static let applicationZDOFlags = Self(rawValue: 0x2A)
  static let supportedNetworks = Self(rawValue: 0x2D)
  static let transientKeyTimeout = Self(rawValue: 0x36)
  static let rejoinWithWellKnownKeyTimeout = Self(rawValue: 0x38)
}

/// Policies (`EzspPolicyId`) and their decisions.
struct EZSPPolicyID: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let trustCenter = Self(rawValue: 0x00)
  static let bindingModification = Self(rawValue: 0x01)
  static let unicastReplies = Self(rawValue: 0x02)
  static let pollHandler = Self(rawValue: 0x03)
  static let messageContentsInCallback = Self(rawValue: 0x04)
  static let trustCenterKeyRequest = Self(rawValue: 0x05)
  static let applicationKeyRequest = Self(rawValue: 0x06)
}

/// Values (`EzspValueId`).
struct EZSPValueID: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let versionInfo = Self(rawValue: 0x11)
  static let networkFrameCounter = Self(rawValue: 0x23)
  static let apsFrameCounter = Self(rawValue: 0x24)
  static let forceTransmitAfterFailedCCA = Self(rawValue: 0x3A)
}

/// Tokens of the firmware's NVM3 store that the host reads and writes.
enum EZSPTokenKey {
  /// An IEEE address in place of that of the chip; may be written any number of times.
  static let restoredIEEEAddress: UInt32 = 0x0001_E12A
}
