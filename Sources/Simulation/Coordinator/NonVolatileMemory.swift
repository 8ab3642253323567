import JSON
import Zigbee

/// The NV of a Z-Stack coordinator: the old items with 16-bit ids, and the tables of 3.x.0 by system, item
/// and sub-item.
struct NonVolatileMemory: Hashable, Sendable {
  struct ExtendedID: Hashable, Comparable, Sendable {
    var system: UInt8
    var item: UInt16
    var sub: UInt16

    static func < (left: Self, right: Self) -> Bool {
      (left.system, left.item, left.sub) < (right.system, right.item, right.sub)
    }
  }

  /// What the flash of a small part holds, so that a host cannot fill the memory of the simulator.
  static let capacity = 64 * 1024
  static let longestItem = 4096

  private(set) var items: [UInt16: [UInt8]] = [:]
  private(set) var extended: [ExtendedID: [UInt8]] = [:]
  private var used = 0

  subscript(item: NVItem) -> [UInt8]? {
    get { items[item.rawValue] }
    set { set(item.rawValue, newValue) }
  }

  /// Stores, replaces or (nil) deletes an item; tells whether it fits.
  @discardableResult
  mutating func set(_ id: UInt16, _ value: [UInt8]?) -> Bool {
    guard fits(value, instead: items[id]) else { return false }
    items[id] = value
    return true
  }

  @discardableResult
  mutating func set(_ id: ExtendedID, _ value: [UInt8]?) -> Bool {
    guard fits(value, instead: extended[id]) else { return false }
    extended[id] = value
    return true
  }

  private mutating func fits(_ value: [UInt8]?, instead old: [UInt8]?) -> Bool {
    let size = used - (old?.count ?? 0) + (value?.count ?? 0)
    guard size <= Self.capacity, value?.count ?? 0 <= Self.longestItem else { return false }
    used = size
    return true
  }

  /// Forgets every item; what the firmware needs it makes again at the next start.
  mutating func eraseAll() {
    items.removeAll()
    extended.removeAll()
    used = 0
  }

  /// `{"items": {"0021": "hex"}, "extended": {"01.0007.0000": "hex"}}`
  var json: JSONValue {
    var legacy = JSONObject()
    for (id, value) in items.sorted(by: { $0.key < $1.key }) {
      legacy[Hexadecimal.digits(UInt64(id), count: 4)] = .string(Hexadecimal.string(value))
    }
    var tables = JSONObject()
    for (id, value) in extended.sorted(by: { $0.key < $1.key }) {
      let name = [
        Hexadecimal.digits(UInt64(id.system), count: 2), Hexadecimal.digits(UInt64(id.item), count: 4),
        Hexadecimal.digits(UInt64(id.sub), count: 4),
      ].joined(separator: ".")
      tables[name] = .string(Hexadecimal.string(value))
    }
    var result = JSONObject()
    result["items"] = .object(legacy)
    result["extended"] = .object(tables)
    return .object(result)
  }
}

/// A legacy NV item by its number.
struct NVItem: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt16

  static let extendedAddress = Self(rawValue: 0x0001)
  static let bootCounter = Self(rawValue: 0x0002)
  static let startupOption = Self(rawValue: 0x0003)
  static let networkInformationBlock = Self(rawValue: 0x0021)
  static let addressManager = Self(rawValue: 0x0023)
  static let extendedPANID = Self(rawValue: 0x002D)
  static let activeKeyInfo = Self(rawValue: 0x003A)
  static let alternateKeyInfo = Self(rawValue: 0x003B)
  static let apsUseExtendedPANID = Self(rawValue: 0x0047)
  static let apsLinkKeyTable = Self(rawValue: 0x004C)
  static let isOnNetwork = Self(rawValue: 0x0055)
  static let preconfiguredKey = Self(rawValue: 0x0062)
  static let legacySecurityMaterial = Self(rawValue: 0x0075)
  static let networkKey = Self(rawValue: 0x0082)
  static let panID = Self(rawValue: 0x0083)
  static let channelList = Self(rawValue: 0x0084)
  static let logicalType = Self(rawValue: 0x0087)
  static let directCallback = Self(rawValue: 0x008F)
  static let trustCentreLinkKeySeed = Self(rawValue: 0x0101)
  static let legacyTrustCentreLinkKeys = Self(rawValue: 0x0111)
  static let legacyLinkKeyData = Self(rawValue: 0x0201)
}

/// The extended tables of 3.x.0, all in system 1.
enum NVTable {
  static let addressManager: UInt16 = 1
  static let deviceList: UInt16 = 3
  static let trustCentreLinkKeys: UInt16 = 4
  static let linkKeyData: UInt16 = 6
  static let securityMaterial: UInt16 = 7

  static func id(_ table: UInt16, _ index: Int) -> NonVolatileMemory.ExtendedID {
    .init(system: 1, item: table, sub: UInt16(truncatingIfNeeded: index))
  }
}
