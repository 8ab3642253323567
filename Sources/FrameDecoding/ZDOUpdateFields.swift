import JSON
import Zigbee

// The fields of the management messages of R22 and R23, and of the tables that R22 took out of the standard.

private typealias Text = ZDODescription

extension ManagementEnhancedUpdateRequest: ZDOFields {
  var fields: JSONObject {
    var object = JSONObject(of: [
      "channels": .array(channels.map { JSONText.identifier(UInt64($0), byteCount: 4) })
    ])
    Text.add(action, to: &object)
    object["flags"] = flags.map { JSONText.identifier($0) }
    return object
  }
}

extension ManagementEnhancedUpdateNotify: ZDOFields {
  var fields: JSONObject { ZDOTableFields.notify(scan) }
}

extension ManagementJoiningListResponse: ZDOFields {
  var fields: JSONObject {
    var object = JSONObject(of: ["status": Text.status(status)])
    guard status == .success else { return object }
    object["update_id"] = .integer(Int64(updateID))
    object["policy"] = .integer(Int64(policy.rawValue))
    object["entries"] = .integer(Int64(total))
    object["start_index"] = .integer(Int64(startIndex))
    object["devices"] = .array(devices.map(Text.ieee))
    return object
  }
}

extension ManagementNetworkDiscoveryResponse: ZDOFields {
  var fields: JSONObject {
    ZDOTableFields.table(page, "networks") { network in
      JSONObject(of: [
        "ext_pan_id": JSONText.address(network.extendedPANID.rawValue),
        "channel": .integer(Int64(network.channel)),
        "profile_flags": JSONText.identifier(network.profileFlags),
        "orders": JSONText.identifier(network.orders),
        "permit_join": .integer(network.permitsJoining ? 1 : 0),
      ])
    }
  }
}

extension ManagementCacheResponse: ZDOFields {
  var fields: JSONObject {
    ZDOTableFields.table(page, "devices") { device in
      JSONObject(of: ["ieee": Text.ieee(device.ieee), "nwk": Text.nwk(device.networkAddress)])
    }
  }
}

extension BeaconSurveyConfigurationTLV: TLVFields {
  static let name = "beacon_survey_configuration"
  var fields: JSONObject {
    JSONObject(of: [
      "channels": .array(channels.map { JSONText.identifier(UInt64($0), byteCount: 4) }),
      "flags": JSONText.identifier(flags),
    ])
  }
}

extension BeaconSurveyResultsTLV: TLVFields {
  static let name = "beacon_survey_results"
  var fields: JSONObject {
    JSONObject(of: [
      "total": .integer(Int64(total)), "own_network": .integer(Int64(ownNetwork)),
      "potential_parents": .integer(Int64(potentialParents)),
      "other_networks": .integer(Int64(otherNetworks)),
    ])
  }
}

extension PotentialParentsTLV: TLVFields {
  static let name = "potential_parents"
  var fields: JSONObject {
    JSONObject(of: [
      "current": .object(Self.json(current)), "others": .array(others.map { .object(Self.json($0)) }),
    ])
  }

  private static func json(_ parent: Parent) -> JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(parent.networkAddress), "lqi": .integer(Int64(parent.linkQuality.rawValue)),
    ])
  }
}
