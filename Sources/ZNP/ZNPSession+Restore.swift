import RadioInterface
import SansIO
import Zigbee

/// Writing a backup over the network that was formed with its values (Z-Stack 3.x.0).
extension ZNPSession {
  /// Devices drop frames whose counter is not above the last they saw; the backup may be old.
  static let counterMargin: UInt32 = 10_000
  static let securityMaterialEntries: UInt16 = 4

  /// The steps whose replies prove the restore come last, in this order.
  private static let proof: [MTRequest] = [
    .nvRead(.networkInformationBase), .nvRead(.activeKey),
    .tableRead(NVTableEntry(table: .securityMaterial, index: 0), length: 12),
  ]

  mutating func writeBackup(_ adapter: ZStackAdapter, _ network: FoundNetwork, at now: MonotonicInstant) {
    guard case .restore(let backup) = order?.kind, let key = backup.network.networkKey else {
      return procedureFailed("no backup to write", at: now)
    }
    enter(.forming)
    let keyRecord = [backup.network.keySequence] + key.reveal().bytes
    var steps: [RequestBatch.Step] = [
      .must(.nvWrite(.networkInformationBase, Self.base(network, backup).bytes))
    ]
    steps +=
      RequestBatch.Step.write(.activeKey, keyRecord) + RequestBatch.Step.write(.alternateKey, keyRecord)
    if backup.network.coordinator != adapter.ieee, backup.network.coordinator != .unknown,
      backup.network.coordinator.rawValue != 0
    {
      steps += RequestBatch.Step.write(
        .extendedAddress, LittleEndian.bytes(backup.network.coordinator.rawValue, 8))
    }
    if let seed = backup.trustCenterLinkKeySeed {
      steps += RequestBatch.Step.write(.linkKeySeed, seed.reveal().bytes)
    }
    steps += Self.counterSteps(backup) + Self.deviceSteps(backup, aligned: adapter.isAligned)
    beginBatch(.restoring(adapter, network), steps + Self.proof.map { .any($0) }, at: now)
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

  private static func counterSteps(_ backup: NetworkBackup) -> [RequestBatch.Step] {
    let ours = SecurityMaterialRecord(
      frameCounter: raised(backup.frameCounter), extendedPANID: backup.network.extendedPANID)
    let blank = SecurityMaterialRecord(frameCounter: 0, extendedPANID: ExtendedPANIdentifier(rawValue: 0))
    return (0..<securityMaterialEntries).map { index in
      let write = MTRequest.tableWrite(
        NVTableEntry(table: .securityMaterial, index: index), index == 0 ? ours.bytes : blank.bytes)
      return index == 0 ? .must(write) : .any(write)
    }
  }

  private static func deviceSteps(_ backup: NetworkBackup, aligned: Bool) -> [RequestBatch.Step] {
    var steps: [RequestBatch.Step] = []
    var linkKeys: UInt16 = 0
    var index = LinkKeyIndex(entries: [])
    for (position, device) in backup.devices.prefix(BackupReader.entryLimit).enumerated() {
      let record = AddressRecord(
        user: (device.isChild ? AddressRecord.associated : 0)
          | (device.linkKey != nil || !device.isChild ? AddressRecord.security : 0),
        networkAddress: device.networkAddress ?? .unknown, ieee: device.ieee)
      let place = NVTableEntry(table: .addressManager, index: UInt16(position))
      steps.append(.must(.tableWrite(place, record.bytes(aligned: aligned))))
      guard let key = device.linkKey?.reveal() else { continue }
      let seed = backup.trustCenterLinkKeySeed?.reveal()
      if let seed, let shift = TrustCenterLinkKeys.shift(seed: seed, device: device.ieee, key: key) {
        let record = LinkKeyRecord(
          transmitCounter: raised(device.transmitCounter), receiveCounter: device.receiveCounter,
          ieee: device.ieee, shift: shift)
        let place = NVTableEntry(table: .linkKeys, index: linkKeys)
        steps.append(.must(.tableWrite(place, record.bytes(aligned: aligned))))
        linkKeys += 1
      } else {
        let record = ApplicationKeyRecord(
          key: key, transmitCounter: raised(device.transmitCounter), receiveCounter: device.receiveCounter)
        let place = NVTableEntry(table: .applicationKeys, index: UInt16(index.entries.count))
        steps.append(.must(.tableWrite(place, record.bytes)))
        index.entries.append(
          LinkKeyIndex.Entry(addressIndex: UInt16(position), keyIndex: UInt16(index.entries.count)))
      }
    }
    if !index.entries.isEmpty { steps.append(.must(.nvWrite(.linkKeyTable, index.bytes(aligned: aligned)))) }
    return steps
  }

  mutating func restored(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, _ replies: [MTReply], at now: MonotonicInstant
  ) {
    guard case .restore(let backup) = order?.kind, replies.count >= Self.proof.count else {
      return procedureFailed("no backup to verify", at: now)
    }
    let proof = replies.suffix(Self.proof.count).map(\.value)
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
