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
      var object = head(answer.status, answer.networkAddress, answer.descriptor.map(Text.node))
      TLVDescription().add(answer.tlvs, to: &object)
      return object
    case .powerDescriptorResponse:
      let answer = try message.decode(PowerDescriptorResponse.self)
      return head(answer.status, answer.networkAddress, answer.descriptor.map(Text.power))
    case .simpleDescriptorResponse:
      let answer = try message.decode(SimpleDescriptorResponse.self)
      var object = head(answer.status, answer.networkAddress, nil)
      object["length"] = .integer(Int64(answer.statedLength))
      for member in answer.descriptor.map(Text.simple) ?? JSONObject() { object[member.key] = member.value }
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
}
