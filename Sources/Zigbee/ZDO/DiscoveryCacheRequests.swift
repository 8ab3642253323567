import ByteCoding

// Devices that sleep for long could leave their descriptors with a cache. R22 took this out of the standard.

/// Discovery_Cache_req (R21 2.4.3.1.10): who keeps descriptors for others?
public struct DiscoveryCacheRequest: ZDOBody {
  public static let cluster = ClusterID.discoveryCacheRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress) {
    self.networkAddress = networkAddress
    self.ieee = ieee
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
  }
}

/// Discovery_store_req (R21 2.4.3.1.14): is there room for descriptors of these lengths, in bytes?
public struct DiscoveryStoreRequest: ZDOBody {
  public static let cluster = ClusterID.discoveryStoreRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var nodeDescriptorSize: UInt8
  public var powerDescriptorSize: UInt8
  public var activeEndpointsSize: UInt8
  public var simpleDescriptorSizes: [UInt8]

  public init(
    networkAddress: NetworkAddress, ieee: IEEEAddress, nodeDescriptorSize: UInt8, powerDescriptorSize: UInt8,
    activeEndpointsSize: UInt8, simpleDescriptorSizes: [UInt8]
  ) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.nodeDescriptorSize = nodeDescriptorSize
    self.powerDescriptorSize = powerDescriptorSize
    self.activeEndpointsSize = activeEndpointsSize
    self.simpleDescriptorSizes = simpleDescriptorSizes
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    nodeDescriptorSize = try reader.readUInt8()
    powerDescriptorSize = try reader.readUInt8()
    activeEndpointsSize = try reader.readUInt8()
    simpleDescriptorSizes = try ZDOList.readBytes(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    writer.write(nodeDescriptorSize)
    writer.write(powerDescriptorSize)
    writer.write(activeEndpointsSize)
    ZDOList.writeBytes(simpleDescriptorSizes, into: &writer)
  }
}

/// Node_Desc_store_req (R21 2.4.3.1.15).
public struct NodeDescriptorStoreRequest: ZDOBody {
  public static let cluster = ClusterID.nodeDescriptorStoreRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var descriptor: NodeDescriptor

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress, descriptor: NodeDescriptor) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.descriptor = descriptor
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    descriptor = try NodeDescriptor(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    descriptor.encode(into: &writer)
  }
}

/// Power_Desc_store_req (R21 2.4.3.1.16).
public struct PowerDescriptorStoreRequest: ZDOBody {
  public static let cluster = ClusterID.powerDescriptorStoreRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var descriptor: PowerDescriptor

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress, descriptor: PowerDescriptor) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.descriptor = descriptor
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    descriptor = try PowerDescriptor(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    descriptor.encode(into: &writer)
  }
}

/// Active_EP_store_req (R21 2.4.3.1.17).
public struct ActiveEndpointsStoreRequest: ZDOBody {
  public static let cluster = ClusterID.activeEndpointsStoreRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var endpoints: [EndpointID]

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress, endpoints: [EndpointID]) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.endpoints = endpoints
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    endpoints = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    ZDOList.write(endpoints, into: &writer)
  }
}

/// Simple_Desc_store_req (R21 2.4.3.1.18).
public struct SimpleDescriptorStoreRequest: ZDOBody {
  public static let cluster = ClusterID.simpleDescriptorStoreRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var descriptor: SimpleDescriptor

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress, descriptor: SimpleDescriptor) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.descriptor = descriptor
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    descriptor = try ZDOList.readSimpleDescriptor(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    ZDOList.writeSimpleDescriptor(descriptor, into: &writer)
  }
}

/// Remove_node_cache_req (R21 2.4.3.1.19).
public struct RemoveNodeCacheRequest: ZDOBody {
  public static let cluster = ClusterID.removeNodeCacheRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress) {
    self.networkAddress = networkAddress
    self.ieee = ieee
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
  }
}

/// Find_node_cache_req (R21 2.4.3.1.22): who keeps the descriptors of this device?
public struct FindNodeCacheRequest: ZDOBody {
  public static let cluster = ClusterID.findNodeCacheRequest

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress) {
    self.networkAddress = networkAddress
    self.ieee = ieee
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
  }
}
