import Zigbee

extension DeviceObjectServer {
  /// The device object of a coordinator, whatever its family.
  static func coordinator(
    _ ieee: IEEEAddress, manufacturer: ManufacturerCode, serverMask: UInt16,
    endpoints: [EndpointID: SimpleDescriptor], associations: [Association],
    extendedPANID: ExtendedPANIdentifier?
  ) -> Self {
    var server = DeviceObjectServer(
      ieee: ieee, address: .coordinator,
      node: NodeDescriptor(
        logicalType: .coordinator,
        capability: [
          .alternateCoordinator, .fullFunctionDevice, .mainsPowered, .receiverOnWhenIdle, .allocateAddress,
        ], manufacturer: manufacturer, maximumBufferSize: 80, maximumIncomingTransferSize: 160,
        serverMask: serverMask, maximumOutgoingTransferSize: 160),
      power: PowerDescriptor(availableSources: .mains, currentSource: .mains, level: 12))
    server.endpoints = endpoints.values.sorted { $0.endpoint < $1.endpoint }
    server.neighbors = associations.map { association in
      Neighbor(
        extendedPANID: extendedPANID ?? ExtendedPANIdentifier(rawValue: 0),
        ieee: association.ieee, networkAddress: association.address,
        deviceType: association.relation == 1 ? .endDevice : .router,
        receiverOnWhenIdle: association.relation == 1 ? 0 : 1,
        relationship: association.relation == 1 ? 1 : 3,
        permitJoining: 2, depth: 1, linkQuality: LinkQuality(rawValue: association.quality))
    }
    server.routes = associations.filter { $0.relation != 1 }.map {
      Route(destination: $0.address, status: 0, nextHop: $0.address)
    }
    return server
  }
}
