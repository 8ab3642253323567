import JSON
import Zigbee

// The fields of the messages for complex, user, extended and cached descriptors.

private typealias Text = ZDODescription

extension ComplexDescriptorRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress)])
  }
}

extension ComplexDescriptorResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "nwk": Text.nwk(networkAddress),
      "complex_descriptor": JSONText.hex(descriptor),
    ])
  }
}

extension UserDescriptorRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress)])
  }
}

extension UserDescriptorResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "nwk": Text.nwk(networkAddress),
      "user_descriptor": JSONText.text(text),
    ])
  }
}

extension UserDescriptorSet: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress), "user_descriptor": JSONText.text(text)])
  }
}

extension UserDescriptorConfirm: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["status": Text.status(status), "nwk": Text.nwk(networkAddress)])
  }
}

extension ExtendedSimpleDescriptorRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "endpoint": .integer(Int64(endpoint.rawValue)),
      "start_index": .integer(Int64(startIndex)),
    ])
  }
}

extension ExtendedSimpleDescriptorResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "nwk": Text.nwk(networkAddress),
      "endpoint": .integer(Int64(endpoint.rawValue)),
      "in_cluster_count": .integer(Int64(inputClusterCount)),
      "out_cluster_count": .integer(Int64(outputClusterCount)),
      "start_index": .integer(Int64(startIndex)),
      "clusters": Text.clusters(clusters),
    ])
  }
}

extension ExtendedActiveEndpointsRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "start_index": .integer(Int64(startIndex)),
    ])
  }
}

extension ExtendedActiveEndpointsResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "status": Text.status(status),
      "nwk": Text.nwk(networkAddress),
      "count": .integer(Int64(count)),
      "start_index": .integer(Int64(startIndex)),
      "endpoints": Text.endpoints(endpoints),
    ])
  }
}

extension DiscoveryCacheRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress), "ieee": Text.ieee(ieee)])
  }
}

extension DiscoveryStoreRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
      "node_desc_size": .integer(Int64(nodeDescriptorSize)),
      "power_desc_size": .integer(Int64(powerDescriptorSize)),
      "active_ep_size": .integer(Int64(activeEndpointsSize)),
      "simple_desc_sizes": .array(simpleDescriptorSizes.map { .integer(Int64($0)) }),
    ])
  }
}

extension NodeDescriptorStoreRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
      "node_descriptor": .object(Text.node(descriptor)),
    ])
  }
}

extension PowerDescriptorStoreRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
      "power_descriptor": .object(Text.power(descriptor)),
    ])
  }
}

extension ActiveEndpointsStoreRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
      "endpoints": Text.endpoints(endpoints),
    ])
  }
}

extension SimpleDescriptorStoreRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
      "simple_descriptor": .object(Text.simple(descriptor)),
    ])
  }
}

extension RemoveNodeCacheRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress), "ieee": Text.ieee(ieee)])
  }
}

extension FindNodeCacheRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["nwk": Text.nwk(networkAddress), "ieee": Text.ieee(ieee)])
  }
}

extension DiscoveryCacheResponse: ZDOStatusFields {}

extension DiscoveryStoreResponse: ZDOStatusFields {}

extension NodeDescriptorStoreResponse: ZDOStatusFields {}

extension PowerDescriptorStoreResponse: ZDOStatusFields {}

extension ActiveEndpointsStoreResponse: ZDOStatusFields {}

extension SimpleDescriptorStoreResponse: ZDOStatusFields {}

extension RemoveNodeCacheResponse: ZDOStatusFields {}

extension FindNodeCacheResponse: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: [
      "cache_nwk": Text.nwk(cache),
      "nwk": Text.nwk(networkAddress),
      "ieee": Text.ieee(ieee),
    ])
  }
}
