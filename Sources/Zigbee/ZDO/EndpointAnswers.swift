import ByteCoding

/// Active_EP_rsp (2.4.4.2.6).
public struct ActiveEndpointsResponse: ZDOBody {
  public static let cluster = ClusterID.activeEndpointsResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress?
  public var endpoints: [EndpointID]

  public init(
    status: ZDOStatus = .success, networkAddress: NetworkAddress?, endpoints: [EndpointID] = []
  ) {
    self.status = status
    self.networkAddress = networkAddress
    self.endpoints = endpoints
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    networkAddress = try ZDOAnswer.networkAddress(after: status, from: &reader)
    endpoints = status != .success && reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress?.encode(into: &writer)
    ZDOList.write(endpoints, into: &writer)
  }
}

/// Match_Desc_req (2.4.3.1.7): which endpoints serve or use one of these clusters?
public struct MatchDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.matchDescriptorRequest

  public var networkAddress: NetworkAddress
  public var profile: ProfileID
  public var inputClusters: [ClusterID]
  public var outputClusters: [ClusterID]

  public init(
    networkAddress: NetworkAddress, profile: ProfileID, inputClusters: [ClusterID],
    outputClusters: [ClusterID]
  ) {
    self.networkAddress = networkAddress
    self.profile = profile
    self.inputClusters = inputClusters
    self.outputClusters = outputClusters
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    profile = try ProfileID(from: &reader)
    inputClusters = try ZDOList.read(from: &reader)
    outputClusters = reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    profile.encode(into: &writer)
    ZDOList.write(inputClusters, into: &writer)
    ZDOList.write(outputClusters, into: &writer)
  }
}

/// Match_Desc_rsp (2.4.4.2.7).
public struct MatchDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.matchDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress?
  public var endpoints: [EndpointID]

  public init(
    status: ZDOStatus = .success, networkAddress: NetworkAddress?, endpoints: [EndpointID] = []
  ) {
    self.status = status
    self.networkAddress = networkAddress
    self.endpoints = endpoints
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    networkAddress = try ZDOAnswer.networkAddress(after: status, from: &reader)
    endpoints = status != .success && reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress?.encode(into: &writer)
    ZDOList.write(endpoints, into: &writer)
  }
}
