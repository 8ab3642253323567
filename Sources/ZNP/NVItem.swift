import Zigbee

/// An item of the adapter's non-volatile memory by its 16-bit number (OSAL NV).
struct NVItem: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  var rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  var description: String { Hexadecimal.prefixed(rawValue) }

  static let extendedAddress = Self(rawValue: 0x0001)
  /// Bits: 1 clear configuration, 2 clear network state, both at the next reset.
  static let startupOption = Self(rawValue: 0x0003)
  static let networkInformationBase = Self(rawValue: 0x0021)
  static let addressManager = Self(rawValue: 0x0023)
  static let extendedPANID = Self(rawValue: 0x002D)
  static let broadcastDeliveryTime = Self(rawValue: 0x0030)
  static let concentratorEnable = Self(rawValue: 0x0032)
  static let concentratorDiscovery = Self(rawValue: 0x0033)
  static let concentratorRouteCache = Self(rawValue: 0x0036)
  static let sourceRouteExpiry = Self(rawValue: 0x0038)
  static let activeKey = Self(rawValue: 0x003A)
  static let alternateKey = Self(rawValue: 0x003B)
  static let childAgeing = Self(rawValue: 0x003E)
  static let apsUseExtendedPANID = Self(rawValue: 0x0047)
  static let linkKeyTable = Self(rawValue: 0x004C)
  static let nodeIsOnNetwork = Self(rawValue: 0x0055)
  /// 0x55 marks a configured adapter on Z-Stack 3; Home 1.2 has it at 0x0F00.
  static let hasConfigured = Self(rawValue: 0x0060)
  static let preconfiguredKey = Self(rawValue: 0x0062)
  static let preconfiguredKeysEnable = Self(rawValue: 0x0063)
  static let securityMode = Self(rawValue: 0x0064)
  static let firstSecurityMaterial = Self(rawValue: 0x0075)
  static let lastSecurityMaterial = Self(rawValue: 0x0080)
  static let networkKey = Self(rawValue: 0x0082)
  static let panID = Self(rawValue: 0x0083)
  static let channelList = Self(rawValue: 0x0084)
  static let logicalType = Self(rawValue: 0x0087)
  static let directCallback = Self(rawValue: 0x008F)
  /// The seed of link keys on Z-Stack 3; the first entry of the link key table on Home 1.2.
  static let linkKeySeed = Self(rawValue: 0x0101)
  static let firstLinkKey = Self(rawValue: 0x0111)
  static let lastLinkKey = Self(rawValue: 0x01FF)
  static let firstApplicationKey = Self(rawValue: 0x0201)
  static let lastApplicationKey = Self(rawValue: 0x02FF)
  static let hasConfiguredHome = Self(rawValue: 0x0F00)
}
