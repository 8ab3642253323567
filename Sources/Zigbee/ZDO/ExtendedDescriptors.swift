import ByteCoding

// Descriptors too long for one message, which R22 took out of the standard.

/// Extended_Simple_Desc_req (R21 2.4.3.1.20).
public struct ExtendedSimpleDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.extendedSimpleDescriptorRequest

  public var networkAddress: NetworkAddress
  public var endpoint: EndpointID
  public var startIndex: UInt8

  public init(networkAddress: NetworkAddress, endpoint: EndpointID, startIndex: UInt8) {
    self.networkAddress = networkAddress
    self.endpoint = endpoint
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    endpoint = try EndpointID(from: &reader)
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    endpoint.encode(into: &writer)
    writer.write(startIndex)
  }
}

/// Extended_Simple_Desc_rsp (R21 2.4.4.2.20).
public struct ExtendedSimpleDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.extendedSimpleDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress
  public var endpoint: EndpointID
  /// Of the whole descriptor.
  public var inputClusterCount: UInt8
  public var outputClusterCount: UInt8
  public var startIndex: UInt8
  /// Input and then output clusters, from the start index on.
  public var clusters: [ClusterID]

  public init(
    status: ZDOStatus = .success, networkAddress: NetworkAddress, endpoint: EndpointID,
    inputClusterCount: UInt8, outputClusterCount: UInt8, startIndex: UInt8, clusters: [ClusterID] = []
  ) {
    self.status = status
    self.networkAddress = networkAddress
    self.endpoint = endpoint
    self.inputClusterCount = inputClusterCount
    self.outputClusterCount = outputClusterCount
    self.startIndex = startIndex
    self.clusters = clusters
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 6 else {
      (networkAddress, endpoint, inputClusterCount, outputClusterCount, startIndex, clusters) = (
        .unknown, EndpointID(0), 0, 0, 0, []
      )
      return
    }
    networkAddress = try NetworkAddress(from: &reader)
    endpoint = try EndpointID(from: &reader)
    inputClusterCount = try reader.readUInt8()
    outputClusterCount = try reader.readUInt8()
    startIndex = try reader.readUInt8()
    clusters = ZDOList.read(count: .max, from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress.encode(into: &writer)
    endpoint.encode(into: &writer)
    writer.write(inputClusterCount)
    writer.write(outputClusterCount)
    writer.write(startIndex)
    for cluster in clusters { cluster.encode(into: &writer) }
  }
}

/// Extended_Active_EP_req (R21 2.4.3.1.21).
public struct ExtendedActiveEndpointsRequest: ZDOBody {
  public static let cluster = ClusterID.extendedActiveEndpointsRequest

  public var networkAddress: NetworkAddress
  public var startIndex: UInt8

  public init(networkAddress: NetworkAddress, startIndex: UInt8) {
    self.networkAddress = networkAddress
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    writer.write(startIndex)
  }
}

/// Extended_Active_EP_rsp (R21 2.4.4.2.21).
public struct ExtendedActiveEndpointsResponse: ZDOBody {
  public static let cluster = ClusterID.extendedActiveEndpointsResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress
  /// Of the whole list.
  public var count: UInt8
  public var startIndex: UInt8
  public var endpoints: [EndpointID]

  public init(
    status: ZDOStatus = .success, networkAddress: NetworkAddress, count: UInt8, startIndex: UInt8,
    endpoints: [EndpointID] = []
  ) {
    self.status = status
    self.networkAddress = networkAddress
    self.count = count
    self.startIndex = startIndex
    self.endpoints = endpoints
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 4 else {
      (networkAddress, count, startIndex, endpoints) = (.unknown, 0, 0, [])
      return
    }
    networkAddress = try NetworkAddress(from: &reader)
    count = try reader.readUInt8()
    startIndex = try reader.readUInt8()
    endpoints = ZDOList.read(count: .max, from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress.encode(into: &writer)
    writer.write(count)
    writer.write(startIndex)
    for endpoint in endpoints { endpoint.encode(into: &writer) }
  }
}
