import ByteCoding

// The answers of a discovery cache.

/// Discovery_Cache_rsp (R21 2.4.4.2.12).
public struct DiscoveryCacheResponse: ZDOStatusBody {
  public static let cluster = ClusterID.discoveryCacheResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Discovery_store_rsp (R21 2.4.4.2.14).
public struct DiscoveryStoreResponse: ZDOStatusBody {
  public static let cluster = ClusterID.discoveryStoreResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Node_Desc_store_rsp (R21 2.4.4.2.15).
public struct NodeDescriptorStoreResponse: ZDOStatusBody {
  public static let cluster = ClusterID.nodeDescriptorStoreResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Power_Desc_store_rsp (R21 2.4.4.2.16).
public struct PowerDescriptorStoreResponse: ZDOStatusBody {
  public static let cluster = ClusterID.powerDescriptorStoreResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Active_EP_store_rsp (R21 2.4.4.2.17).
public struct ActiveEndpointsStoreResponse: ZDOStatusBody {
  public static let cluster = ClusterID.activeEndpointsStoreResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Simple_Desc_store_rsp (R21 2.4.4.2.18).
public struct SimpleDescriptorStoreResponse: ZDOStatusBody {
  public static let cluster = ClusterID.simpleDescriptorStoreResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Remove_node_cache_rsp (R21 2.4.4.2.19).
public struct RemoveNodeCacheResponse: ZDOStatusBody {
  public static let cluster = ClusterID.removeNodeCacheResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Find_node_cache_rsp (R21 2.4.4.2.22). It has no status: only a cache that knows the device answers.
public struct FindNodeCacheResponse: ZDOBody {
  public static let cluster = ClusterID.findNodeCacheResponse

  public var cache: NetworkAddress
  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress

  public init(cache: NetworkAddress, networkAddress: NetworkAddress, ieee: IEEEAddress) {
    self.cache = cache
    self.networkAddress = networkAddress
    self.ieee = ieee
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    cache = try NetworkAddress(from: &reader)
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    cache.encode(into: &writer)
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
  }
}
