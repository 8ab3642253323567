import FrameDecoding
import JSON
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct ZDOFieldsTests {
  /// Body without the sequence number, cluster, and the members that the explanation must have.
  static let vectors: [(UInt16, String, String)] = [
    (0x0011, "ba7f", #"{"name":"user_desc_req","nwk":"0x7FBA"}"#),
    (0x8011, "00 ba7f 02 6869", #"{"name":"user_desc_rsp","user_descriptor":"hi"}"#),
    (0x8014, "84 ba7f", #"{"name":"user_desc_conf","status":"0x84"}"#),
    (0x8016, "00", #"{"name":"discovery_store_rsp","status":"0x00"}"#),
    (
      0x0020, "0000 44332211004b1200 01 0401 01 0600 00",
      #"{"name":"end_device_bind_req","profile":"0x0104","in_clusters":["0x0006"],"out_clusters":[]}"#
    ),
    (
      0x0025, "44332211004b1200 01 0600 01 0500",
      #"{"name":"store_bkup_bind_entry_req","bind_cluster":"0x0006","dst_group":"0x0005"}"#
    ),
    (
      0x002B, "00 08 01 ffffffffffffffff",
      #"{"name":"clear_all_bindings_req","tlvs":[{"tag":"0x00","name":"device_list","devices":["0xffffffffffffffff"]}]}"#
    ),
    (
      0x0039, "01 00080000 fe 07",
      #"{"name":"mgmt_nwk_enhanced_update_req","channels":["0x00000800"],"duration":254,"update_id":7}"#
    ),
    (
      0x803A, "00 05 01 01 00 01 44332211004b1200",
      #"{"name":"mgmt_nwk_ieee_joining_list_rsp","policy":1,"devices":["0x00124b0011223344"]}"#
    ),
    (
      0x803C, "00 01 03 04030201",
      #"{"tlvs":[{"tag":"0x01","name":"beacon_survey_results","total":4,"own_network":3,"potential_parents":2,"other_networks":1}]}"#
    ),
    (
      0x0043, "43 01 621a 4b 01 0100 7f 00 05 44 03",
      ##"{"name":"security_set_configuration_req","tlvs":[{"tag":"0x43","name":"next_pan_id_change","pan_id":"0x1A62"},{"tag":"0x4B","name":"configuration_parameters","flags":"0x0001"},{"tag":"0x7F","value_hex":"05"}],"trailing_hex":"4403"}"##
    ),
    (
      0x8043, "00 00 02 01 43 00",
      #"{"tlvs":[{"tag":"0x00","name":"processing_status","entries":[{"requested_tag":"0x43","status":"0x00"}]}]}"#
    ),
    (
      0x0036, "b4 01 49 03 41 01 01 02",
      #"{"duration":180,"tlvs":[{"tag":"0x49","name":"beacon_appendix_encapsulation","tlvs":[{"tag":"0x41","name":"supported_key_negotiation_methods","protocols":"0x01","pre_shared_secrets":"0x02"}]}]}"#
    ),
    (0x8047, "d6", #"{"name":"security_challenge_rsp","status":"0xD6"}"#),
  ]

  @Test func messagesOfOldAndNewRevisionsAreExplained() throws {
    let explainer = FrameExplainer(directory: ClusterDirectory())
    for (cluster, body, expected) in Self.vectors {
      let read = TestSupport.bytes(hex: "07" + body)
      let bytes = try #require(read)
      let found = explainer.explainZCL(
        bytes, in: .init(cluster: ClusterID(rawValue: cluster), profile: .deviceProfile))
      let members = try JSONValue(parsing: expected)
      #expect(CaptureComparison.differences(found["zdo"], members, at: "") == [], "\(cluster) \(found)")
    }
  }

  @Test func everyMessageHasANameAndFields() throws {
    let explainer = FrameExplainer(directory: ClusterDirectory())
    let requests: [UInt16] =
      Array(0x0000...0x0006) + Array(0x0010...0x002B) + Array(0x0030...0x003A) + [0x003C]
      + Array(0x0040...0x0047)
    let answers = requests.filter { $0 != 0x0013 }.map { $0 | 0x8000 }
    for cluster in requests + answers + [0x803B] {
      // A failed answer is short; a request has room for all of its fields.
      let body = cluster & 0x8000 != 0 ? [7, 0x84] : [7] + [UInt8](repeating: 1, count: 80)
      let found = explainer.explainZCL(
        body, in: .init(cluster: ClusterID(rawValue: cluster), profile: .deviceProfile))
      let zdo = try #require(found["zdo"])
      #expect(zdo["name"] != "?", "\(cluster)")
      let isShort = [0x8015, 0x801C, 0x803B].contains(cluster)
      if !isShort { #expect(zdo["payload_hex"] == nil, "\(cluster) \(zdo)") }
    }
  }
}
