import ByteCoding

/// Node_Desc_req (Zigbee 2.4.3.1.3).
public struct NodeDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.nodeDescriptorRequest

  public var networkAddress: NetworkAddress
  /// R23: how long the messages are that the asker can put together.
  public var tlvs: TLVList

  public init(networkAddress: NetworkAddress, tlvs: TLVList = []) {
    self.networkAddress = networkAddress
    self.tlvs = tlvs
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    tlvs = try TLVList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    tlvs.encode(into: &writer)
  }
}

/// Power_Desc_req (2.4.3.1.4).
public struct PowerDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.powerDescriptorRequest

  public var networkAddress: NetworkAddress

  public init(networkAddress: NetworkAddress) {
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
  }
}

/// Simple_Desc_req (2.4.3.1.5).
public struct SimpleDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.simpleDescriptorRequest

  public var networkAddress: NetworkAddress
  public var endpoint: EndpointID

  public init(networkAddress: NetworkAddress, endpoint: EndpointID) {
    self.networkAddress = networkAddress
    self.endpoint = endpoint
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    endpoint = try EndpointID(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    endpoint.encode(into: &writer)
  }
}

/// Active_EP_req (2.4.3.1.6).
public struct ActiveEndpointsRequest: ZDOBody {
  public static let cluster = ClusterID.activeEndpointsRequest

  public var networkAddress: NetworkAddress

  public init(networkAddress: NetworkAddress) {
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
  }
}

/// System_Server_Discovery_req (2.4.3.1.13): which devices serve one of the roles in the mask.
public struct SystemServerDiscoveryRequest: ZDOBody {
  public static let cluster = ClusterID.systemServerDiscoveryRequest

  public var serverMask: UInt16

  public init(serverMask: UInt16) {
    self.serverMask = serverMask
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    serverMask = try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(serverMask)
  }
}

/// System_Server_Discovery_rsp (2.4.4.2.10).
public struct SystemServerDiscoveryResponse: ZDOBody {
  public static let cluster = ClusterID.systemServerDiscoveryResponse

  public var status: ZDOStatus
  public var serverMask: UInt16

  public init(status: ZDOStatus, serverMask: UInt16) {
    self.status = status
    self.serverMask = serverMask
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    serverMask = try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(serverMask)
  }
}
