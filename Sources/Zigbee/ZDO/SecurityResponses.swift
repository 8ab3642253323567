import ByteCoding

// Answers of R23, which are a status and TLVs.

/// Mgmt_NWK_Beacon_Survey_rsp (2.4.4.4.13).
public struct ManagementBeaconSurveyResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.managementBeaconSurveyResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var results: BeaconSurveyResultsTLV? { tlvs.first() }
  public var parents: PotentialParentsTLV? { tlvs.first() }
}

/// Security_Start_Key_Negotiation_rsp (2.4.4.5.1).
public struct StartKeyNegotiationResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.startKeyNegotiationResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var point: PublicPointTLV? { tlvs.first() }
}

/// Security_Retrieve_Authentication_Token_rsp (2.4.4.5.2).
public struct RetrieveAuthenticationTokenResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.retrieveAuthenticationTokenResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var token: SymmetricPassphraseTLV? { tlvs.first() }
}

/// Security_Get_Authentication_Level_rsp (2.4.4.5.3).
public struct GetAuthenticationLevelResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.getAuthenticationLevelResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var level: AuthenticationLevelTLV? { tlvs.first() }
}

/// Security_Set_Configuration_rsp (2.4.4.5.4).
public struct SetConfigurationResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.setConfigurationResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var processing: ProcessingStatusTLV? { tlvs.first() }
}

/// Security_Get_Configuration_rsp (2.4.4.5.5).
public struct GetConfigurationResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.getConfigurationResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }
}

/// Security_Challenge_rsp (2.4.4.5.8).
public struct ChallengeResponse: ZDOTLVAnswer {
  public static let cluster = ClusterID.challengeResponse

  public var status: ZDOStatus
  public var tlvs: TLVList

  public init(status: ZDOStatus, tlvs: TLVList) {
    self.status = status
    self.tlvs = tlvs
  }

  public var counter: FrameCounterResponseTLV? { tlvs.first() }
}

/// Clear_All_Bindings_rsp (2.4.4.3.4).
public struct ClearAllBindingsResponse: ZDOStatusBody {
  public static let cluster = ClusterID.clearAllBindingsResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Security_Start_Key_Update_rsp (2.4.4.5.6).
public struct StartKeyUpdateResponse: ZDOStatusBody {
  public static let cluster = ClusterID.startKeyUpdateResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Security_Decommission_rsp (2.4.4.5.7).
public struct DecommissionResponse: ZDOStatusBody {
  public static let cluster = ClusterID.decommissionResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}
