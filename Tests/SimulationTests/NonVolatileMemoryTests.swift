import SansIO
import Testing
import ZNP
import Zigbee

@testable import Simulation

@Suite struct NonVolatileMemoryTests {
  @Test func `an item is made, written in part, read, and deleted only with its length`() {
    var host = HostProbe()
    let id: [UInt8] = [0x60, 0x00]
    #expect(host.request(.sys, 0x13, id) == [0, 0])
    #expect(host.request(.sys, 0x08, id + [0]) == [2, 0])
    #expect(host.request(.sys, 0x07, id + [4, 0, 2, 0xAA, 0xBB]) == [9])
    #expect(host.request(.sys, 0x07, id + [4, 0, 2, 0xAA, 0xBB]) == [0])
    #expect(host.request(.sys, 0x07, id + [5, 0, 0]) == [0x0A])
    #expect(host.request(.sys, 0x08, id + [0]) == [0, 4, 0xAA, 0xBB, 0xFF, 0xFF])
    #expect(host.request(.sys, 0x09, id + [1, 2, 1, 2]) == [0])
    #expect(host.request(.sys, 0x1C, id + [1, 0]) == [0, 3, 1, 2, 0xFF])
    #expect(host.request(.sys, 0x09, id + [3, 2, 1, 2]) == [2])
    #expect(host.request(.sys, 0x12, id + [3, 0]) == [0x0C])
    #expect(host.request(.sys, 0x12, id + [4, 0]) == [0])
    #expect(host.request(.sys, 0x12, id + [4, 0]) == [9])
  }

  @Test func `extended tables have entries up to their size and refuse what is not there`() {
    var host = HostProbe(release: .release3x0)
    let last: [UInt8] = [1, 1, 0, 99, 0]
    let behind: [UInt8] = [1, 1, 0, 100, 0]
    #expect(host.request(.sys, 0x32, last) == [12, 0, 0, 0])
    #expect(host.request(.sys, 0x32, behind) == [0, 0, 0, 0])
    #expect(host.request(.sys, 0x33, behind + [0, 0, 12]) == [2, 0])
    #expect(host.request(.sys, 0x34, last + [2, 0, 2, 0x34, 0x12]) == [0])
    #expect(host.request(.sys, 0x33, last + [0, 0, 4]) == [0, 4, 0xFF, 0xFF, 0x34, 0x12])
    #expect(host.request(.sys, 0x30, last + [12, 0, 0, 0]) == [0x0A])
    #expect(host.request(.sys, 0x31, last) == [0])
    #expect(host.request(.sys, 0x30, last + [12, 0, 0, 0]) == [0])
  }

  @Test func `item 0 of the extended NV is the old NV`() {
    var host = HostProbe(release: .release3x0)
    #expect(host.request(.sys, 0x33, [1, 0, 0, 0x87, 0, 0, 0, 1]) == [0, 1, 0])
    #expect(host.request(.sys, 0x34, [1, 0, 0, 0x87, 0, 0, 0, 1, 2]) == [0])
    #expect(host.request(.sys, 0x08, [0x87, 0, 0]) == [0, 1, 2])
  }

  @Test func `the network information block reads what it writes in both layouts`() throws {
    var block = NetworkInformationBlock()
    block.shortAddress = .coordinator
    block.channel = 20
    block.panID = PANIdentifier(rawValue: 0x1A62)
    block.extendedPANID = ExtendedPANIdentifier(rawValue: 0x0102_0304_0506_0708)
    block.coordinatorExtendedAddress = IEEEAddress(rawValue: 0x0012_4B00_0000_0001)
    block.keyIsLoaded = true
    block.state = 8
    block.channelMask = 1 << 20
    block.updateID = 3
    for (aligned, length) in [(true, 116), (false, 110)] {
      let bytes = block.bytes(aligned: aligned)
      #expect(bytes.count == length)
      #expect(NetworkInformationBlock(bytes) == block)
    }
    #expect(NetworkInformationBlock([UInt8](repeating: 0, count: 112)) == nil)
    // Offsets that hosts know: channel, PAN id and extended PAN id of the aligned block.
    let aligned = block.bytes(aligned: true)
    #expect(aligned[24] == 20)
    #expect(Array(aligned[36..<38]) == [0x62, 0x1A])
    #expect(Array(aligned[57..<65]) == [8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test(arguments: ZStackRelease.allCases)
  func `a device that joined is in the address manager and in the key table`(release: ZStackRelease) {
    var memory = NonVolatileMemory()
    memory.makeMissingItems(release: release, hardwareAddress: IEEEAddress(rawValue: 1))
    let ieee = IEEEAddress(rawValue: 0x0012_4B00_3000_0042)
    memory.storeDevice(ieee, at: NetworkAddress(rawValue: 0x1234), isChild: true, release: release)
    let expected: [UInt8] =
      [3] + (release.alignsStructures ? [0] : []) + [0x34, 0x12] + littleEndian(ieee.rawValue)
    let first =
      release.hasExtendedNV
      ? memory.extended[NVTable.id(NVTable.addressManager, 0)]
      : memory[.addressManager].map { Array($0.prefix(expected.count)) }
    #expect(first == expected)
    memory.forgetDevice(ieee, release: release)
    let after =
      release.hasExtendedNV
      ? memory.extended[NVTable.id(NVTable.addressManager, 0)]
      : memory[.addressManager].map { Array($0.prefix(expected.count)) }
    #expect(after?.suffix(8) == [UInt8](repeating: 0xFF, count: 8)[...])
  }

  @Test func `a host cannot fill the flash without end`() {
    var host = HostProbe()
    var failures = 0
    for id in UInt16(0x0401)..<0x0450 {
      let answer = host.request(.sys, 0x07, littleEndian(id) + littleEndian(UInt16(4096)) + [0])
      if answer == [0x0A] { failures += 1 }
    }
    #expect(failures > 50)
  }

  @Test func `what is saved is what comes back`() {
    var memory = NonVolatileMemory()
    memory.makeMissingItems(release: .release3x0, hardwareAddress: IEEEAddress(rawValue: 7))
    var other = NonVolatileMemory()
    other.restore(memory.json)
    #expect(other == memory)
  }
}
