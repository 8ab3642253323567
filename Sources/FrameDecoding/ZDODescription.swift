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
      "name": .string(ZDONames.name(message.cluster) ?? "?"),
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

  /// nil for a message that has no definition here.
  private static func fields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    if let fields = try ZDORequestFields.fields(message) { return fields }
    if let fields = try ZDOAnswerFields.fields(message) { return fields }
    if let fields = try ZDOTableFields.fields(message) { return fields }
    return (try message.decodeAny() as? any ZDOFields)?.fields
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

  static func add(_ action: ManagementNetworkUpdateRequest.Action, to object: inout JSONObject) {
    switch action {
    case .energyScan(let duration, let count):
      object["duration"] = .integer(Int64(duration))
      object["count"] = .integer(Int64(count))
    case .changeChannel(let updateID):
      object["duration"] = 0xFE
      object["update_id"] = .integer(Int64(updateID))
    case .setManager(let updateID, let manager):
      object["duration"] = 0xFF
      object["update_id"] = .integer(Int64(updateID))
      object["manager"] = nwk(manager)
    }
  }
}
