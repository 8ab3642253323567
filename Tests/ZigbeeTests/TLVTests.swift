import ByteCoding
import SansIO
import TestSupport
import Testing
import Zigbee

@Suite struct TLVTests {
  private let ieee = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)

  @Test func theLengthByteStatesOneLessThanThereIs() throws {
    let tlv = try #require(TLV(tag: TLVTag(rawValue: 0x43), value: [0x62, 0x1A]))
    try expectForms("43 01 621a", tlv)
    #expect(throws: DecodingFailure.self) { try TLV(exactly: try octets("43 02 621a")) }
    #expect(throws: DecodingFailure.self) { try TLV(exactly: try octets("43")) }
  }

  @Test func aValueHasOneTo256Bytes() throws {
    #expect(TLV(tag: .manufacturerSpecific, value: []) == nil)
    #expect(TLV(tag: .manufacturerSpecific, value: [UInt8](repeating: 1, count: 257)) == nil)
    let longest = try #require(TLV(tag: .manufacturerSpecific, value: [UInt8](repeating: 1, count: 256)))
    #expect(longest.encodedBytes.prefix(2) == [64, 0xFF])
    #expect(try TLV(exactly: longest.encodedBytes) == longest)
  }

  @Test func globalContentsHaveTheirForms() throws {
    try expectForms(
      "5f11 0102", ManufacturerSpecificTLV(manufacturer: ManufacturerCode(rawValue: 0x115F), data: [1, 2]))
    try expectForms(
      "03 09 44332211004b1200",
      SupportedKeyNegotiationMethodsTLV(protocols: 3, preSharedSecrets: 9, source: ieee))
    try expectForms("03 09", SupportedKeyNegotiationMethodsTLV(protocols: 3, preSharedSecrets: 9))
    try expectForms("0500", PANIDConflictReportTLV(count: 5))
    try expectForms("621a", NextPANIDChangeTLV(panID: PANIdentifier(rawValue: 0x1A62)))
    try expectForms("00080000", NextChannelChangeTLV(channel: 0x800))
    try expectForms("0100", RouterInformationTLV(flags: 1))
    let nwk = NetworkAddress(rawValue: 0x7FBA)
    try expectForms(
      "ba7f 01 5000", FragmentationParametersTLV(networkAddress: nwk, maximumIncomingTransferUnit: 80))
    try expectForms("ba7f 01", FragmentationParametersTLV(networkAddress: nwk))
    try expectForms("ba7f", FragmentationParametersTLV(networkAddress: nwk, options: nil))
    try expectForms("0100", ConfigurationParametersTLV(flags: 1))
    try expectForms("0a0b", DeviceCapabilityExtensionTLV(data: [10, 11]))
    let inner = TLVList(of: [RouterInformationTLV(flags: 1)])
    try expectForms("46 01 0100", JoinerEncapsulationTLV(tlvs: inner))
    try expectForms("46 01 0100", BeaconAppendixEncapsulationTLV(tlvs: inner))
  }

  @Test func aPassphraseIsSecret() throws {
    let key = try #require(KeyBytes(Array(0...15)))
    let content = SymmetricPassphraseTLV(passphrase: Secret(key))
    try expectForms("000102030405060708090a0b0c0d0e0f", content)
    #expect(!String(describing: content).contains("15"))
    #expect(throws: DecodingFailure.self) { try SymmetricPassphraseTLV(exactly: [1, 2, 3]) }
  }

  @Test func localContentsHaveTheirForms() throws {
    try expectForms("01 44332211004b1200", DeviceListTLV(devices: [ieee]))
    try expectForms("01 00f8ff07 01", BeaconSurveyConfigurationTLV(channels: [0x07FF_F800], flags: 1))
    try expectForms(
      "04 03 02 01",
      BeaconSurveyResultsTLV(total: 4, ownNetwork: 3, potentialParents: 2, otherNetworks: 1))
    let parent = PotentialParentsTLV.Parent(
      networkAddress: .coordinator, linkQuality: LinkQuality(rawValue: 200))
    try expectForms("0000 c8 01 0000 c8", PotentialParentsTLV(current: parent, others: [parent]))
    try expectForms(
      "01 43 00",
      ProcessingStatusTLV(entries: [ProcessingStatusTLV.Entry(tag: .nextPANIDChange, status: .success)]))
    try expectForms("45", AuthenticationTokenIDTLV())
    try expectForms("44332211004b1200", TargetAddressTLV(device: ieee))
    try expectForms(
      "44332211004b1200 01 03",
      AuthenticationLevelTLV(device: ieee, initialJoinMethod: 1, activeLinkKeyType: 3))
    try expectForms(
      "02 ff 44332211004b1200",
      SelectedKeyNegotiationMethodTLV(method: 2, preSharedSecret: 255, sender: ieee))
    try expectForms(
      "44332211004b1200 0807060504030201",
      FrameCounterChallengeTLV(sender: ieee, challenge: 0x0102_0304_0506_0708))
    try expectForms(
      "44332211004b1200 0807060504030201 05000000 06000000 1100000000000000",
      FrameCounterResponseTLV(
        responder: ieee, challenge: 0x0102_0304_0506_0708, frameCounter: 5, challengeFrameCounter: 6,
        integrityCode: 17))
  }

  @Test func aPointOfAnotherLengthIsRefused() throws {
    #expect(PublicPointTLV(device: ieee, point: [1]) == nil)
    let point = try #require(PublicPointTLV(device: ieee, point: [UInt8](repeating: 7, count: 32)))
    #expect(try PublicPointTLV(exactly: point.encodedBytes) == point)
  }

  @Test func whatIsNoWholeTLVIsKeptUnread() throws {
    let list = try TLVList(exactly: try octets("43 01 621a 44 03 0008"))
    #expect(list.elements.count == 1)
    #expect(list.unread == [0x44, 0x03, 0x00, 0x08])
    #expect(list.first(NextPANIDChangeTLV.self)?.panID == PANIdentifier(rawValue: 0x1A62))
    #expect(list.first(NextChannelChangeTLV.self) == nil)
    #expect(hex(list.encodedBytes) == "4301621a44030008")
    #expect(!list.isWellFormed)
  }

  @Test func aListWithATagTwiceOrNestedEncapsulationIsNotWellFormed() throws {
    let flags = RouterInformationTLV(flags: 1)
    let maker = ManufacturerSpecificTLV(manufacturer: ManufacturerCode(rawValue: 1), data: [])
    let inner = JoinerEncapsulationTLV(tlvs: TLVList(of: [flags]))
    #expect(TLVList(of: [flags, maker, maker, inner]).isWellFormed)
    #expect(!TLVList(of: [flags, flags]).isWellFormed)
    let nested = BeaconAppendixEncapsulationTLV(tlvs: TLVList(of: [inner]))
    #expect(!TLVList(of: [nested]).isWellFormed)
    #expect(!TLVList(of: [JoinerEncapsulationTLV(tlvs: TLVList(of: [flags, flags]))]).isWellFormed)
  }

  @Test func aContentIsReadByItsOwnTagAlone() throws {
    let tlv = try #require(TLV(NextPANIDChangeTLV(panID: PANIdentifier(rawValue: 1))))
    #expect(throws: DecodingFailure.self) { try tlv.decode(NextChannelChangeTLV.self) }
    // A later revision may append to a value.
    let longer = try #require(TLV(tag: .nextPANIDChange, value: [1, 0, 9]))
    #expect(try longer.decode(NextPANIDChangeTLV.self).panID == PANIdentifier(rawValue: 1))
  }

  @Test func randomBytesNeverTrapAndWhatIsReadIsWrittenBack() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let bytes = randomBytes(&random)
      let list = try TLVList(exactly: bytes)
      #expect(list.encodedBytes == bytes)
      _ = list.isWellFormed
    }
  }
}
