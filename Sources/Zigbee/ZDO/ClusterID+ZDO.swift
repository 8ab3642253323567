/// The numbers of the ZDO messages: on profile 0 the cluster names the message (Zigbee 2.4.3, 2.4.4). An
/// answer has the number of its request with bit 15 set.
extension ClusterID {
  public static let networkAddressRequest = Self(rawValue: 0x0000)
  public static let ieeeAddressRequest = Self(rawValue: 0x0001)
  public static let nodeDescriptorRequest = Self(rawValue: 0x0002)
  public static let powerDescriptorRequest = Self(rawValue: 0x0003)
  public static let simpleDescriptorRequest = Self(rawValue: 0x0004)
  public static let activeEndpointsRequest = Self(rawValue: 0x0005)
  public static let matchDescriptorRequest = Self(rawValue: 0x0006)
  public static let deviceAnnounce = Self(rawValue: 0x0013)
  public static let systemServerDiscoveryRequest = Self(rawValue: 0x0015)
  public static let parentAnnounce = Self(rawValue: 0x001F)
  public static let bindRequest = Self(rawValue: 0x0021)
  public static let unbindRequest = Self(rawValue: 0x0022)
  public static let managementLQIRequest = Self(rawValue: 0x0031)
  public static let managementRoutingRequest = Self(rawValue: 0x0032)
  public static let managementBindRequest = Self(rawValue: 0x0033)
  public static let managementLeaveRequest = Self(rawValue: 0x0034)
  public static let managementPermitJoiningRequest = Self(rawValue: 0x0036)
  public static let managementNetworkUpdateRequest = Self(rawValue: 0x0038)

  public static let networkAddressResponse = networkAddressRequest.zdoResponse
  public static let ieeeAddressResponse = ieeeAddressRequest.zdoResponse
  public static let nodeDescriptorResponse = nodeDescriptorRequest.zdoResponse
  public static let powerDescriptorResponse = powerDescriptorRequest.zdoResponse
  public static let simpleDescriptorResponse = simpleDescriptorRequest.zdoResponse
  public static let activeEndpointsResponse = activeEndpointsRequest.zdoResponse
  public static let matchDescriptorResponse = matchDescriptorRequest.zdoResponse
  public static let systemServerDiscoveryResponse = systemServerDiscoveryRequest.zdoResponse
  public static let parentAnnounceResponse = parentAnnounce.zdoResponse
  public static let bindResponse = bindRequest.zdoResponse
  public static let unbindResponse = unbindRequest.zdoResponse
  public static let managementLQIResponse = managementLQIRequest.zdoResponse
  public static let managementRoutingResponse = managementRoutingRequest.zdoResponse
  public static let managementBindResponse = managementBindRequest.zdoResponse
  public static let managementLeaveResponse = managementLeaveRequest.zdoResponse
  public static let managementPermitJoiningResponse = managementPermitJoiningRequest.zdoResponse
  public static let managementNetworkUpdateNotify = managementNetworkUpdateRequest.zdoResponse
  public static let managementNetworkUnsolicitedUpdateNotify = Self(rawValue: 0x803B)

  /// The number of the answer to this ZDO request.
  public var zdoResponse: Self { Self(rawValue: rawValue | 0x8000) }
  public var isZDOResponse: Bool { rawValue & 0x8000 != 0 }
}
