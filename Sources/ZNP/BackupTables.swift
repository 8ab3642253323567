import Zigbee

/// Where the tables of a backup lie: in extended tables (Z-Stack 3.x.0), or in 16-bit items, of which the
/// address manager is one array (3.0.x).
struct BackupTables: Sendable {
  let family: ZStackFamily
  let isAligned: Bool

  init(_ adapter: ZStackAdapter) {
    family = adapter.family
    isAligned = adapter.isAligned
  }

  private var hasExtendedTables: Bool { family == .stack3x0 }

  /// Networks whose counters the adapter keeps.
  var securityMaterialCount: UInt16 {
    hasExtendedTables ? 4 : NVItem.lastSecurityMaterial.rawValue - NVItem.firstSecurityMaterial.rawValue + 1
  }

  func readCounter(_ index: UInt16) -> MTRequest {
    hasExtendedTables
      ? .tableRead(NVTableEntry(table: .securityMaterial, index: index), length: 12)
      : .nvRead(Self.item(.firstSecurityMaterial, index))
  }

  func writeCounter(_ index: UInt16, _ record: SecurityMaterialRecord) -> [RequestStep] {
    write(.securityMaterial, .firstSecurityMaterial, index, record.bytes, isEssential: index == 0)
  }

  func writeLinkKey(_ index: UInt16, _ record: LinkKeyRecord) -> [RequestStep] {
    write(.linkKeys, .firstLinkKey, index, record.bytes(aligned: isAligned))
  }

  func writeApplicationKey(_ index: UInt16, _ record: ApplicationKeyRecord) -> [RequestStep] {
    write(.applicationKeys, .firstApplicationKey, index, record.bytes)
  }

  /// How the key index names an application key.
  func applicationKeyNumber(_ index: UInt16) -> UInt16 {
    hasExtendedTables ? index : Self.item(.firstApplicationKey, index).rawValue
  }

  func writeAddress(_ index: UInt16, _ record: AddressRecord) -> [RequestStep] {
    let bytes = record.bytes(aligned: isAligned)
    if hasExtendedTables {
      return [.must(.tableWrite(NVTableEntry(table: .addressManager, index: index), bytes))]
    }
    return [.must(.nvWriteExtended(.addressManager, offset: index &* UInt16(bytes.count), bytes))]
  }

  private func write(
    _ table: NVTableEntry.Table, _ first: NVItem, _ index: UInt16, _ bytes: [UInt8], isEssential: Bool = true
  ) -> [RequestStep] {
    guard hasExtendedTables else {
      return RequestStep.write(Self.item(first, index), bytes, isEssential: isEssential)
    }
    let request = MTRequest.tableWrite(NVTableEntry(table: table, index: index), bytes)
    return [isEssential ? .must(request) : .any(request)]
  }

  private static func item(_ first: NVItem, _ index: UInt16) -> NVItem {
    NVItem(rawValue: first.rawValue &+ index)
  }
}
