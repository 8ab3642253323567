import ByteCoding
import TestSupport
import Testing
import Zigbee

@Suite struct ZDORequestTests {
  private let nwk = NetworkAddress(rawValue: 0x7FBA)
  private let ieee = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)

  @Test func addressRequestsHaveTheirForms() throws {
    try expectForms("44332211004b1200 00 00", NetworkAddressRequest(ieee: ieee))
    try expectForms("0000 01 00", IEEEAddressRequest(networkAddress: .coordinator, kind: .extended))
  }

  @Test func descriptorRequestsHaveTheirForms() throws {
    try expectForms("ba7f", NodeDescriptorRequest(networkAddress: nwk))
    try expectForms("ba7f", PowerDescriptorRequest(networkAddress: nwk))
    try expectForms("ba7f 0b", SimpleDescriptorRequest(networkAddress: nwk, endpoint: EndpointID(11)))
    try expectForms("ba7f", ActiveEndpointsRequest(networkAddress: nwk))
    try expectForms(
      "fdff 0401 02 0600 0005 01 1900",
      MatchDescriptorRequest(
        networkAddress: .broadcastRxOnWhenIdle, profile: .homeAutomation,
        inputClusters: [ClusterID(rawValue: 6), ClusterID(rawValue: 0x0500)],
        outputClusters: [ClusterID(rawValue: 0x19)]))
    try expectForms("0100", SystemServerDiscoveryRequest(serverMask: 1))
  }

  @Test func announcementsHaveTheirForms() throws {
    try expectForms(
      "fca9 75d6d078004b1200 80",
      DeviceAnnounce(
        networkAddress: NetworkAddress(rawValue: 0xA9FC), ieee: IEEEAddress(rawValue: 0x0012_4B00_78D0_D675),
        capability: .allocateAddress))
    try expectForms("01 44332211004b1200", ParentAnnounce(children: [ieee]))
  }

  @Test func bindingsToADeviceAndToAGroupHaveTheirForms() throws {
    let cluster = ClusterID(rawValue: 0x0008)
    try expectForms(
      "44332211004b1200 01 0800 03 0100000000000000 02",
      BindRequest(
        Binding(
          source: ieee, sourceEndpoint: EndpointID(1), cluster: cluster,
          destination: .device(IEEEAddress(rawValue: 1), EndpointID(2)))))
    try expectForms(
      "44332211004b1200 01 0800 01 8503",
      UnbindRequest(
        Binding(
          source: ieee, sourceEndpoint: EndpointID(1), cluster: cluster,
          destination: .group(GroupID(rawValue: 901)))))
  }

  @Test func aBindingWithAnUnknownAddressModeIsRefusedAtThatByte() throws {
    let bytes = try octets("44332211004b1200010800020000")
    #expect(throws: DecodingFailure(.invalidValue, offset: 11)) { try BindRequest(prefixOf: bytes) }
  }

  @Test func managementRequestsHaveTheirForms() throws {
    try expectForms("02", ManagementLQIRequest(startIndex: 2))
    try expectForms("00", ManagementRoutingRequest())
    try expectForms("04", ManagementBindRequest(startIndex: 4))
    try expectForms("3c 01", ManagementPermitJoiningRequest(seconds: 60))
    try expectForms("0000000000000000 80", ManagementLeaveRequest(ieee: .init(rawValue: 0), rejoins: true))
    try expectForms(
      "00f8ff07 03 01",
      ManagementNetworkUpdateRequest(channels: 0x07FF_F800, action: .energyScan(duration: 3, count: 1)))
    try expectForms(
      "00800000 fe 05", ManagementNetworkUpdateRequest(channels: 1 << 15, action: .changeChannel(updateID: 5))
    )
    try expectForms(
      "00800000 ff 05 0000",
      ManagementNetworkUpdateRequest(
        channels: 1 << 15, action: .setManager(updateID: 5, manager: .coordinator)))
  }

  @Test func aLeaveRequestWithoutFlagsIsAPlainLeave() throws {
    let request = try ManagementLeaveRequest(exactly: [UInt8](repeating: 0, count: 8))
    #expect(!request.rejoins && !request.removesChildren)
  }

  @Test func aMessageCarriesItsSequenceNumberInFront() throws {
    let message = ZDOMessage(sequence: 7, ActiveEndpointsRequest(networkAddress: nwk))
    #expect(message.cluster == .activeEndpointsRequest)
    #expect(message.payload == [7, 0xBA, 0x7F])
    #expect(try ZDOMessage(cluster: .activeEndpointsRequest, payload: message.payload) == message)
    #expect(try message.decode(ActiveEndpointsRequest.self).networkAddress == nwk)
    #expect(throws: DecodingFailure.self) { try message.decode(NodeDescriptorRequest.self) }
    #expect(throws: DecodingFailure(.truncated, offset: 0)) {
      try ZDOMessage(cluster: .deviceAnnounce, payload: [])
    }
  }

  @Test func anAnswerHasTheNumberOfItsRequestWithTheHighestBit() {
    #expect(ClusterID.nodeDescriptorResponse.rawValue == 0x8002)
    #expect(ClusterID.managementNetworkUpdateNotify.rawValue == 0x8038)
    #expect(ClusterID.bindResponse.isZDOResponse && !ClusterID.bindRequest.isZDOResponse)
  }
}
