import ByteCoding
import JSON
import Zigbee

/// The fields of the ZDO requests and announcements.
enum ZDORequestFields {
  private typealias Text = ZDODescription

  static func fields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    switch message.cluster {
    case .networkAddressRequest:
      let request = try message.decode(NetworkAddressRequest.self)
      return JSONObject(of: [
        "ieee": Text.ieee(request.ieee), "request_type": .integer(Int64(request.kind.rawValue)),
        "start_index": .integer(Int64(request.startIndex)),
      ])
    case .ieeeAddressRequest:
      let request = try message.decode(IEEEAddressRequest.self)
      return JSONObject(of: [
        "nwk": Text.nwk(request.networkAddress), "request_type": .integer(Int64(request.kind.rawValue)),
        "start_index": .integer(Int64(request.startIndex)),
      ])
    case .nodeDescriptorRequest:
      let request = try message.decode(NodeDescriptorRequest.self)
      var object = nwk(request.networkAddress)
      TLVDescription().add(request.tlvs, to: &object)
      return object
    case .powerDescriptorRequest:
      return nwk(try message.decode(PowerDescriptorRequest.self).networkAddress)
    case .activeEndpointsRequest:
      return nwk(try message.decode(ActiveEndpointsRequest.self).networkAddress)
    case .simpleDescriptorRequest:
      let request = try message.decode(SimpleDescriptorRequest.self)
      var object = nwk(request.networkAddress)
      object["endpoint"] = .integer(Int64(request.endpoint.rawValue))
      return object
    case .matchDescriptorRequest:
      let request = try message.decode(MatchDescriptorRequest.self)
      var object = nwk(request.networkAddress)
      object["profile"] = JSONText.identifier(request.profile.rawValue)
      object["in_clusters"] = Text.clusters(request.inputClusters)
      object["out_clusters"] = Text.clusters(request.outputClusters)
      return object
    case .deviceAnnounce:
      let announce = try message.decode(DeviceAnnounce.self)
      var object = nwk(announce.networkAddress)
      object["ieee"] = Text.ieee(announce.ieee)
      object["capability"] = JSONText.identifier(announce.capability.rawValue)
      return object
    case .parentAnnounce:
      let children = try message.decode(ParentAnnounce.self).children
      return JSONObject(of: ["children": .array(children.map(Text.ieee))])
    case .systemServerDiscoveryRequest:
      let mask = try message.decode(SystemServerDiscoveryRequest.self).serverMask
      return JSONObject(of: ["server_mask": JSONText.identifier(mask)])
    default: return try managementFields(message)
    }
  }

  private static func nwk(_ address: NetworkAddress) -> JSONObject {
    JSONObject(of: ["nwk": Text.nwk(address)])
  }

  private static func managementFields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    switch message.cluster {
    case .bindRequest:
      return Text.binding(try message.decode(BindRequest.self).binding, clusterKey: "bind_cluster")
    case .unbindRequest:
      return Text.binding(try message.decode(UnbindRequest.self).binding, clusterKey: "bind_cluster")
    case .managementLQIRequest: return start(try message.decode(ManagementLQIRequest.self).startIndex)
    case .managementRoutingRequest:
      return start(try message.decode(ManagementRoutingRequest.self).startIndex)
    case .managementBindRequest: return start(try message.decode(ManagementBindRequest.self).startIndex)
    case .managementLeaveRequest:
      let request = try message.decode(ManagementLeaveRequest.self)
      return JSONObject(of: [
        "ieee": Text.ieee(request.ieee), "remove_children": .integer(request.removesChildren ? 1 : 0),
        "rejoin": .integer(request.rejoins ? 1 : 0),
      ])
    case .managementPermitJoiningRequest:
      let request = try message.decode(ManagementPermitJoiningRequest.self)
      var object = JSONObject(of: [
        "duration": .integer(Int64(request.seconds)),
        "tc_significance": .integer(request.changesTrustCenter ? 1 : 0),
      ])
      TLVDescription().add(request.tlvs, to: &object)
      return object
    case .managementNetworkUpdateRequest:
      return update(try message.decode(ManagementNetworkUpdateRequest.self))
    default: return nil
    }
  }

  private static func start(_ index: UInt8) -> JSONObject {
    JSONObject(of: ["start_index": .integer(Int64(index))])
  }

  private static func update(_ request: ManagementNetworkUpdateRequest) -> JSONObject {
    var object = JSONObject(of: ["channels": JSONText.identifier(UInt64(request.channels), byteCount: 4)])
    Text.add(request.action, to: &object)
    return object
  }
}
