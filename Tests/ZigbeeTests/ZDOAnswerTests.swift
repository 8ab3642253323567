import ByteCoding
import TestSupport
import Testing
import Zigbee

@Suite struct ZDOAnswerTests {
  private let nwk = NetworkAddress(rawValue: 0xCC82)
  private let ieee = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)

  @Test func addressAnswersHaveTheirForms() throws {
    try expectForms(
      "00 44332211004b1200 82cc", IEEEAddressResponse(AddressAnswer(ieee: ieee, networkAddress: nwk)))
    try expectForms(
      "00 44332211004b1200 82cc 02 00 0100 0200",
      NetworkAddressResponse(
        AddressAnswer(
          ieee: ieee, networkAddress: nwk,
          associatedDevices: .init(
            total: 2, startIndex: 0,
            addresses: [NetworkAddress(rawValue: 1), NetworkAddress(rawValue: 2)]))))
  }

  @Test func aNodeDescriptorTellsRoleSleepAndManufacturer() throws {
    let bytes = try octets("00 82cc 02 40 80 5f11 7f 6400 0000 6400 00")
    let answer = try NodeDescriptorResponse(exactly: bytes)
    let descriptor = try #require(answer.descriptor)
    #expect(answer.networkAddress == nwk)
    #expect(descriptor.logicalType == .endDevice)
    #expect(descriptor.isSleepy && !descriptor.isMainsPowered && !descriptor.isRouter)
    #expect(descriptor.manufacturer == ManufacturerCode(rawValue: 0x115F))
    #expect(descriptor.maximumBufferSize == 127)
    #expect(answer.encodedBytes == bytes)
  }

  @Test func aRouterIsNeverSleepyWhateverItsFlagsSay() {
    let descriptor = NodeDescriptor(
      logicalType: .router, capability: [], manufacturer: ManufacturerCode(rawValue: 0))
    #expect(descriptor.isRouter && !descriptor.isSleepy)
  }

  @Test func aNodeDescriptorOfTwelveBytesAndOneWithTLVsAreTaken() throws {
    let short = try NodeDescriptor(exactly: try octets("01408e5f11505001002c0050").map { $0 })
    #expect(short.descriptorCapability == nil)
    #expect(short.encodedBytes.count == 12)
    #expect(short.stackRevision == 0x16)
    let long = try NodeDescriptor(
      prefixOf: try octets("01408e5f11505001002c005000470305010203"))
    #expect(long.descriptorCapability == 0)
    #expect(long.isMainsPowered && long.isReceiverOnWhenIdle)
  }

  @Test func aFailedAnswerMayEndBehindItsStatus() throws {
    let failed = try NodeDescriptorResponse(exactly: [0x81])
    #expect(failed.status == .deviceNotFound && failed.descriptor == nil && failed.networkAddress == nil)
    #expect(try SimpleDescriptorResponse(exactly: [0x82, 0x82, 0xCC, 0]).status == .invalidEndpoint)
    #expect(try ActiveEndpointsResponse(exactly: [0x81]).endpoints.isEmpty)
    #expect(try ManagementLQIResponse(exactly: [0x84]).page.status == .notSupported)
    #expect(try IEEEAddressResponse(exactly: [0x81]).answer.ieee == .unknown)
    #expect(throws: DecodingFailure.self) { try NodeDescriptorResponse(prefixOf: [0x00, 0x82, 0xCC]) }
  }

  @Test func aPowerDescriptorIsFourHalfBytes() throws {
    try expectForms(
      "00 82cc 40 c4",
      PowerDescriptorResponse(
        networkAddress: nwk,
        descriptor: PowerDescriptor(
          availableSources: .disposableBattery, currentSource: .disposableBattery, level: 12)))
  }

  @Test func aSimpleDescriptorHasItsForm() throws {
    try expectForms(
      "00 82cc 0e 01 0401 0204 01 02 0000 0005 01 1900",
      SimpleDescriptorResponse(
        networkAddress: nwk,
        descriptor: SimpleDescriptor(
          endpoint: EndpointID(1), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0402),
          deviceVersion: 1, inputClusters: [ClusterID(rawValue: 0), ClusterID(rawValue: 0x0500)],
          outputClusters: [ClusterID(rawValue: 0x0019)])))
  }

  @Test func countsAndLengthsThatLieCostNothingThatIsThere() throws {
    let many = try SimpleDescriptor(prefixOf: try octets("01 0401 0204 01 ff 0000 0005 06"))
    #expect(many.inputClusters == [ClusterID(rawValue: 0), ClusterID(rawValue: 0x0500)])
    #expect(many.outputClusters.isEmpty)
    let shortLength = try SimpleDescriptorResponse(
      prefixOf: try octets("00 82cc 02 01 0401 0204 01 01 0600 00"))
    #expect(shortLength.descriptor?.inputClusters == [ClusterID(rawValue: 6)])
    let withoutOutputs = try SimpleDescriptor(prefixOf: try octets("01 0401 0204 01 01 0600"))
    #expect(withoutOutputs.outputClusters.isEmpty)
    let endpoints = try ActiveEndpointsResponse(prefixOf: [0, 0x82, 0xCC, 9, 1, 2])
    #expect(endpoints.endpoints == [EndpointID(1), EndpointID(2)])
  }

  @Test func endpointAndMatchAnswersHaveTheirForms() throws {
    try expectForms(
      "00 82cc 02 01 f2",
      ActiveEndpointsResponse(networkAddress: nwk, endpoints: [EndpointID(1), .greenPower]))
    try expectForms(
      "00 82cc 01 0b", MatchDescriptorResponse(networkAddress: nwk, endpoints: [EndpointID(11)]))
    try expectForms("00 00", ParentAnnounceResponse())
    try expectForms("00 4100", SystemServerDiscoveryResponse(status: .success, serverMask: 0x41))
  }

  @Test func answersOfOneStatusByteHaveTheirForms() throws {
    try expectForms("8c", BindResponse(status: .tableFull))
    try expectForms("88", UnbindResponse(status: .noEntry))
    try expectForms("00", ManagementLeaveResponse(status: .success))
    try expectForms("8b", ManagementPermitJoiningResponse(status: .notPermitted))
  }
}
