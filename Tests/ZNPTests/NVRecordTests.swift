import Testing
import Zigbee

@testable import ZNP

@Suite struct NVRecordTests {
  @Test(arguments: [NetworkInformationBase.packedLength, NetworkInformationBase.alignedLength])
  func theNetworkRecordReadsBackWhatWasSetAndKeepsTheRest(length: Int) throws {
    let raw = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    var base = try #require(NetworkInformationBase(raw))
    base.panID = PANIdentifier(rawValue: 0xBEEF)
    base.channel = RadioChannel(rawValue: 25)
    base.extendedPANID = ExtendedPANIdentifier(rawValue: 0x1122_3344_5566_7788)
    base.channelMask = 1 << 25
    base.updateID = 7
    #expect(base.panID.rawValue == 0xBEEF)
    #expect(base.channel?.rawValue == 25)
    #expect(base.extendedPANID.rawValue == 0x1122_3344_5566_7788)
    #expect(base.updateID == 7)
    #expect(zip(base.bytes, raw).filter { $0 != $1 }.count <= 2 + 1 + 8 + 4 + 1)
    #expect(base.describesNetwork)
  }

  @Test func fieldsLieWhereTheStackHasThem() throws {
    // Offsets of the aligned record of a CC2652: channel 24, PAN 36, extended PAN 57, key loaded 65.
    var raw = [UInt8](repeating: 0, count: 116)
    raw[24] = 11
    (raw[36], raw[37]) = (0x62, 0x1A)
    for index in 0..<8 { raw[57 + index] = 0xDD }
    raw[65] = 1
    raw[114] = 3
    let base = try #require(NetworkInformationBase(raw))
    #expect(base.channel?.rawValue == 11)
    #expect(base.panID.rawValue == 0x1A62)
    #expect(base.extendedPANID.rawValue == 0xDDDD_DDDD_DDDD_DDDD)
    #expect(base.updateID == 3)
    #expect(base.describesNetwork)
  }

  @Test func recordsOfOtherLengthsAreNotGuessedAt() {
    for length in [0, 1, 109, 111, 115, 117, 250] {
      #expect(NetworkInformationBase([UInt8](repeating: 0xFF, count: length)) == nil)
    }
  }

  @Test func aBlankRecordDescribesNoNetwork() throws {
    for fill in [UInt8(0), 0xFF] {
      let base = try #require(NetworkInformationBase([UInt8](repeating: fill, count: 116)))
      #expect(!base.describesNetwork)
    }
  }

  @Test func linkKeysAreTheSeedTurnedXorTheAddressTwice() throws {
    let seed = try #require(KeyBytes((0..<16).map { UInt8($0) }))
    let device = IEEEAddress(rawValue: 0x0807_0605_0403_0201)
    let key = try #require(TrustCenterLinkKeys.key(seed: seed, device: device, shift: 2))
    #expect(key.bytes == [3, 1, 7, 1, 3, 1, 15, 1, 11, 9, 15, 9, 11, 9, 7, 9])
    #expect(TrustCenterLinkKeys.shift(seed: seed, device: device, key: key) == 2)
    let other = try #require(KeyBytes([UInt8](repeating: 9, count: 16)))
    #expect(TrustCenterLinkKeys.shift(seed: seed, device: device, key: other) == nil)
  }

  @Test(arguments: [true, false])
  func tableRecordsReadBackAsWritten(aligned: Bool) {
    let address = AddressRecord(
      user: 3, networkAddress: NetworkAddress(rawValue: 0x1234), ieee: IEEEAddress(rawValue: 5))
    #expect(AddressRecord(address.bytes(aligned: aligned), aligned: aligned) == address)
    #expect(address.bytes(aligned: aligned).count == AddressRecord.length(aligned: aligned))
    let key = LinkKeyRecord(transmitCounter: 1, receiveCounter: 2, ieee: IEEEAddress(rawValue: 3), shift: 4)
    #expect(LinkKeyRecord(key.bytes(aligned: aligned)) == key)
    let index = LinkKeyIndex(entries: [LinkKeyIndex.Entry(addressIndex: 1, keyIndex: 2)])
    #expect(LinkKeyIndex(index.bytes(aligned: aligned), aligned: aligned) == index)
  }

  @Test func recordsThatAreTooShortAreNone() {
    #expect(AddressRecord([1, 2, 3], aligned: true) == nil)
    #expect(LinkKeyRecord([UInt8](repeating: 0, count: 18)) == nil)
    #expect(SecurityMaterialRecord([1, 2, 3]) == nil)
    #expect(ApplicationKeyRecord([UInt8](repeating: 0, count: 23)) == nil)
    #expect(LinkKeyIndex([9, 0, 1, 0, 2, 0], aligned: true).entries.isEmpty)
  }
}
