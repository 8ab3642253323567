import ByteCoding

/// Every kind of ZDO message up to R23, for readers that take whatever comes.
enum ZDOBodyTable {
  static let types: [ClusterID: any ZDOBody.Type] = Dictionary(
    (common + retired + added).map { ($0.cluster, $0) }, uniquingKeysWith: { first, _ in first })

  private static let common: [any ZDOBody.Type] = [
    NetworkAddressRequest.self,
    IEEEAddressRequest.self,
    NodeDescriptorRequest.self,
    PowerDescriptorRequest.self,
    SimpleDescriptorRequest.self,
    ActiveEndpointsRequest.self,
    MatchDescriptorRequest.self,
    DeviceAnnounce.self,
    SystemServerDiscoveryRequest.self,
    ParentAnnounce.self,
    BindRequest.self,
    UnbindRequest.self,
    ManagementLQIRequest.self,
    ManagementRoutingRequest.self,
    ManagementBindRequest.self,
    ManagementLeaveRequest.self,
    ManagementPermitJoiningRequest.self,
    ManagementNetworkUpdateRequest.self,
    NetworkAddressResponse.self,
    IEEEAddressResponse.self,
    NodeDescriptorResponse.self,
    PowerDescriptorResponse.self,
    SimpleDescriptorResponse.self,
    ActiveEndpointsResponse.self,
    MatchDescriptorResponse.self,
    SystemServerDiscoveryResponse.self,
    ParentAnnounceResponse.self,
    BindResponse.self,
    UnbindResponse.self,
    ManagementLQIResponse.self,
    ManagementRoutingResponse.self,
    ManagementBindResponse.self,
    ManagementLeaveResponse.self,
    ManagementPermitJoiningResponse.self,
    ManagementNetworkUpdateNotify.self,
    ManagementNetworkUnsolicitedUpdateNotify.self,
  ]

  /// What R22 took out of the standard.
  private static let retired: [any ZDOBody.Type] = [
    ComplexDescriptorRequest.self,
    UserDescriptorRequest.self,
    DiscoveryCacheRequest.self,
    UserDescriptorSet.self,
    DiscoveryStoreRequest.self,
    NodeDescriptorStoreRequest.self,
    PowerDescriptorStoreRequest.self,
    ActiveEndpointsStoreRequest.self,
    SimpleDescriptorStoreRequest.self,
    RemoveNodeCacheRequest.self,
    FindNodeCacheRequest.self,
    ExtendedSimpleDescriptorRequest.self,
    ExtendedActiveEndpointsRequest.self,
    EndDeviceBindRequest.self,
    BindRegisterRequest.self,
    ReplaceDeviceRequest.self,
    StoreBackupBindEntryRequest.self,
    RemoveBackupBindEntryRequest.self,
    BackupBindTableRequest.self,
    RecoverBindTableRequest.self,
    BackupSourceBindRequest.self,
    RecoverSourceBindRequest.self,
    ManagementNetworkDiscoveryRequest.self,
    ManagementDirectJoinRequest.self,
    ManagementCacheRequest.self,
    ComplexDescriptorResponse.self,
    UserDescriptorResponse.self,
    DiscoveryCacheResponse.self,
    UserDescriptorConfirm.self,
    DiscoveryStoreResponse.self,
    NodeDescriptorStoreResponse.self,
    PowerDescriptorStoreResponse.self,
    ActiveEndpointsStoreResponse.self,
    SimpleDescriptorStoreResponse.self,
    RemoveNodeCacheResponse.self,
    FindNodeCacheResponse.self,
    ExtendedSimpleDescriptorResponse.self,
    ExtendedActiveEndpointsResponse.self,
    EndDeviceBindResponse.self,
    BindRegisterResponse.self,
    ReplaceDeviceResponse.self,
    StoreBackupBindEntryResponse.self,
    RemoveBackupBindEntryResponse.self,
    BackupBindTableResponse.self,
    RecoverBindTableResponse.self,
    BackupSourceBindResponse.self,
    RecoverSourceBindResponse.self,
    ManagementNetworkDiscoveryResponse.self,
    ManagementDirectJoinResponse.self,
    ManagementCacheResponse.self,
  ]

  /// What came with R22 and R23.
  private static let added: [any ZDOBody.Type] = [
    ClearAllBindingsRequest.self,
    ManagementEnhancedUpdateRequest.self,
    ManagementJoiningListRequest.self,
    ManagementBeaconSurveyRequest.self,
    StartKeyNegotiationRequest.self,
    RetrieveAuthenticationTokenRequest.self,
    GetAuthenticationLevelRequest.self,
    SetConfigurationRequest.self,
    GetConfigurationRequest.self,
    StartKeyUpdateRequest.self,
    DecommissionRequest.self,
    ChallengeRequest.self,
    ClearAllBindingsResponse.self,
    ManagementEnhancedUpdateNotify.self,
    ManagementJoiningListResponse.self,
    ManagementBeaconSurveyResponse.self,
    StartKeyNegotiationResponse.self,
    RetrieveAuthenticationTokenResponse.self,
    GetAuthenticationLevelResponse.self,
    SetConfigurationResponse.self,
    GetConfigurationResponse.self,
    StartKeyUpdateResponse.self,
    DecommissionResponse.self,
    ChallengeResponse.self,
  ]
}

extension ZDOMessage {
  /// The body as the kind of message that the cluster names; nil for a cluster that names none.
  public func decodeAny() throws(DecodingFailure) -> (any ZDOBody)? {
    guard let type = ZDOBodyTable.types[cluster] else { return nil }
    return try read(type)
  }

  private func read<Body: ZDOBody>(_: Body.Type) throws(DecodingFailure) -> any ZDOBody {
    try decode(Body.self)
  }
}
