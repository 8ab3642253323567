import ByteCoding

// Requests of R23 that are made of TLVs.

/// Clear_All_Bindings_req (2.4.3.2.4): forget the bindings to these devices.
public struct ClearAllBindingsRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.clearAllBindingsRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var devices: DeviceListTLV? { tlvs.first() }
}

/// Mgmt_NWK_Beacon_Survey_req (2.4.3.3.12): which beacons does the device hear?
public struct ManagementBeaconSurveyRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.managementBeaconSurveyRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var configuration: BeaconSurveyConfigurationTLV? { tlvs.first() }
}

/// Security_Start_Key_Negotiation_req (2.4.3.4.1).
public struct StartKeyNegotiationRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.startKeyNegotiationRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var point: PublicPointTLV? { tlvs.first() }
}

/// Security_Retrieve_Authentication_Token_req (2.4.3.4.2).
public struct RetrieveAuthenticationTokenRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.retrieveAuthenticationTokenRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var token: AuthenticationTokenIDTLV? { tlvs.first() }
}

/// Security_Get_Authentication_Level_req (2.4.3.4.3).
public struct GetAuthenticationLevelRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.getAuthenticationLevelRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var target: TargetAddressTLV? { tlvs.first() }
}

/// Security_Set_Configuration_req (2.4.3.4.4): the next PAN identifier, the next channel, settings.
public struct SetConfigurationRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.setConfigurationRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }
}

/// Security_Start_Key_Update_req (2.4.3.4.6); it may carry fragmentation parameters too.
public struct StartKeyUpdateRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.startKeyUpdateRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var method: SelectedKeyNegotiationMethodTLV? { tlvs.first() }
  public var fragmentation: FragmentationParametersTLV? { tlvs.first() }
}

/// Security_Decommission_req (2.4.3.4.7): forget everything about these devices.
public struct DecommissionRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.decommissionRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var devices: DeviceListTLV? { tlvs.first() }
}

/// Security_Challenge_req (2.4.3.4.8).
public struct ChallengeRequest: ZDOTLVRequest {
  public static let cluster = ClusterID.challengeRequest

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public var challenge: FrameCounterChallengeTLV? { tlvs.first() }
}

/// Security_Get_Configuration_req (2.4.3.4.5): the tags of the TLVs that are asked for.
public struct GetConfigurationRequest: ZDOBody {
  public static let cluster = ClusterID.getConfigurationRequest

  public var tags: [TLVTag]

  public init(tags: [TLVTag]) { self.tags = tags }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    tags = try ZDOList.readBytes(from: &reader).map { TLVTag(rawValue: $0) }
  }

  public func encode(into writer: inout ByteWriter) {
    ZDOList.writeBytes(tags.map(\.rawValue), into: &writer)
  }
}
