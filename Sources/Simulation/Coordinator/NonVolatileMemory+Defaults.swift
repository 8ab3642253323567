import Zigbee

/// What the firmware itself keeps in NV: the defaults of its items, the tables of devices and keys.
extension NonVolatileMemory {
  private static let noAddress = [UInt8](repeating: 0xFF, count: 8)

  /// An unused entry of the address manager: 3.x.0 fills all of it with ones, the older ones have type 0.
  private static func emptyAddressEntry(_ release: ZStackRelease) -> [UInt8] {
    release == .release3x0
      ? [UInt8](repeating: 0xFF, count: 12)
      : addressEntry(type: 0, address: NetworkAddress(rawValue: 0xFFFF), noAddress, release)
  }

  private static func addressEntry(
    type: UInt8, address: NetworkAddress, _ extended: [UInt8], _ release: ZStackRelease
  ) -> [UInt8] {
    var writer = StructureWriter(aligned: release.alignsStructures)
    writer.write([type])
    writer.write(address.rawValue)
    writer.write(extended)
    return writer.finished(alignment: 2)
  }

  /// Makes every item that is missing, as the firmware does when it starts.
  mutating func makeMissingItems(release: ZStackRelease, hardwareAddress: IEEEAddress) {
    for (id, value) in Self.defaultItems where items[id] == nil { set(id, value) }
    func make(_ item: NVItem, _ value: [UInt8], in memory: inout Self) {
      if memory[item] == nil { memory[item] = value }
    }
    make(.extendedAddress, littleEndian(hardwareAddress.rawValue), in: &self)
    make(
      .networkInformationBlock, NetworkInformationBlock().bytes(aligned: release.alignsStructures), in: &self)
    make(.activeKeyInfo, [UInt8](repeating: 0, count: 17), in: &self)
    make(.alternateKeyInfo, [UInt8](repeating: 0, count: 17), in: &self)
    make(.networkKey, [UInt8](repeating: 0, count: release.alignsStructures ? 24 : 21), in: &self)
    make(.apsLinkKeyTable, [UInt8](repeating: 0, count: release.alignsStructures ? 98 : 82), in: &self)
    if release.hasBDB {
      make(.isOnNetwork, [0], in: &self)
      make(.trustCentreLinkKeySeed, [UInt8](repeating: 0, count: 16), in: &self)
    } else {
      let global = Self.noAddress + Array("ZigBeeAlliance09".utf8) + [UInt8](repeating: 0, count: 8)
      make(.trustCentreLinkKeySeed, global, in: &self)
    }
    makeMissingTables(release: release)
  }

  private mutating func makeMissingTables(release: ZStackRelease) {
    let size = release.deviceTableSize
    let empty = Self.emptyAddressEntry(release)
    let noKey = [UInt8](repeating: 0, count: release.alignsStructures ? 20 : 19)
    func table(_ table: UInt16, _ value: [UInt8], count: Int, in memory: inout Self) {
      for index in 0..<count where memory.extended[NVTable.id(table, index)] == nil {
        memory.set(NVTable.id(table, index), value)
      }
    }
    func legacy(_ first: NVItem, _ value: [UInt8], count: UInt16, in memory: inout Self) {
      for index in 0..<count where memory.items[first.rawValue + index] == nil {
        memory.set(first.rawValue + index, value)
      }
    }
    if release.hasExtendedNV {
      table(NVTable.addressManager, empty, count: size, in: &self)
      table(NVTable.trustCentreLinkKeys, noKey, count: size, in: &self)
      table(NVTable.linkKeyData, [UInt8](repeating: 0, count: 24), count: 16, in: &self)
      table(NVTable.securityMaterial, [UInt8](repeating: 0, count: 12), count: 4, in: &self)
    } else {
      if self[.addressManager] == nil {
        self[.addressManager] = Array(repeatElement(empty, count: size).joined())
      }
      guard release.hasBDB else { return }
      legacy(.legacyTrustCentreLinkKeys, noKey, count: UInt16(size), in: &self)
      legacy(.legacyLinkKeyData, [UInt8](repeating: 0, count: 24), count: 16, in: &self)
      legacy(.legacySecurityMaterial, [UInt8](repeating: 0, count: 12), count: 4, in: &self)
    }
  }

  /// Items with the same default in every release: `id value`, both hexadecimal.
  private static let defaultItems: [UInt16: [UInt8]] = {
    let text = """
      0002 0000 0003 00 0004 00 0024 0a00 0025 6400 0026 6400 0027 6400 0028 02 0029 02 002a 02 002b 07
      002c 1e 002d 0000000000000000 002e 02 002f 05 0030 1e 0032 01 0033 78 0034 0a 0035 b80b0000 0036 01
      0037 00 0038 ff 0039 0d 003c 00 003d 01 003e 01 0043 03 0044 b80b 0045 02 0046 0020 0047 0000000000000000
      0048 01 0049 ffff 004b 02 004d e803 004e 03 004f 05 0052 08 0061 05
      0062 00000000000000000000000000000000 0063 00 0064 01 0065 01 0066 01 0067 00 006d 01 006f 00000000
      0083 ffff 0084 00080000 0085 00 0086 04 0087 00 0088 14 0089 0000 008f 00 0092 0100 0093 f7ff
      """
    let words = text.split { $0 == " " || $0 == "\n" }
    var result: [UInt16: [UInt8]] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      guard let id = UInt16(words[index], radix: 16), let value = Hexadecimal.bytes(String(words[index + 1]))
      else { continue }
      result[id] = value
    }
    return result
  }()

  // MARK: The network

  var networkInformationBlock: NetworkInformationBlock? {
    self[.networkInformationBlock].flatMap(NetworkInformationBlock.init)
  }

  /// Writes what forming a network leaves in NV.
  mutating func storeNetwork(_ block: NetworkInformationBlock, key: [UInt8], release: ZStackRelease) {
    self[.networkInformationBlock] = block.bytes(aligned: release.alignsStructures)
    self[.activeKeyInfo] = [0] + key
    self[.alternateKeyInfo] = [0] + key
    var keyItems = StructureWriter(aligned: release.alignsStructures)
    keyItems.write([0] + key)
    keyItems.write(UInt32(0))
    self[.networkKey] = keyItems.finished()
    self[.extendedPANID] = littleEndian(block.extendedPANID.rawValue)
    let material = littleEndian(UInt32(0)) + littleEndian(block.extendedPANID.rawValue)
    if release.hasExtendedNV {
      set(NVTable.id(NVTable.securityMaterial, 0), material)
    } else if release.hasBDB {
      self[.legacySecurityMaterial] = material
    }
    if release.hasBDB { self[.isOnNetwork] = [1] }
  }

  // MARK: Devices

  /// Notes a device that joined: where it is, and the link key that the trust centre gave it.
  mutating func storeDevice(
    _ ieee: IEEEAddress, at address: NetworkAddress, isChild: Bool, release: ZStackRelease
  ) {
    let extended = littleEndian(ieee.rawValue)
    let entry = Self.addressEntry(type: isChild ? 3 : 2, address: address, extended, release)
    var key = StructureWriter(aligned: release.alignsStructures)
    key.write(UInt32(0))
    key.write(UInt32(0))
    // A verified key, derived from the seed turned by as many bytes as the last field says.
    key.write(extended + [2, 0, UInt8(truncatingIfNeeded: ieee.rawValue) & 0x0F])
    changeEntry(of: ieee, address: entry, key: key.finished(), release: release)
  }

  mutating func forgetDevice(_ ieee: IEEEAddress, release: ZStackRelease) {
    let key = [UInt8](repeating: 0, count: release.alignsStructures ? 20 : 19)
    changeEntry(of: ieee, address: Self.emptyAddressEntry(release), key: key, release: release)
  }

  private mutating func changeEntry(
    of ieee: IEEEAddress, address entry: [UInt8], key: [UInt8], release: ZStackRelease
  ) {
    let extended = littleEndian(ieee.rawValue)
    let width = entry.count
    var table: [[UInt8]] = []
    if release.hasExtendedNV {
      var index = 0
      while let value = self.extended[NVTable.id(NVTable.addressManager, index)] {
        table.append(value)
        index += 1
      }
    } else {
      let all = self[.addressManager] ?? []
      table = stride(from: 0, to: all.count - width + 1, by: width).map { Array(all[$0..<($0 + width)]) }
    }
    func holds(_ value: [UInt8], _ address: [UInt8]) -> Bool { value.suffix(8).elementsEqual(address) }
    guard
      let index = table.firstIndex(where: { holds($0, extended) })
        ?? table.firstIndex(where: { holds($0, Self.noAddress) })
    else { return }
    if release.hasExtendedNV {
      set(NVTable.id(NVTable.addressManager, index), entry)
      set(NVTable.id(NVTable.trustCentreLinkKeys, index), key)
    } else {
      table[index] = entry
      self[.addressManager] = Array(table.joined())
      if release.hasBDB {
        set(NVItem.legacyTrustCentreLinkKeys.rawValue + UInt16(truncatingIfNeeded: index), key)
      }
    }
  }
}
