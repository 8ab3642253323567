import JSON
import Zigbee

// The fields of the messages that are made of TLVs, and of the TLVs that belong to one of them.

private typealias Text = ZDODescription

extension ClearAllBindingsRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [DeviceListTLV.self] }
}
extension ManagementBeaconSurveyRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [BeaconSurveyConfigurationTLV.self] }
}
extension ManagementBeaconSurveyResponse: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [BeaconSurveyResultsTLV.self, PotentialParentsTLV.self] }
}
extension StartKeyNegotiationRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [PublicPointTLV.self] }
}
extension StartKeyNegotiationResponse: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [PublicPointTLV.self] }
}
extension RetrieveAuthenticationTokenRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [AuthenticationTokenIDTLV.self] }
}
extension GetAuthenticationLevelRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [TargetAddressTLV.self] }
}
extension GetAuthenticationLevelResponse: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [AuthenticationLevelTLV.self] }
}
extension SetConfigurationResponse: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [ProcessingStatusTLV.self] }
}
extension StartKeyUpdateRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [SelectedKeyNegotiationMethodTLV.self] }
}
extension DecommissionRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [DeviceListTLV.self] }
}
extension ChallengeRequest: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [FrameCounterChallengeTLV.self] }
}
extension ChallengeResponse: ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [FrameCounterResponseTLV.self] }
}
extension RetrieveAuthenticationTokenResponse: ZDOTLVFields {}
extension SetConfigurationRequest: ZDOTLVFields {}
extension GetConfigurationResponse: ZDOTLVFields {}
extension ClearAllBindingsResponse: ZDOStatusFields {}
extension StartKeyUpdateResponse: ZDOStatusFields {}
extension DecommissionResponse: ZDOStatusFields {}

extension GetConfigurationRequest: ZDOFields {
  var fields: JSONObject {
    JSONObject(of: ["tags": .array(tags.map { JSONText.identifier($0.rawValue) })])
  }
}

extension DeviceListTLV: TLVFields {
  static let name = "device_list"
  var fields: JSONObject { JSONObject(of: ["devices": .array(devices.map(Text.ieee))]) }
}

extension PublicPointTLV: TLVFields {
  static let name = "public_point"
  var fields: JSONObject { JSONObject(of: ["ieee": Text.ieee(device), "point": JSONText.hex(point)]) }
}

extension AuthenticationTokenIDTLV: TLVFields {
  static let name = "authentication_token_id"
  var fields: JSONObject { JSONObject(of: ["requested_tag": JSONText.identifier(requested.rawValue)]) }
}

extension TargetAddressTLV: TLVFields {
  static let name = "target_address"
  var fields: JSONObject { JSONObject(of: ["ieee": Text.ieee(device)]) }
}

extension AuthenticationLevelTLV: TLVFields {
  static let name = "authentication_level"
  var fields: JSONObject {
    JSONObject(of: [
      "ieee": Text.ieee(device), "initial_join_method": .integer(Int64(initialJoinMethod)),
      "active_link_key_type": .integer(Int64(activeLinkKeyType)),
    ])
  }
}

extension ProcessingStatusTLV: TLVFields {
  static let name = "processing_status"
  var fields: JSONObject {
    let list = entries.map { entry in
      JSONValue.object(
        JSONObject(of: [
          "requested_tag": JSONText.identifier(entry.tag.rawValue), "status": Text.status(entry.status),
        ]))
    }
    return JSONObject(of: ["entries": .array(list)])
  }
}

extension SelectedKeyNegotiationMethodTLV: TLVFields {
  static let name = "selected_key_negotiation_method"
  var fields: JSONObject {
    JSONObject(of: [
      "method": .integer(Int64(method)), "pre_shared_secret": .integer(Int64(preSharedSecret)),
      "ieee": Text.ieee(sender),
    ])
  }
}

extension FrameCounterChallengeTLV: TLVFields {
  static let name = "frame_counter_challenge"
  var fields: JSONObject {
    JSONObject(of: [
      "ieee": Text.ieee(sender), "challenge": JSONText.identifier(challenge, byteCount: 8),
    ])
  }
}

extension FrameCounterResponseTLV: TLVFields {
  static let name = "frame_counter_response"
  var fields: JSONObject {
    JSONObject(of: [
      "ieee": Text.ieee(responder), "challenge": JSONText.identifier(challenge, byteCount: 8),
      "frame_counter": .integer(Int64(frameCounter)),
      "challenge_frame_counter": .integer(Int64(challengeFrameCounter)),
      "integrity_code": JSONText.identifier(integrityCode, byteCount: 8),
    ])
  }
}
