import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPBackupTests {
  static let seed = KeyBytes((0..<16).map { UInt8($0 * 3 + 1) })
  static let lock = IEEEAddress(rawValue: 0x000D_6F00_0A90_69E7)
  static let lamp = IEEEAddress(rawValue: 0x0017_8801_0304_0506)
  static let plug = IEEEAddress(rawValue: 0xEC1B_BDFF_FEF8_A95C)
  static let plainKey: [UInt8] = (0..<16).map { UInt8(200 - $0) }

  private func id(_ value: UInt64) -> RadioRequestID { RadioRequestID(rawValue: value) }

  /// A coordinator with a lock (child, key from the seed), a lamp (router without key) and a plug whose key
  /// is its own, and holes between them.
  private func populated() -> StandInCoordinator {
    var coordinator = StandInCoordinator(.stack3x0)
    coordinator.tables[NVTableEntry(table: .addressManager, index: 0)] =
      AddressRecord(user: 3, networkAddress: NetworkAddress(rawValue: 0x1001), ieee: Self.lock).bytes(
        aligned: true)
    coordinator.tables[NVTableEntry(table: .addressManager, index: 2)] =
      AddressRecord(user: 2, networkAddress: NetworkAddress(rawValue: 0x2002), ieee: Self.lamp).bytes(
        aligned: true)
    coordinator.tables[NVTableEntry(table: .addressManager, index: 5)] =
      AddressRecord(user: 2, networkAddress: NetworkAddress(rawValue: 0x3003), ieee: Self.plug).bytes(
        aligned: true)
    coordinator.tables[NVTableEntry(table: .linkKeys, index: 1)] =
      LinkKeyRecord(transmitCounter: 77, receiveCounter: 88, ieee: Self.lock, shift: 5).bytes(aligned: true)
    coordinator.tables[NVTableEntry(table: .applicationKeys, index: 0)] =
      Self.plainKey + LittleEndian.bytes(11, 4) + LittleEndian.bytes(22, 4)
    let index = LinkKeyIndex(entries: [LinkKeyIndex.Entry(addressIndex: 5, keyIndex: 0)]).bytes(aligned: true)
    coordinator.memory[NVItem.linkKeyTable.rawValue] = index + [UInt8](repeating: 0, count: 12)
    return coordinator
  }

  private func backup(of coordinator: StandInCoordinator) throws -> NetworkBackup {
    var harness = SessionHarness(coordinator)
    harness.open()
    harness.command(.readBackup(id(9)))
    harness.run(for: .seconds(5))
    let backups = harness.events.compactMap { event in
      if case .backupRead(id(9), let backup) = event { backup } else { nil }
    }
    #expect(backups.count == 1)
    return try #require(backups.first)
  }

  @Test func aBackupHoldsTheNetworkItsCounterAndItsDevices() throws {
    let backup = try backup(of: populated())
    #expect(backup.network.panID.rawValue == 0x1A62)
    #expect(backup.network.networkKey?.reveal().bytes == StandInCoordinator.key)
    #expect(backup.frameCounter == 1_000)
    #expect(backup.channelMask == 1 << 15)
    #expect(backup.trustCenterLinkKeySeed?.reveal() == Self.seed)
    #expect(backup.devices.map(\.ieee) == [Self.lock, Self.lamp, Self.plug])
    #expect(backup.devices.map(\.isChild) == [true, false, false])
    #expect(backup.devices.map { $0.networkAddress?.rawValue } == [0x1001, 0x2002, 0x3003])
    let seed = try #require(Self.seed)
    #expect(
      backup.devices[0].linkKey?.reveal() == TrustCenterLinkKeys.key(seed: seed, device: Self.lock, shift: 5))
    #expect(backup.devices[0].transmitCounter == 77)
    #expect(backup.devices[1].linkKey == nil)
    #expect(backup.devices[2].linkKey?.reveal().bytes == Self.plainKey)
    #expect(backup.devices[2].receiveCounter == 22)
  }

  @Test func aBackupReadsUsedEntriesOnly() {
    var coordinator = populated()
    for index in 20..<UInt16(300) {
      coordinator.tables[NVTableEntry(table: .addressManager, index: index)] = [UInt8](
        repeating: 0xFF, count: 12)
    }
    var harness = SessionHarness(coordinator)
    harness.open()
    harness.coordinator.requests = []
    harness.command(.readBackup(id(1)))
    harness.run(for: .seconds(5))
    #expect(harness.coordinator.requests.count < 50)
  }

  @Test(arguments: [ZStackFamily.home12, .stack30x])
  func olderStacksAreBackedUpFromTheirItems(family: ZStackFamily) throws {
    var coordinator = StandInCoordinator(family)
    let records = [
      AddressRecord(user: 1, networkAddress: NetworkAddress(rawValue: 0x1001), ieee: Self.lock),
      AddressRecord(user: 0, networkAddress: .unknown, ieee: .unknown),
      AddressRecord(user: 2, networkAddress: NetworkAddress(rawValue: 0x2002), ieee: Self.lamp),
    ]
    coordinator.memory[NVItem.addressManager.rawValue] = records.flatMap { $0.bytes(aligned: false) }
    let backup = try backup(of: coordinator)
    #expect(backup.frameCounter == 1_000)
    #expect(backup.devices.map(\.ieee) == [Self.lock, Self.lamp])
    #expect(backup.devices.map(\.isChild) == [true, false])
  }

  @Test func aBackupIsReadBehindSends() {
    var harness = SessionHarness(populated())
    harness.open()
    harness.coordinator.requests = []
    harness.session.command(.readBackup(id(1)), at: harness.now)
    for number in UInt64(2)...6 {
      harness.session.command(.send(id(number), SampleRequests.unicast), at: harness.now)
    }
    harness.exchange()
    let subsystems = harness.coordinator.requests.prefix(6).map(\.id.subsystem)
    #expect(subsystems.dropFirst() == [.af, .af, .af, .af, .af])
  }

  @Test func aResetInTheMiddleEndsTheBackupTyped() {
    var harness = SessionHarness(populated())
    harness.open()
    harness.coordinator.silentCommands = [MTCommandID(.sys, 0x33)]
    harness.command(.readBackup(id(1)))
    harness.indicate(harness.coordinator.reset()[0])
    #expect(harness.failure(of: 1) != nil)
  }

  @Test func aBackupCanBeReadWhileAMismatchWaits() {
    var harness = SessionHarness(
      populated(), ZNPConfiguration(plan: NetworkPlan(channel: RadioChannel(rawValue: 25))))
    harness.open()
    harness.command(.readBackup(id(1)))
    #expect(harness.events.contains { if case .backupRead = $0 { true } else { false } })
    #expect(harness.writes.isEmpty)
  }

  @Test func aHiddenKeyMakesNoBackup() {
    var coordinator = populated()
    coordinator.memory[NVItem.activeKey.rawValue] = nil
    var harness = SessionHarness(coordinator)
    harness.open()
    harness.command(.readBackup(id(1)))
    #expect(harness.failure(of: 1)?.contains("key") == true)
  }

  // MARK: Restore

  @Test(arguments: [ZStackFamily.stack3x0, .stack30x])
  func aBackupBringsTheNetworkBackOnAnotherAdapter(family: ZStackFamily) throws {
    let saved = try backup(of: populated())
    var other = StandInCoordinator(family, formed: false)
    other.memory[NVItem.extendedAddress.rawValue] = LittleEndian.bytes(0x0012_4B00_AAAA_AAAA, 8)
    var harness = SessionHarness(other, ZNPConfiguration(remembered: saved.network))
    harness.open()
    guard case .networkMismatch(nil, _) = harness.state else { return #expect(Bool(false)) }
    harness.command(.restoreNetwork(id(1), saved))
    harness.run(for: .seconds(60)) { $0.completion(of: 1) != nil }
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(harness.networks.last == saved.network)
    #expect(harness.coordinator.requests.count <= 300)
    let again = try backup(of: harness.coordinator)
    #expect(again.frameCounter == saved.frameCounter + 10_000)
    #expect(again.trustCenterLinkKeySeed == saved.trustCenterLinkKeySeed)
    #expect(again.devices.map(\.ieee) == saved.devices.map(\.ieee))
    #expect(again.devices.map(\.linkKey) == saved.devices.map(\.linkKey))
    #expect(again.devices[0].transmitCounter == saved.devices[0].transmitCounter + 10_000)
    #expect(again.devices[0].receiveCounter == saved.devices[0].receiveCounter)
    #expect(again.devices.map(\.isChild) == saved.devices.map(\.isChild))
  }

  @Test func unknownBytesOfTheNetworkRecordSurviveARestore() throws {
    let saved = try backup(of: populated())
    var harness = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(remembered: saved.network))
    harness.open()
    harness.command(.restoreNetwork(id(1), saved))
    harness.run(for: .seconds(60)) { $0.completion(of: 1) != nil }
    #expect(harness.coordinator.base?.bytes[..<15] == populated().base?.bytes[..<15])
  }

  @Test func aResetAtEveryPointOfARestoreEndsWithTheBackupsNetwork() throws {
    let saved = try backup(of: populated())
    var reference = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(remembered: saved.network))
    reference.open()
    let start = reference.coordinator.requests.count
    reference.command(.restoreNetwork(id(1), saved))
    reference.run(for: .seconds(60)) { $0.completion(of: 1) != nil }
    for point in (start + 1)...reference.coordinator.requests.count {
      var harness = SessionHarness(
        StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(remembered: saved.network))
      harness.coordinator.resetsBefore = [point]
      harness.open()
      harness.command(.restoreNetwork(id(1), saved))
      harness.run(for: .seconds(90)) { $0.completion(of: 1) != nil }
      #expect(harness.completion(of: 1) == .succeeded, "reset before request \(point)")
      #expect(harness.networks.last == saved.network)
      let counter = harness.coordinator.tables[NVTableEntry(table: .securityMaterial, index: 0)]
      #expect(counter.flatMap { SecurityMaterialRecord($0) }?.frameCounter == 11_000)
    }
  }

  @Test func whatHomeCannotTakeBackIsSaid() throws {
    let saved = try backup(of: populated())
    var harness = SessionHarness(
      StandInCoordinator(.home12, formed: false), ZNPConfiguration(remembered: saved.network))
    harness.open()
    harness.command(.restoreNetwork(id(1), saved))
    #expect(harness.failure(of: 1)?.contains("Z-Stack Home 1.2") == true)
    #expect(harness.writes.isEmpty)
  }

  @Test func aCounterAtTheEndOfItsRangeIsHeldThere() throws {
    var saved = try backup(of: populated())
    saved.frameCounter = .max - 5
    var harness = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(remembered: saved.network))
    harness.open()
    harness.command(.restoreNetwork(id(1), saved))
    harness.run(for: .seconds(60)) { $0.completion(of: 1) != nil }
    #expect(harness.completion(of: 1) == .succeeded)
    let counter = harness.coordinator.tables[NVTableEntry(table: .securityMaterial, index: 0)]
    #expect(counter.flatMap { SecurityMaterialRecord($0) }?.frameCounter == .max)
  }
}
