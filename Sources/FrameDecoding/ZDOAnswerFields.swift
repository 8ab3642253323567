import ByteCoding
import JSON
import Zigbee

/// The fields of the ZDO answers about addresses, descriptors and endpoints.
enum ZDOAnswerFields {
  private typealias Text = ZDODescription

  static func fields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    switch message.cluster {
    case .networkAddressResponse: return address(try message.decode(NetworkAddressResponse.self).answer)
    case .ieeeAddressResponse: return address(try message.decode(IEEEAddressResponse.self).answer)
    case .nodeDescriptorResponse:
      let answer = try message.decode(NodeDescriptorResponse.self)
      return head(answer.status, answer.networkAddress, answer.descriptor.map(node))
    case .powerDescriptorResponse:
      let answer = try message.decode(PowerDescriptorResponse.self)
      return head(answer.status, answer.networkAddress, answer.descriptor.map(power))
    case .simpleDescriptorResponse:
      let answer = try message.decode(SimpleDescriptorResponse.self)
      var object = head(answer.status, answer.networkAddress, nil)
      object["length"] = .integer(Int64(answer.statedLength))
      for member in answer.descriptor.map(simple) ?? JSONObject() { object[member.key] = member.value }
      return object
    case .activeEndpointsResponse:
      let answer = try message.decode(ActiveEndpointsResponse.self)
      return head(
        answer.status, answer.networkAddress,
        JSONObject(of: ["endpoints": Text.endpoints(answer.endpoints)]))
    case .matchDescriptorResponse:
      let answer = try message.decode(MatchDescriptorResponse.self)
      return head(
        answer.status, answer.networkAddress,
        JSONObject(of: ["endpoints": Text.endpoints(answer.endpoints)]))
    case .parentAnnounceResponse:
      let answer = try message.decode(ParentAnnounceResponse.self)
      return head(
        answer.status, nil, JSONObject(of: ["children": .array(answer.children.map(Text.ieee))]))
    case .systemServerDiscoveryResponse:
      let answer = try message.decode(SystemServerDiscoveryResponse.self)
      return head(
        answer.status, nil, JSONObject(of: ["server_mask": JSONText.identifier(answer.serverMask)]))
    default: return nil
    }
  }

  private static func head(
    _ status: ZDOStatus, _ address: NetworkAddress?, _ rest: JSONObject?
  ) -> JSONObject {
    var object = JSONObject(of: ["status": Text.status(status)])
    object["nwk"] = address.map(Text.nwk)
    for member in rest ?? JSONObject() { object[member.key] = member.value }
    return object
  }

  private static func address(_ answer: AddressAnswer) -> JSONObject {
    var object = JSONObject(of: [
      "status": Text.status(answer.status), "ieee": Text.ieee(answer.ieee),
      "nwk": Text.nwk(answer.networkAddress),
    ])
    if let associated = answer.associatedDevices {
      object["num_assoc"] = .integer(Int64(associated.total))
      object["start_index"] = .integer(Int64(associated.startIndex))
      object["assoc"] = .array(associated.addresses.map(Text.nwk))
    }
    return object
  }

  private static func node(_ node: NodeDescriptor) -> JSONObject {
    var object = JSONObject(of: [
      "logical_type": .integer(Int64(node.logicalType.rawValue)),
      "byte0": JSONText.identifier(node.typeFlags),
      "aps_flags_freq_band": JSONText.identifier(node.bandFlags),
      "mac_capability": JSONText.identifier(node.capability.rawValue),
      "manufacturer_code": JSONText.identifier(node.manufacturer.rawValue),
      "max_buffer": .integer(Int64(node.maximumBufferSize)),
      "max_in": .integer(Int64(node.maximumIncomingTransferSize)),
      "server_mask": JSONText.identifier(node.serverMask),
      "max_out": .integer(Int64(node.maximumOutgoingTransferSize)),
    ])
    object["descriptor_capability"] = node.descriptorCapability.map { .integer(Int64($0)) }
    return object
  }

  private static func power(_ power: PowerDescriptor) -> JSONObject {
    JSONObject(of: [
      "current_mode": .integer(Int64(power.currentMode)),
      "available_sources": .integer(Int64(power.availableSources.rawValue)),
      "current_source": .integer(Int64(power.currentSource.rawValue)),
      "level": .integer(Int64(power.level)),
    ])
  }

  private static func simple(_ simple: SimpleDescriptor) -> JSONObject {
    JSONObject(of: [
      "endpoint": .integer(Int64(simple.endpoint.rawValue)),
      "profile": JSONText.identifier(simple.profile.rawValue),
      "device_id": JSONText.identifier(simple.deviceID.rawValue),
      "device_version": .integer(Int64(simple.deviceVersion)),
      "in_clusters": Text.clusters(simple.inputClusters),
      "out_clusters": Text.clusters(simple.outputClusters),
    ])
  }
}
