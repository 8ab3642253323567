import ByteCoding
import ZCL
import Zigbee

/// One question or instruction of an interview.
enum InterviewTask: Hashable, Sendable {
  case nodeDescriptor
  case activeEndpoints
  case simpleDescriptor(EndpointID)
  case readBasic(EndpointID, [AttributeID])
  /// Writes the gateway's address as the one that zone events go to.
  case writeZoneController(EndpointID)
  case enrollZone(EndpointID)
  case readZone(EndpointID, attempt: Int)
  case bind(EndpointID, ClusterID)
  case report(EndpointID, ClusterID, [ReportingTarget])
  case read(EndpointID, ClusterID, [AttributeID])

  /// For people, in the reason of a stopped interview.
  var words: String {
    switch self {
    case .nodeDescriptor: "its node descriptor"
    case .activeEndpoints: "its list of endpoints"
    case .simpleDescriptor(let endpoint): "the descriptor of endpoint \(endpoint)"
    case .readBasic: "its model"
    case .writeZoneController, .enrollZone, .readZone: "its alarm zone enrolment"
    case .bind(let endpoint, let cluster): "the binding of cluster \(cluster) on endpoint \(endpoint)"
    case .report(let endpoint, let cluster, _):
      "the reporting of cluster \(cluster) on endpoint \(endpoint)"
    case .read(let endpoint, let cluster, _):
      "the state of cluster \(cluster) on endpoint \(endpoint)"
    }
  }

  /// The message that carries it.
  func content(
    for device: ZigbeeDevice, coordinator: IEEEAddress, sequence: UInt8
  ) -> Exchange.Content {
    switch self {
    case .nodeDescriptor:
      return deviceObject(NodeDescriptorRequest(networkAddress: device.networkAddress))
    case .activeEndpoints:
      return deviceObject(ActiveEndpointsRequest(networkAddress: device.networkAddress))
    case .simpleDescriptor(let endpoint):
      return deviceObject(
        SimpleDescriptorRequest(networkAddress: device.networkAddress, endpoint: endpoint))
    case .bind(let endpoint, let cluster):
      return deviceObject(
        BindRequest(
          Binding(
            source: device.ieee, sourceEndpoint: endpoint, cluster: cluster,
            destination: .device(coordinator, ZigbeeHost.ownEndpoint))))
    case .readBasic(let endpoint, let attributes):
      return zcl(device, endpoint, .basic, .read(attributes))
    case .writeZoneController(let endpoint):
      let address = TypedValue(.ieeeAddress, .unsigned(coordinator.rawValue))
      return zcl(device, endpoint, .iasZone, .write([IASZone.Attribute.cieAddress.id: address]))
    case .enrollZone(let endpoint):
      return enrolment(of: endpoint, on: device, sequence: sequence)
    case .readZone(let endpoint, _):
      return zcl(device, endpoint, .iasZone, .read(Self.zoneAttributes))
    case .report(let endpoint, let cluster, let targets):
      return zcl(device, endpoint, cluster, .configureReporting(targets))
    case .read(let endpoint, let cluster, let attributes):
      return zcl(device, endpoint, cluster, .read(attributes))
    }
  }

  static let zoneAttributes = [
    IASZone.Attribute.zoneState, IASZone.Attribute.zoneType, IASZone.Attribute.zoneStatus,
    IASZone.Attribute.cieAddress, IASZone.Attribute.zoneID,
  ].map(\.id)

  private func deviceObject(_ body: some ZDOBody) -> Exchange.Content {
    .deviceObject(type(of: body).cluster, body: body.encodedBytes)
  }

  private func zcl(
    _ device: ZigbeeDevice, _ endpoint: EndpointID, _ cluster: ClusterID,
    _ operation: ZCLRequest.Operation
  ) -> Exchange.Content {
    .zcl(
      ZCLRequest(
        device: device.ieee, endpoint: endpoint, cluster: cluster, operation: operation,
        priority: .interview))
  }

  /// Zone Enroll Response, sent unasked ("auto-enroll-response", ZCL 8.2.2.1): nothing answers it.
  private func enrolment(
    of endpoint: EndpointID, on device: ZigbeeDevice, sequence: UInt8
  ) -> Exchange.Content {
    let frame = ZCLFrame(
      IASZone.EnrollResponse(code: 0, zoneID: ZigbeeHost.zoneID), sequence: sequence,
      disablesDefaultResponse: true)
    let profile = device.endpoints.first { $0.id == endpoint }?.profile ?? .homeAutomation
    return .message(
      sourceEndpoint: ZigbeeHost.ownEndpoint, endpoint: endpoint, profile: profile,
      cluster: .iasZone, payload: frame.encodedBytes)
  }
}
