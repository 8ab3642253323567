import ByteCoding
import SansIO
import TestSupport
import Testing
import Zigbee

@Suite struct ZDOTableTests {
  @Test func aCapturedPageOfNeighboursIsReadAndWrittenUnchanged() throws {
    let text =
      "000d0003ad2abaa9a92e2100ad2abaa9a92e2100000024020063ad2abaa9a92e2100a99c8efeff570b004f0325020f28"
      + "ad2abaa9a92e21000b6b12fefffd9f90040b25020f82"
    let bytes = try octets(text)
    let page = try ManagementLQIResponse(exactly: bytes).page
    #expect(page.total == 13 && page.startIndex == 0 && page.entries.count == 3)
    let second = page.entries[1]
    #expect(second.ieee == IEEEAddress(rawValue: 0x000B_57FF_FE8E_9CA9))
    #expect(second.networkAddress == NetworkAddress(rawValue: 0x034F))
    #expect(second.deviceType == .router && second.relationship == 2 && second.depth == 15)
    #expect(second.linkQuality == LinkQuality(rawValue: 40))
    #expect(ManagementLQIResponse(page).encodedBytes == bytes)
  }

  @Test func aPageThatEndsInAnEntryKeepsTheEntriesBefore() throws {
    let neighbor = Neighbor(
      extendedPANID: ExtendedPANIdentifier(rawValue: 1), ieee: IEEEAddress(rawValue: 2),
      networkAddress: NetworkAddress(rawValue: 3), deviceType: .endDevice, receiverOnWhenIdle: 0,
      relationship: 1, depth: 2, linkQuality: LinkQuality(rawValue: 99))
    let whole = ManagementLQIResponse(TablePage(total: 2, entries: [neighbor, neighbor])).encodedBytes
    let page = try ManagementLQIResponse(prefixOf: Array(whole.dropLast())).page
    #expect(page.entries == [neighbor])
    #expect(page.statedCount == 2)
  }

  @Test func routesAndBindingsHaveTheirForms() throws {
    try expectForms(
      "00 10 00 01 f942 10 f942",
      ManagementRoutingResponse(
        TablePage(
          total: 16,
          entries: [
            Route(
              destination: NetworkAddress(rawValue: 0x42F9), status: 0, isManyToOne: true,
              nextHop: NetworkAddress(rawValue: 0x42F9))
          ])))
    try expectForms(
      "00 01 00 01 0200000000000000 01 0104 01 0500",
      ManagementBindResponse(
        TablePage(
          total: 1,
          entries: [
            Binding(
              source: IEEEAddress(rawValue: 2), sourceEndpoint: EndpointID(1),
              cluster: ClusterID(rawValue: 0x0401), destination: .group(GroupID(rawValue: 5)))
          ])))
  }

  @Test func networkUpdateNoticesHaveTheirForms() throws {
    try expectForms(
      "00 00f8ff07 0500 0100 02 b4 12",
      ManagementNetworkUpdateNotify(
        scannedChannels: 0x07FF_F800, totalTransmissions: 5, transmissionFailures: 1, energies: [0xB4, 0x12]))
    try expectForms(
      "00 00800000 6400 0a00 0500 0f",
      ManagementNetworkUnsolicitedUpdateNotify(
        channelInUse: 0x8000, totalTransmissions: 100, transmissionFailures: 10, transmissionRetries: 5,
        periodMinutes: 15))
  }

  @Test func noMessageTrapsOnRandomBytes() throws {
    try expectSteadiness(of: NetworkAddressRequest.self, seed: 1)
    try expectSteadiness(of: IEEEAddressRequest.self, seed: 2)
    try expectSteadiness(of: MatchDescriptorRequest.self, seed: 3)
    try expectSteadiness(of: DeviceAnnounce.self, seed: 4)
    try expectSteadiness(of: ParentAnnounce.self, seed: 5)
    try expectSteadiness(of: ParentAnnounceResponse.self, seed: 6)
    try expectSteadiness(of: BindRequest.self, seed: 7)
    try expectSteadiness(of: UnbindRequest.self, seed: 8)
    try expectSteadiness(of: ManagementLeaveRequest.self, seed: 9)
    try expectSteadiness(of: ManagementNetworkUpdateRequest.self, seed: 10)
    try expectSteadiness(of: ManagementPermitJoiningRequest.self, seed: 11)
    try expectSteadiness(of: NetworkAddressResponse.self, seed: 12)
    try expectSteadiness(of: IEEEAddressResponse.self, seed: 13)
    try expectSteadiness(of: NodeDescriptorResponse.self, seed: 14)
    try expectSteadiness(of: PowerDescriptorResponse.self, seed: 15)
    try expectSteadiness(of: ActiveEndpointsResponse.self, seed: 17)
    try expectSteadiness(of: MatchDescriptorResponse.self, seed: 18)
    try expectSteadiness(of: SystemServerDiscoveryResponse.self, seed: 19)
    try expectSteadiness(of: ManagementNetworkUpdateNotify.self, seed: 20)
    try expectSteadiness(of: ManagementNetworkUnsolicitedUpdateNotify.self, seed: 21)
    try expectSteadiness(of: NodeDescriptor.self, seed: 22)
    try expectSteadiness(of: SimpleDescriptor.self, seed: 23)
    try expectSteadiness(of: Neighbor.self, seed: 24)
    try expectSteadiness(of: Route.self, seed: 25)
    try expectSteadiness(of: Binding.self, seed: 26)
  }

  @Test func tablesAndDescriptorsWithLyingCountsDoNotTrapEither() {
    var random = SeededGenerator(seed: 99)
    var taken = 0
    for _ in 0..<2_000 {
      let bytes = randomBytes(&random)
      if (try? ManagementLQIResponse(prefixOf: bytes)) != nil { taken += 1 }
      if (try? ManagementRoutingResponse(prefixOf: bytes)) != nil { taken += 1 }
      if (try? ManagementBindResponse(prefixOf: bytes)) != nil { taken += 1 }
      if (try? SimpleDescriptorResponse(prefixOf: bytes)) != nil { taken += 1 }
    }
    #expect(taken > 0)
  }
}
