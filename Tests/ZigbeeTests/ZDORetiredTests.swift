import ByteCoding
import TestSupport
import Testing
import Zigbee

/// Messages that R22 took out of the standard and old devices still send.
@Suite struct ZDORetiredTests {
  private let nwk = NetworkAddress(rawValue: 0x7FBA)
  private let ieee = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)
  private let device = "ba7f 44332211004b1200"

  @Test func userAndComplexDescriptorsHaveTheirForms() throws {
    try expectForms("ba7f", ComplexDescriptorRequest(networkAddress: nwk))
    try expectForms(
      "00 ba7f 02 0102", ComplexDescriptorResponse(networkAddress: nwk, descriptor: [1, 2]))
    try expectForms("ba7f", UserDescriptorRequest(networkAddress: nwk))
    try expectForms("00 ba7f 02 6869", UserDescriptorResponse(networkAddress: nwk, text: Array("hi".utf8)))
    try expectForms("ba7f 02 6869", UserDescriptorSet(networkAddress: nwk, text: Array("hi".utf8)))
    try expectForms("00 ba7f", UserDescriptorConfirm(networkAddress: nwk))
  }

  @Test func aUserDescriptorThatStatesTooMuchYieldsWhatIsThere() throws {
    let answer = try UserDescriptorResponse(prefixOf: try octets("00 ba7f 10 6869"))
    #expect(answer.text == Array("hi".utf8))
  }

  @Test func extendedDescriptorsHaveTheirForms() throws {
    try expectForms(
      "ba7f 01 02",
      ExtendedSimpleDescriptorRequest(networkAddress: nwk, endpoint: EndpointID(1), startIndex: 2))
    try expectForms(
      "00 ba7f 01 03 01 02 0600 1900",
      ExtendedSimpleDescriptorResponse(
        networkAddress: nwk, endpoint: EndpointID(1), inputClusterCount: 3, outputClusterCount: 1,
        startIndex: 2, clusters: [ClusterID(rawValue: 6), ClusterID(rawValue: 0x19)]))
    try expectForms("ba7f 02", ExtendedActiveEndpointsRequest(networkAddress: nwk, startIndex: 2))
    try expectForms(
      "00 ba7f 03 02 f2",
      ExtendedActiveEndpointsResponse(
        networkAddress: nwk, count: 3, startIndex: 2, endpoints: [EndpointID(242)]))
  }

  @Test func theMessagesOfADiscoveryCacheHaveTheirForms() throws {
    try expectForms(device, DiscoveryCacheRequest(networkAddress: nwk, ieee: ieee))
    try expectForms(
      device + " 0d 02 03 02 14 16",
      DiscoveryStoreRequest(
        networkAddress: nwk, ieee: ieee, nodeDescriptorSize: 13, powerDescriptorSize: 2,
        activeEndpointsSize: 3, simpleDescriptorSizes: [20, 22]))
    let node = NodeDescriptor(
      logicalType: .endDevice, capability: .allocateAddress, manufacturer: ManufacturerCode(rawValue: 0x1037))
    try expectForms(
      device + " 02 40 80 3710 52 5200 0000 5200 00",
      NodeDescriptorStoreRequest(networkAddress: nwk, ieee: ieee, descriptor: node))
    try expectForms(
      device + " 02 0102",
      ActiveEndpointsStoreRequest(
        networkAddress: nwk, ieee: ieee, endpoints: [EndpointID(1), EndpointID(2)]))
    let simple = SimpleDescriptor(
      endpoint: EndpointID(1), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0A))
    try expectForms(
      device + " 08 01 0401 0a00 00 00 00",
      SimpleDescriptorStoreRequest(networkAddress: nwk, ieee: ieee, descriptor: simple))
    try expectForms(device, RemoveNodeCacheRequest(networkAddress: nwk, ieee: ieee))
    try expectForms(device, FindNodeCacheRequest(networkAddress: nwk, ieee: ieee))
    try expectForms(
      "0000" + device, FindNodeCacheResponse(cache: .coordinator, networkAddress: nwk, ieee: ieee))
    try expectForms("84", DiscoveryStoreResponse(status: .notSupported))
  }

  @Test func endDeviceBindingHasItsForm() throws {
    try expectForms(
      "0000 44332211004b1200 01 0401 01 0600 01 0800",
      EndDeviceBindRequest(
        target: .coordinator, source: ieee, sourceEndpoint: EndpointID(1), profile: .homeAutomation,
        inputClusters: [ClusterID(rawValue: 6)], outputClusters: [ClusterID(rawValue: 8)]))
    try expectForms("86", EndDeviceBindResponse(status: .noMatch))
  }

  @Test func theRegisterAndBackupOfBindingsHaveTheirForms() throws {
    let binding = Binding(
      source: ieee, sourceEndpoint: EndpointID(1), cluster: ClusterID(rawValue: 6),
      destination: .group(GroupID(rawValue: 5)))
    let form = "44332211004b1200 01 0600 01 0500"
    try expectForms(
      "00 0200 0100 " + form, BindRegisterResponse(total: 2, bindings: [binding]))
    try expectForms(form, StoreBackupBindEntryRequest(binding: binding))
    try expectForms(
      "0200 0100 0100 " + form, BackupBindTableRequest(total: 2, startIndex: 1, bindings: [binding]))
    try expectForms(
      "00 0100 0200 0100 " + form, RecoverBindTableResponse(startIndex: 1, total: 2, bindings: [binding]))
    try expectForms(
      "0200 0000 0100 44332211004b1200",
      BackupSourceBindRequest(total: 2, startIndex: 0, devices: [ieee]))
    try expectForms("00 0200", BackupBindTableResponse(total: 2))
    try expectForms(
      "44332211004b1200 00 0100000000000000 01",
      ReplaceDeviceRequest(
        old: ieee, oldEndpoint: EndpointID(0), new: IEEEAddress(rawValue: 1), newEndpoint: EndpointID(1)))
  }

  @Test func retiredManagementHasItsForms() throws {
    try expectForms(
      "00f8ff07 05 00", ManagementNetworkDiscoveryRequest(channels: 0x07FF_F800, duration: 5, startIndex: 0))
    let network = DiscoveredNetwork(
      extendedPANID: ExtendedPANIdentifier(rawValue: 0xDDDD_DDDD_DDDD_DDDD), channel: 15, permitsJoining: true
    )
    try expectForms(
      "00 01 00 01 dddddddddddddddd 0f 22 ff 01",
      ManagementNetworkDiscoveryResponse(TablePage(total: 1, entries: [network])))
    try expectForms(
      "44332211004b1200 8e",
      ManagementDirectJoinRequest(ieee: ieee, capability: MACCapability(rawValue: 0x8E)))
    try expectForms(
      "00 01 00 01 44332211004b1200 ba7f",
      ManagementCacheResponse(
        TablePage(total: 1, entries: [CachedDevice(ieee: ieee, networkAddress: nwk)])))
  }
}
