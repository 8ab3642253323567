import ByteCoding
import SansIO
import TestSupport
import Testing
import Zigbee

/// The messages that came with R22 and R23.
@Suite struct ZDOSecurityTests {
  private let nwk = NetworkAddress(rawValue: 0x7FBA)
  private let ieee = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)

  @Test func theEnhancedUpdateHasTheActionsOfTheOldOneForEveryPage() throws {
    try expectForms(
      "02 00f8ff07 010000e0 03 02",
      ManagementEnhancedUpdateRequest(
        channels: [0x07FF_F800, 0xE000_0001], action: .energyScan(duration: 3, count: 2)))
    try expectForms(
      "01 00080000 fe 07 01",
      ManagementEnhancedUpdateRequest(channels: [0x800], action: .changeChannel(updateID: 7), flags: 1))
    try expectForms(
      "01 00080000 ff 07 0000",
      ManagementEnhancedUpdateRequest(
        channels: [0x800], action: .setManager(updateID: 7, manager: .coordinator)))
    try expectForms(
      "00 00180000 0100 0200 02 4142",
      ManagementEnhancedUpdateNotify(
        ManagementNetworkUpdateNotify(
          scannedChannels: 0x1800, totalTransmissions: 1, transmissionFailures: 2, energies: [0x41, 0x42])))
    #expect(throws: DecodingFailure.self) {
      try ManagementEnhancedUpdateRequest(prefixOf: try octets("05 00080000"))
    }
  }

  @Test func theJoiningListEndsBehindItsTotalWhenItIsEmpty() throws {
    try expectForms("00 05 00 00", ManagementJoiningListResponse(updateID: 5))
    try expectForms(
      "00 05 01 02 01 01 44332211004b1200",
      ManagementJoiningListResponse(updateID: 5, policy: .listed, total: 2, startIndex: 1, devices: [ieee]))
    try expectForms("04", ManagementJoiningListRequest(startIndex: 4))
  }

  @Test func requestsOfTLVsHaveTheirForms() throws {
    let clear = ClearAllBindingsRequest(tlvs: TLVList(of: [DeviceListTLV(devices: [.unknown])]))
    try expectForms("00 08 01 ffffffffffffffff", clear)
    #expect(clear.devices?.devices == [.unknown])
    let survey = ManagementBeaconSurveyRequest(
      tlvs: TLVList(of: [BeaconSurveyConfigurationTLV(channels: [0x800])]))
    try expectForms("00 05 01 00080000 00", survey)
    #expect(survey.configuration?.channels == [0x800])
    let settings = SetConfigurationRequest(
      tlvs: TLVList(of: [
        NextPANIDChangeTLV(panID: PANIdentifier(rawValue: 0x1A62)), NextChannelChangeTLV(channel: 0x800),
        ConfigurationParametersTLV(flags: 1),
      ]))
    try expectForms("43 01 621a 44 03 00080000 4b 01 0100", settings)
    try expectForms(
      "02 43 44", GetConfigurationRequest(tags: [.nextPANIDChange, .nextChannelChange]))
    let update = StartKeyUpdateRequest(
      tlvs: TLVList(of: [
        SelectedKeyNegotiationMethodTLV(method: 2, preSharedSecret: 1, sender: ieee),
        FragmentationParametersTLV(networkAddress: nwk),
      ]))
    try expectForms("00 09 02 01 44332211004b1200 47 02 ba7f 01", update)
    #expect(update.method?.method == 2)
    #expect(update.fragmentation?.networkAddress == nwk)
    try expectForms(
      "00 00 45", RetrieveAuthenticationTokenRequest(tlvs: TLVList(of: [AuthenticationTokenIDTLV()])))
    let challenge = ChallengeRequest(
      tlvs: TLVList(of: [FrameCounterChallengeTLV(sender: ieee, challenge: 1)]))
    try expectForms("00 0f 44332211004b1200 0100000000000000", challenge)
  }

  @Test func answersOfTLVsHaveTheirForms() throws {
    let survey = ManagementBeaconSurveyResponse(
      status: .success,
      tlvs: TLVList(of: [
        BeaconSurveyResultsTLV(total: 4, ownNetwork: 3, potentialParents: 2, otherNetworks: 1),
        PotentialParentsTLV(
          current: PotentialParentsTLV.Parent(
            networkAddress: .coordinator, linkQuality: LinkQuality(rawValue: 9)), others: []),
      ]))
    try expectForms("00 01 03 04030201 02 03 0000 09 00", survey)
    #expect(survey.results?.total == 4)
    #expect(survey.parents?.current.linkQuality == LinkQuality(rawValue: 9))
    let level = GetAuthenticationLevelResponse(
      status: .success,
      tlvs: TLVList(of: [AuthenticationLevelTLV(device: ieee, initialJoinMethod: 1, activeLinkKeyType: 2)]))
    try expectForms("00 00 09 44332211004b1200 01 02", level)
    #expect(level.level?.initialJoinMethod == 1)
    try expectForms("d6", ChallengeResponse(status: .missingTLV, tlvs: []))
    try expectForms("91", StartKeyUpdateResponse(status: .badKeyNegotiationMethod))
  }

  @Test func descriptorsAndPermitJoiningCarryTLVs() throws {
    let fragmentation = TLVList(of: [
      FragmentationParametersTLV(networkAddress: nwk, maximumIncomingTransferUnit: 128)
    ])
    try expectForms(
      "ba7f 47 04 ba7f 01 8000", NodeDescriptorRequest(networkAddress: nwk, tlvs: fragmentation))
    let node = NodeDescriptor(
      logicalType: .router, capability: .allocateAddress, manufacturer: ManufacturerCode(rawValue: 0x1037),
      serverMask: 0x2E00)
    try expectForms(
      "00 ba7f 01 40 80 3710 52 5200 002e 5200 00 47 04 ba7f 01 8000",
      NodeDescriptorResponse(networkAddress: nwk, descriptor: node, tlvs: fragmentation))
    let appendix = TLVList(of: [
      BeaconAppendixEncapsulationTLV(
        tlvs: TLVList(of: [SupportedKeyNegotiationMethodsTLV(protocols: 1, preSharedSecrets: 2)]))
    ])
    try expectForms("b4 01 49 03 41 01 01 02", ManagementPermitJoiningRequest(seconds: 180, tlvs: appendix))
  }
}
