import JSON
import Zigbee

// The fields of the messages for the register and backup of bindings, and of the rarer management.

private typealias Text = ZDODescription

extension EndDeviceBindRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "binding_target": Text.nwk(target),
      "src_ieee": Text.ieee(source),
      "src_ep": .integer(Int64(sourceEndpoint.rawValue)),
      "profile": JSONText.identifier(profile.rawValue),
      "in_clusters": Text.clusters(inputClusters),
      "out_clusters": Text.clusters(outputClusters),
    ])
  }
}

extension EndDeviceBindResponse: ZDOStatusFields {}

extension BindRegisterRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["ieee": Text.ieee(device)])
  }
}

extension BindRegisterResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "entries": .integer(Int64(total)),
      "bindings": .array(bindings.map { .object(Text.binding($0, clusterKey: "cluster")) }),
    ])
  }
}

extension ReplaceDeviceRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "old_ieee": Text.ieee(old),
      "old_ep": .integer(Int64(oldEndpoint.rawValue)),
      "new_ieee": Text.ieee(new),
      "new_ep": .integer(Int64(newEndpoint.rawValue)),
    ])
  }
}

extension ReplaceDeviceResponse: ZDOStatusFields {}

extension StoreBackupBindEntryRequest: ZDOFields {
  var fields: JSONObject { Text.binding(binding, clusterKey: "bind_cluster") }
}

extension StoreBackupBindEntryResponse: ZDOStatusFields {}

extension RemoveBackupBindEntryRequest: ZDOFields {
  var fields: JSONObject { Text.binding(binding, clusterKey: "bind_cluster") }
}

extension RemoveBackupBindEntryResponse: ZDOStatusFields {}

extension BackupBindTableRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "entries": .integer(Int64(total)),
      "start_index": .integer(Int64(startIndex)),
      "bindings": .array(bindings.map { .object(Text.binding($0, clusterKey: "cluster")) }),
    ])
  }
}

extension BackupBindTableResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["status": Text.status(status), "entries": .integer(Int64(total))])
  }
}

extension RecoverBindTableRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["start_index": .integer(Int64(startIndex))])
  }
}

extension RecoverBindTableResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "start_index": .integer(Int64(startIndex)),
      "entries": .integer(Int64(total)),
      "bindings": .array(bindings.map { .object(Text.binding($0, clusterKey: "cluster")) }),
    ])
  }
}

extension BackupSourceBindRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "entries": .integer(Int64(total)),
      "start_index": .integer(Int64(startIndex)),
      "devices": .array(devices.map(Text.ieee)),
    ])
  }
}

extension BackupSourceBindResponse: ZDOStatusFields {}

extension RecoverSourceBindRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["start_index": .integer(Int64(startIndex))])
  }
}

extension RecoverSourceBindResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "start_index": .integer(Int64(startIndex)),
      "entries": .integer(Int64(total)),
      "devices": .array(devices.map(Text.ieee)),
    ])
  }
}

extension ManagementNetworkDiscoveryRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "channels": JSONText.identifier(UInt64(channels), byteCount: 4),
      "duration": .integer(Int64(duration)),
      "start_index": .integer(Int64(startIndex)),
    ])
  }
}

extension ManagementDirectJoinRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "ieee": Text.ieee(ieee),
      "capability": JSONText.identifier(capability.rawValue),
    ])
  }
}

extension ManagementDirectJoinResponse: ZDOStatusFields {}

extension ManagementCacheRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["start_index": .integer(Int64(startIndex))])
  }
}

extension ManagementJoiningListRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["start_index": .integer(Int64(startIndex))])
  }
}
