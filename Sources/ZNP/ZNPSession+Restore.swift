import RadioInterface
import SansIO
import Zigbee

/// Writing a backup over the network that was formed with its values (Z-Stack 3).
extension ZNPSession {
  /// Devices drop frames whose counter is not above the last they saw; the backup may be old.
  static let counterMargin: UInt32 = 10_000

  mutating func writeBackup(_ adapter: ZStackAdapter, _ network: FoundNetwork, at now: MonotonicInstant) {
    guard case .restore(let backup) = order?.kind, let key = backup.network.networkKey else {
      return procedureFailed("no backup to write", at: now)
    }
    enter(.forming)
    let keyRecord = [backup.network.keySequence] + key.reveal().bytes
    var steps: [RequestStep] = [.must(.nvWrite(.networkInformationBase, Self.base(network, backup).bytes))]
    steps += RequestStep.write(.activeKey, keyRecord) + RequestStep.write(.alternateKey, keyRecord)
    if backup.network.coordinator != adapter.ieee, backup.network.coordinator != .unknown,
      backup.network.coordinator.rawValue != 0
    {
      steps += RequestStep.write(
        .extendedAddress, LittleEndian.bytes(backup.network.coordinator.rawValue, 8))
    }
    if let seed = backup.trustCenterLinkKeySeed {
      steps += RequestStep.write(.linkKeySeed, seed.reveal().bytes)
    }
    let tables = BackupTables(adapter)
    steps += Self.counterSteps(backup, tables) + Self.deviceSteps(backup, tables)
    beginBatch(.restoring(adapter, network), steps + Self.proof(tables).map { .any($0) }, at: now)
  }

  /// What is read back; these steps come last, in this order.
  private static func proof(_ tables: BackupTables) -> [MTRequest] {
    [.nvRead(.networkInformationBase), .nvRead(.activeKey), tables.readCounter(0)]
  }

  private static func base(_ network: FoundNetwork, _ backup: NetworkBackup) -> NetworkInformationBase {
    var base = network.base
    base.panID = backup.network.panID
    base.extendedPANID = backup.network.extendedPANID
    base.channel = backup.network.channel
    base.channelMask = backup.channelMask == 0 ? backup.network.channel.mask : backup.channelMask
    base.updateID = backup.networkUpdateID
    return base
  }

  private static func raised(_ counter: UInt32) -> UInt32 {
    let (sum, overflow) = counter.addingReportingOverflow(counterMargin)
    return overflow ? .max : sum
  }

  private static func counterSteps(_ backup: NetworkBackup, _ tables: BackupTables) -> [RequestStep] {
    let ours = SecurityMaterialRecord(
      frameCounter: raised(backup.frameCounter), extendedPANID: backup.network.extendedPANID)
    let blank = SecurityMaterialRecord(frameCounter: 0, extendedPANID: ExtendedPANIdentifier(rawValue: 0))
    return (0..<tables.securityMaterialCount).flatMap { tables.writeCounter($0, $0 == 0 ? ours : blank) }
  }

  private static func deviceSteps(_ backup: NetworkBackup, _ tables: BackupTables) -> [RequestStep] {
    var steps: [RequestStep] = []
    var linkKeys: UInt16 = 0
    var index = LinkKeyIndex(entries: [])
    for (position, device) in zip(UInt16(0)..., backup.devices.prefix(BackupReader.entryLimit)) {
      steps += tables.writeAddress(position, addressRecord(device))
      guard let key = device.linkKey?.reveal() else { continue }
      let transmitCounter = raised(device.transmitCounter)
      let seed = backup.trustCenterLinkKeySeed?.reveal()
      if let seed, let shift = TrustCenterLinkKeys.shift(seed: seed, device: device.ieee, key: key) {
        let record = LinkKeyRecord(
          transmitCounter: transmitCounter, receiveCounter: device.receiveCounter, ieee: device.ieee,
          shift: shift)
        steps += tables.writeLinkKey(linkKeys, record)
        linkKeys += 1
      } else {
        let number = UInt16(truncatingIfNeeded: index.entries.count)
        steps += tables.writeApplicationKey(
          number,
          ApplicationKeyRecord(
            key: key, transmitCounter: transmitCounter, receiveCounter: device.receiveCounter))
        index.entries.append(
          LinkKeyIndex.Entry(addressIndex: position, keyIndex: tables.applicationKeyNumber(number)))
      }
    }
    if !index.entries.isEmpty {
      steps.append(.must(.nvWrite(.linkKeyTable, index.bytes(aligned: tables.isAligned))))
    }
    return steps
  }

  private static func addressRecord(_ device: NetworkBackup.Device) -> AddressRecord {
    let hasKey = device.linkKey != nil || !device.isChild
    return AddressRecord(
      user: (device.isChild ? AddressRecord.associated : 0) | (hasKey ? AddressRecord.security : 0),
      networkAddress: device.networkAddress ?? .unknown, ieee: device.ieee)
  }

  mutating func restored(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, _ replies: [MTReply], at now: MonotonicInstant
  ) {
    let proof = replies.suffix(3).map(\.value)
    guard case .restore(let backup) = order?.kind, proof.count == 3 else {
      return procedureFailed("no backup to verify", at: now)
    }
    let counter = proof[2].flatMap { SecurityMaterialRecord($0) }?.frameCounter
    let key = [backup.network.keySequence] + (backup.network.networkKey?.reveal().bytes ?? [])
    guard proof[0] == Self.base(network, backup).bytes, proof[1]?.starts(with: key) == true,
      counter == Self.raised(backup.frameCounter)
    else {
      return procedureFailed("what the adapter stored is not what was written", at: now)
    }
    order?.stage = .written
    restart(adapter, then: .identify, at: now)
  }
}
