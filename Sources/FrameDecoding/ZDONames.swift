import Zigbee

/// The names of the ZDO messages, as the standard writes them but in lower case.
enum ZDONames {
  static func name(_ cluster: ClusterID) -> String? {
    if let name = others[cluster.rawValue] { return name }
    guard let stem = stems[cluster.rawValue & 0x7FFF] else { return nil }
    return stem + (cluster.isZDOResponse ? "_rsp" : "_req")
  }

  /// Messages that do not end in `_req` or `_rsp`.
  private static let others: [UInt16: String] = [
    0x0013: "device_annce", 0x8013: "device_annce_rsp", 0x0014: "user_desc_set", 0x8014: "user_desc_conf",
    0x001F: "parent_annce", 0x801F: "parent_annce_rsp", 0x8038: "mgmt_nwk_update_notify",
    0x8039: "mgmt_nwk_enhanced_update_notify", 0x803B: "mgmt_nwk_unsolicited_update_notify",
  ]

  private static let stems: [UInt16: String] = [
    0x0000: "nwk_addr", 0x0001: "ieee_addr", 0x0002: "node_desc", 0x0003: "power_desc",
    0x0004: "simple_desc", 0x0005: "active_ep", 0x0006: "match_desc", 0x0010: "complex_desc",
    0x0011: "user_desc", 0x0012: "discovery_cache", 0x0015: "system_server_discovery",
    0x0016: "discovery_store", 0x0017: "node_desc_store", 0x0018: "power_desc_store",
    0x0019: "active_ep_store", 0x001A: "simple_desc_store", 0x001B: "remove_node_cache",
    0x001C: "find_node_cache", 0x001D: "extended_simple_desc", 0x001E: "extended_active_ep",
    0x0020: "end_device_bind", 0x0021: "bind", 0x0022: "unbind", 0x0023: "bind_register",
    0x0024: "replace_device", 0x0025: "store_bkup_bind_entry", 0x0026: "remove_bkup_bind_entry",
    0x0027: "backup_bind_table", 0x0028: "recover_bind_table", 0x0029: "backup_source_bind",
    0x002A: "recover_source_bind", 0x002B: "clear_all_bindings", 0x0030: "mgmt_nwk_disc",
    0x0031: "mgmt_lqi", 0x0032: "mgmt_rtg", 0x0033: "mgmt_bind", 0x0034: "mgmt_leave",
    0x0035: "mgmt_direct_join", 0x0036: "mgmt_permit_joining", 0x0037: "mgmt_cache",
    0x0038: "mgmt_nwk_update", 0x0039: "mgmt_nwk_enhanced_update", 0x003A: "mgmt_nwk_ieee_joining_list",
    0x003C: "mgmt_nwk_beacon_survey", 0x0040: "security_start_key_negotiation",
    0x0041: "security_retrieve_authentication_token", 0x0042: "security_get_authentication_level",
    0x0043: "security_set_configuration", 0x0044: "security_get_configuration",
    0x0045: "security_start_key_update", 0x0046: "security_decommission", 0x0047: "security_challenge",
  ]
}
