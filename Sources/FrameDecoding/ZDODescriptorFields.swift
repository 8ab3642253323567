import JSON
import Zigbee

/// The descriptors of devices as JSON.
extension ZDODescription {
  static func node(_ node: NodeDescriptor) -> JSONObject {
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

  static func power(_ power: PowerDescriptor) -> JSONObject {
    JSONObject(of: [
      "current_mode": .integer(Int64(power.currentMode)),
      "available_sources": .integer(Int64(power.availableSources.rawValue)),
      "current_source": .integer(Int64(power.currentSource.rawValue)),
      "level": .integer(Int64(power.level)),
    ])
  }

  static func simple(_ simple: SimpleDescriptor) -> JSONObject {
    JSONObject(of: [
      "endpoint": .integer(Int64(simple.endpoint.rawValue)),
      "profile": JSONText.identifier(simple.profile.rawValue),
      "device_id": JSONText.identifier(simple.deviceID.rawValue),
      "device_version": .integer(Int64(simple.deviceVersion)),
      "in_clusters": clusters(simple.inputClusters),
      "out_clusters": clusters(simple.outputClusters),
    ])
  }
}
