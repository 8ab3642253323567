import ByteCoding
import JSON
import Zigbee

/// One ZDO message as JSON.
enum ZDODescription {
  /// Of the APS payload: sequence number and body.
  static func json(_ payload: [UInt8], cluster: ClusterID) throws(DecodingFailure) -> JSONObject {
    json(try ZDOMessage(cluster: cluster, payload: payload))
  }

  static func json(_ message: ZDOMessage) -> JSONObject {
    var object = JSONObject(of: [
      "zdo_seq": .integer(Int64(message.sequence)),
      "cluster": JSONText.identifier(message.cluster.rawValue),
      "name": .string(name(message.cluster) ?? "?"),
    ])
    do throws(DecodingFailure) {
      guard let fields = try fields(message) else {
        object["payload_hex"] = JSONText.hex(message.body)
        return object
      }
      for member in fields { object[member.key] = member.value }
    } catch {
      object["payload_hex"] = JSONText.hex(message.body)
      object["unreadable"] = .string(FailureText.describe(error))
    }
    return object
  }

  static func name(_ cluster: ClusterID) -> String? {
    let stem = ClusterID(rawValue: cluster.rawValue & 0x7FFF)
    if cluster == .managementNetworkUnsolicitedUpdateNotify { return "mgmt_nwk_unsolicited_update_notify" }
    if cluster == .managementNetworkUpdateNotify { return "mgmt_nwk_update_notify" }
    guard let name = requestNames[stem.rawValue] else { return nil }
    if stem == .deviceAnnounce || stem == .parentAnnounce {
      return cluster.isZDOResponse ? name + "_rsp" : name
    }
    return name + (cluster.isZDOResponse ? "_rsp" : "_req")
  }

  private static let requestNames: [UInt16: String] = [
    0x0000: "nwk_addr", 0x0001: "ieee_addr", 0x0002: "node_desc", 0x0003: "power_desc",
    0x0004: "simple_desc", 0x0005: "active_ep", 0x0006: "match_desc", 0x0013: "device_annce",
    0x0015: "system_server_discovery", 0x001F: "parent_annce", 0x0021: "bind", 0x0022: "unbind",
    0x0031: "mgmt_lqi", 0x0032: "mgmt_rtg", 0x0033: "mgmt_bind", 0x0034: "mgmt_leave",
    0x0036: "mgmt_permit_joining", 0x0038: "mgmt_nwk_update",
  ]

  /// nil for a message that has no definition here.
  private static func fields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    if let fields = try ZDORequestFields.fields(message) { return fields }
    if let fields = try ZDOAnswerFields.fields(message) { return fields }
    return try ZDOTableFields.fields(message)
  }

  static func status(_ status: ZDOStatus) -> JSONValue { JSONText.identifier(status.rawValue) }
  static func nwk(_ address: NetworkAddress) -> JSONValue { JSONText.identifier(address.rawValue) }
  static func ieee(_ address: IEEEAddress) -> JSONValue { JSONText.address(address.rawValue) }
  static func clusters(_ clusters: [ClusterID]) -> JSONValue {
    .array(clusters.map { JSONText.identifier($0.rawValue) })
  }
  static func endpoints(_ endpoints: [EndpointID]) -> JSONValue {
    .array(endpoints.map { .integer(Int64($0.rawValue)) })
  }

  static func binding(_ binding: Binding, clusterKey: String) -> JSONObject {
    var object = JSONObject(of: [
      "src_ieee": ieee(binding.source),
      "src_ep": .integer(Int64(binding.sourceEndpoint.rawValue)),
      clusterKey: JSONText.identifier(binding.cluster.rawValue),
    ])
    switch binding.destination {
    case .group(let group):
      object["dst_mode"] = 1
      object["dst_group"] = JSONText.identifier(group.rawValue)
    case .device(let address, let endpoint):
      object["dst_mode"] = 3
      object["dst_ieee"] = ieee(address)
      object["dst_ep"] = .integer(Int64(endpoint.rawValue))
    }
    return object
  }
}
