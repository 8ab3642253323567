/// The MT commands as data: one command a line, `subsystem command type name field:kind ...`.
///
/// Kinds: `u8 u16 u24 u32 i8` decimal; `x8 x16 x32` hexadecimal; `ieee`; `bytes(n)`, `bytes(field)`,
/// `lv8`/`lv16` (length not shown) and `rest` byte strings; `list(kind)` behind a count byte,
/// `list(field,kind)`, `all(kind)` up to the end; `bits(n)` and `peek(n)` parts of a byte; `addr(mode)` eight
/// bytes whose meaning the address mode tells. `?` marks what older firmware leaves out, a name with `-` is
/// not shown. A response of one byte that is not here is a status under the command's number.
enum MTCommandDefinitions {
  static let text = [structures, system, applicationFramework, deviceObject, callbacks, utility, others]
    .joined(separator: "\n")

  private static let structures = """
    struct neighbor ext_pan_id:ieee ieee:ieee nwk:x16 device_type:bits(2) rx_on_when_idle:bits(2) \
    relationship:bits(3) -r1:bits(1) permit_join:bits(2) -r2:bits(6) depth:u8 lqi:u8
    struct route dst:x16 status:bits(3) memory_constrained:bits(1) many_to_one:bits(1) \
    route_record_required:bits(1) -r:bits(2) next_hop:x16
    struct binding src_ieee:ieee src_ep:u8 cluster:x16 addr_mode:u8 dst_ieee:ieee dst_ep:u8
    struct network pan_id:x16 channel:u8 stack_profile:bits(4) zigbee_version:bits(4) beacon_order:bits(4) \
    superframe_order:bits(4) permit_join:u8
    struct beacon src_nwk:x16 pan_id:x16 channel:u8 permit_join:u8 router_capacity:u8 device_capacity:u8 \
    protocol_version:u8 stack_profile:u8 lqi:u8 depth:u8 update_id:u8 ext_pan_id:ieee
    """

  private static let system = """
    RPC 00 SRSP RPC.error code:u8 cmd0:x8 cmd1:x8
    SYS 00 AREQ SYS.resetReq reset_type:u8
    SYS 01 SREQ SYS.ping
    SYS 01 SRSP SYS.ping capabilities:x16
    SYS 02 SREQ SYS.version
    SYS 02 SRSP SYS.version transport_rev:u8 product:u8 major:u8 minor:u8 maint:u8 revision:u32? \
    bootloader_build:u8? bootloader_revision:u32?
    SYS 03 SREQ SYS.setExtAddr ieee:ieee
    SYS 03 SRSP SYS.setExtAddr status:x8
    SYS 04 SREQ SYS.getExtAddr
    SYS 04 SRSP SYS.getExtAddr ieee:ieee
    SYS 05 SREQ SYS.ramRead address:x16 len:u8
    SYS 05 SRSP SYS.ramRead status:x8 len:u8 value_hex:bytes(len)
    SYS 07 SREQ SYS.osalNvItemInit id:x16 item_len:u16 len:u8 value_hex:bytes(len)
    SYS 07 SRSP SYS.osalNvItemInit status:x8
    SYS 08 SREQ SYS.osalNvRead id:x16 offset:u8
    SYS 08 SRSP SYS.osalNvRead status:x8 len:u8 value_hex:bytes(len)
    SYS 09 SREQ SYS.osalNvWrite id:x16 offset:u8 value_hex:lv8
    SYS 09 SRSP SYS.osalNvWrite status:x8
    SYS 0A SREQ SYS.osalStartTimer id:u8 timeout:u16
    SYS 0A SRSP SYS.osalStartTimer status:x8
    SYS 0B SREQ SYS.osalStopTimer id:u8
    SYS 0B SRSP SYS.osalStopTimer status:x8
    SYS 0C SREQ SYS.random
    SYS 0C SRSP SYS.random value:u16
    SYS 0D SREQ SYS.adcRead channel:u8 resolution:u8
    SYS 0D SRSP SYS.adcRead value:u16
    SYS 0E SREQ SYS.gpio operation:u8 value:u8
    SYS 0E SRSP SYS.gpio value:u8
    SYS 0F SREQ SYS.stackTune operation:u8 value:i8
    SYS 0F SRSP SYS.stackTune value:i8
    SYS 10 SREQ SYS.setTime utc:u32 hour:u8 minute:u8 second:u8 month:u8 day:u8 year:u16
    SYS 10 SRSP SYS.setTime status:x8
    SYS 11 SREQ SYS.getTime
    SYS 11 SRSP SYS.getTime utc:u32 hour:u8 minute:u8 second:u8 month:u8 day:u8 year:u16
    SYS 12 SREQ SYS.osalNvDelete id:x16 len:u16
    SYS 12 SRSP SYS.osalNvDelete status:x8
    SYS 13 SREQ SYS.osalNvLength id:x16
    SYS 13 SRSP SYS.osalNvLength length:u16
    SYS 14 SREQ SYS.setTxPower level:i8
    SYS 14 SRSP SYS.setTxPower status_or_level:i8
    SYS 1C SREQ SYS.osalNvReadExt id:x16 offset:u16
    SYS 1C SRSP SYS.osalNvReadExt status:x8 len:u8 value_hex:bytes(len)
    SYS 1D SREQ SYS.osalNvWriteExt id:x16 offset:u16 value_hex:lv16
    SYS 1D SRSP SYS.osalNvWriteExt status:x8
    SYS 30 SREQ SYS.nvCreate sys_id:u8 item_id:x16 sub_id:x16 length:u32
    SYS 30 SRSP SYS.nvCreate status:x8
    SYS 31 SREQ SYS.nvDelete sys_id:u8 item_id:x16 sub_id:x16
    SYS 31 SRSP SYS.nvDelete status:x8
    SYS 32 SREQ SYS.nvLength sys_id:u8 item_id:x16 sub_id:x16
    SYS 32 SRSP SYS.nvLength length:u32
    SYS 33 SREQ SYS.nvRead sys_id:u8 item_id:x16 sub_id:x16 offset:u16 length:u8
    SYS 33 SRSP SYS.nvRead status:x8 len:u8 value_hex:bytes(len)
    SYS 34 SREQ SYS.nvWrite sys_id:u8 item_id:x16 sub_id:x16 offset:u16 value_hex:lv8
    SYS 34 SRSP SYS.nvWrite status:x8
    SYS 35 SREQ SYS.nvUpdate sys_id:u8 item_id:x16 sub_id:x16 value_hex:lv8
    SYS 35 SRSP SYS.nvUpdate status:x8
    SYS 36 SREQ SYS.nvCompact threshold:u16
    SYS 36 SRSP SYS.nvCompact status:x8
    SYS 80 AREQ SYS.resetInd reason:u8 transport_rev:u8 product:u8 major:u8 minor:u8 maint:u8
    SYS 81 AREQ SYS.osalTimerExpired id:u8
    SYS 82 AREQ SYS.jammerInd jammed:u8
    """

  private static let applicationFramework = """
    AF 00 SREQ AF.register endpoint:u8 profile:x16 device_id:x16 device_version:u8 latency:u8 \
    in_clusters:list(x16) out_clusters:list(x16)
    AF 00 SRSP AF.register status:x8
    AF 01 SREQ AF.dataRequest dst_nwk:x16 dst_ep:u8 src_ep:u8 cluster:x16 tsn:u8 options:u8 radius:u8 \
    data_hex:lv8
    AF 01 SRSP AF.dataRequest status:x8
    AF 02 SREQ AF.dataRequestExt addr_mode:u8 dst:addr(addr_mode) dst_ep:u8 dst_pan:u16 src_ep:u8 cluster:x16 \
    tsn:u8 options:u8 radius:u8 data_hex:lv16
    AF 02 SRSP AF.dataRequestExt status:x8
    AF 03 SREQ AF.dataRequestSrcRtg dst_nwk:x16 dst_ep:u8 src_ep:u8 cluster:x16 tsn:u8 options:u8 radius:u8 \
    relays:list(x16) data_hex:lv8
    AF 03 SRSP AF.dataRequestSrcRtg status:x8
    AF 04 SREQ AF.delete endpoint:u8
    AF 04 SRSP AF.delete status:x8
    AF 10 SREQ AF.interPanCtl command:u8 data_hex:rest
    AF 10 SRSP AF.interPanCtl status:x8
    AF 11 SREQ AF.dataStore index:u16 data_hex:lv8
    AF 11 SRSP AF.dataStore status:x8
    AF 12 SREQ AF.dataRetrieve timestamp:u32 index:u16 length:u8
    AF 12 SRSP AF.dataRetrieve status:x8 len:u8 data_hex:bytes(len)
    AF 13 SREQ AF.apsfConfigSet endpoint:u8 frame_delay:u8 window_size:u8
    AF 13 SRSP AF.apsfConfigSet status:x8
    AF 80 AREQ AF.dataConfirm status:x8 endpoint:u8 tsn:u8
    AF 81 AREQ AF.incomingMsg group_id:u16 cluster:x16 src_nwk:x16 src_ep:u8 dst_ep:u8 was_broadcast:u8 lqi:u8 \
    security_use:u8 timestamp:u32 tsn:u8 len:u8 data_hex:bytes(len) mac_src:x16? radius:u8?
    AF 82 AREQ AF.incomingMsgExt group_id:u16 cluster:x16 addr_mode:u8 src:addr(addr_mode) src_ep:u8 src_pan:u16 \
    dst_ep:u8 was_broadcast:u8 lqi:u8 security_use:u8 timestamp:u32 tsn:u8 len:u16 data_hex:bytes(len)? \
    mac_src:x16? radius:u8?
    AF 83 AREQ AF.reflectError status:x8 endpoint:u8 tsn:u8 addr_mode:u8 dst_nwk:x16
    """

  private static let deviceObject = """
    ZDO 00 SREQ ZDO.nwkAddrReq ieee:ieee request_type:u8 start_index:u8
    ZDO 01 SREQ ZDO.ieeeAddrReq nwk:x16 request_type:u8 start_index:u8
    ZDO 02 SREQ ZDO.nodeDescReq dst:x16 nwk:x16
    ZDO 03 SREQ ZDO.powerDescReq dst:x16 nwk:x16
    ZDO 04 SREQ ZDO.simpleDescReq dst:x16 nwk:x16 endpoint:u8
    ZDO 05 SREQ ZDO.activeEpReq dst:x16 nwk:x16
    ZDO 06 SREQ ZDO.matchDescReq dst:x16 nwk:x16 profile:x16 in_clusters:list(x16) out_clusters:list(x16)
    ZDO 07 SREQ ZDO.complexDescReq dst:x16 nwk:x16
    ZDO 08 SREQ ZDO.userDescReq dst:x16 nwk:x16
    ZDO 0A SREQ ZDO.endDeviceAnnce nwk:x16 ieee:ieee capability:x8
    ZDO 0B SREQ ZDO.userDescSet dst:x16 nwk:x16 value_hex:lv8
    ZDO 0C SREQ ZDO.serverDiscReq server_mask:x16
    ZDO 20 SREQ ZDO.endDeviceBindReq dst:x16 local_coordinator:x16 ieee:ieee endpoint:u8 profile:x16 \
    in_clusters:list(x16) out_clusters:list(x16)
    ZDO 21 SREQ ZDO.bindReq dst:x16 src_ieee:ieee src_ep:u8 cluster:x16 addr_mode:u8 dst:addr(addr_mode) dst_ep:u8?
    ZDO 22 SREQ ZDO.unbindReq dst:x16 src_ieee:ieee src_ep:u8 cluster:x16 addr_mode:u8 dst:addr(addr_mode) dst_ep:u8?
    ZDO 23 SREQ ZDO.setLinkKey nwk:x16 ieee:ieee key_hex:bytes(16)
    ZDO 24 SREQ ZDO.removeLinkKey ieee:ieee
    ZDO 25 SREQ ZDO.getLinkKey ieee:ieee
    ZDO 25 SRSP ZDO.getLinkKey status:x8 ieee:ieee key_hex:bytes(16)
    ZDO 26 SREQ ZDO.nwkDiscoveryReq channels:x32 scan_duration:u8
    ZDO 27 SREQ ZDO.joinReq channel:u8 pan_id:x16 ext_pan_id:ieee parent:x16 depth:u8 stack_profile:u8
    ZDO 30 SREQ ZDO.mgmtNwkDiscReq dst:x16 channels:x32 scan_duration:u8 start_index:u8
    ZDO 31 SREQ ZDO.mgmtLqiReq dst:x16 start_index:u8
    ZDO 32 SREQ ZDO.mgmtRtgReq dst:x16 start_index:u8
    ZDO 33 SREQ ZDO.mgmtBindReq dst:x16 start_index:u8
    ZDO 34 SREQ ZDO.mgmtLeaveReq dst:x16 ieee:ieee options:x8
    ZDO 35 SREQ ZDO.mgmtDirectJoinReq dst:x16 ieee:ieee capability:x8
    ZDO 36 SREQ ZDO.mgmtPermitJoinReq addr_mode:u8 dst:x16 duration:u8 tc_significance:u8
    ZDO 37 SREQ ZDO.mgmtNwkUpdateReq dst:x16 addr_mode:u8 channels:x32 scan_duration:u8 scan_count:u8 manager:x16
    ZDO 3E SREQ ZDO.msgCbRegister cluster:x16
    ZDO 3F SREQ ZDO.msgCbRemove cluster:x16
    ZDO 40 SREQ ZDO.startupFromApp start_delay:u16
    ZDO 42 SREQ ZDO.secAddLinkKey nwk:x16 ieee:ieee key_hex:bytes(16)
    ZDO 43 SREQ ZDO.secEntryLookupExt ieee:ieee entry_hex:bytes(5)
    ZDO 44 SREQ ZDO.secDeviceRemove ieee:ieee
    ZDO 45 SREQ ZDO.extRouteDisc dst:x16 options:x8 radius:u8
    ZDO 46 SREQ ZDO.extRouteChk dst:x16 route_status:u8 options:x8
    ZDO 47 SREQ ZDO.extRemoveGroup endpoint:u8 group_id:u16
    ZDO 48 SREQ ZDO.extRemoveAllGroup endpoint:u8
    ZDO 49 SREQ ZDO.extFindAllGroupsEndpoint endpoint:u8 groups_hex:rest
    ZDO 49 SRSP ZDO.extFindAllGroupsEndpoint groups:list(u16)
    ZDO 4A SREQ ZDO.extFindGroup endpoint:u8 group_id:u16
    ZDO 4A SRSP ZDO.extFindGroup status:x8 group_id:u16? name_hex:lv8?
    ZDO 4B SREQ ZDO.extAddGroup endpoint:u8 group_id:u16 name_hex:lv8
    ZDO 4C SREQ ZDO.extCountAllGroups
    ZDO 4E SREQ ZDO.extUpdateNwkKey dst:x16 key_sequence:u8 key_hex:bytes(16)
    ZDO 4F SREQ ZDO.extSwitchNwkKey dst:x16 key_sequence:u8
    ZDO 50 SREQ ZDO.extNwkInfo
    ZDO 50 SRSP ZDO.extNwkInfo nwk:x16 state:u8 pan_id:x16 parent:x16 ext_pan_id:ieee parent_ieee:ieee channel:u8
    ZDO 51 SREQ ZDO.extSecApsRemoveReq nwk:x16 ieee:ieee parent:x16
    ZDO 52 SREQ ZDO.forceConcentratorChange
    ZDO 53 SREQ ZDO.extSetParams use_multicast:u8
    ZDO 54 SREQ ZDO.startupFromAppExt start_delay:u16 mode:u8
    """

  private static let callbacks = """
    ZDO 80 AREQ ZDO.nwkAddrRsp status:x8 ieee:ieee nwk:x16 start_index:u8? count:u8? devices:list(count,x16)?
    ZDO 81 AREQ ZDO.ieeeAddrRsp status:x8 ieee:ieee nwk:x16 start_index:u8? count:u8? devices:list(count,x16)?
    ZDO 82 AREQ ZDO.nodeDescRsp src_nwk:x16 status:x8 nwk:x16 logical_type:peek(3) byte0:x8 \
    aps_flags_freq_band:x8 mac_capability:x8 manufacturer_code:x16 max_buffer:u8 max_in:u16 server_mask:x16 \
    max_out:u16 descriptor_capability:u8
    ZDO 83 AREQ ZDO.powerDescRsp src_nwk:x16 status:x8 nwk:x16 current_mode:bits(4) available_sources:bits(4) \
    current_source:bits(4) current_level:bits(4)
    ZDO 84 AREQ ZDO.simpleDescRsp src_nwk:x16 status:x8 nwk:x16 length:u8 endpoint:u8? profile:x16? \
    device_id:x16? device_version:u8? in_clusters:list(x16)? out_clusters:list(x16)?
    ZDO 85 AREQ ZDO.activeEpRsp src_nwk:x16 status:x8 nwk:x16 endpoints:list(u8)
    ZDO 86 AREQ ZDO.matchDescRsp src_nwk:x16 status:x8 nwk:x16 endpoints:list(u8)
    ZDO 87 AREQ ZDO.complexDescRsp src_nwk:x16 status:x8 nwk:x16 value_hex:lv8
    ZDO 88 AREQ ZDO.userDescRsp src_nwk:x16 status:x8 nwk:x16 value_hex:lv8
    ZDO 89 AREQ ZDO.userDescConf src_nwk:x16 status:x8 nwk:x16
    ZDO 8A AREQ ZDO.serverDiscRsp src_nwk:x16 status:x8 server_mask:x16
    ZDO A0 AREQ ZDO.endDeviceBindRsp src_nwk:x16 status:x8
    ZDO A1 AREQ ZDO.bindRsp src_nwk:x16 status:x8
    ZDO A2 AREQ ZDO.unbindRsp src_nwk:x16 status:x8
    ZDO B0 AREQ ZDO.mgmtNwkDiscRsp src_nwk:x16 status:x8 entries:u8 start_index:u8 count:u8 networks:list(count,network)
    ZDO B1 AREQ ZDO.mgmtLqiRsp src_nwk:x16 status:x8 entries:u8 start_index:u8 count:u8 neighbors:list(count,neighbor)
    ZDO B2 AREQ ZDO.mgmtRtgRsp src_nwk:x16 status:x8 entries:u8 start_index:u8 count:u8 routes:list(count,route)
    ZDO B3 AREQ ZDO.mgmtBindRsp src_nwk:x16 status:x8 entries:u8 start_index:u8 count:u8 bindings:list(count,binding)
    ZDO B4 AREQ ZDO.mgmtLeaveRsp src_nwk:x16 status:x8
    ZDO B5 AREQ ZDO.mgmtDirectJoinRsp src_nwk:x16 status:x8
    ZDO B6 AREQ ZDO.mgmtPermitJoinRsp src_nwk:x16 status:x8
    ZDO B8 AREQ ZDO.mgmtNwkUpdateNotify src_nwk:x16 status:x8 channels:x32 transmissions:u16 failures:u16 \
    count:u8 energies:list(count,u8)
    ZDO C0 AREQ ZDO.stateChangeInd state:u8
    ZDO C1 AREQ ZDO.endDeviceAnnceInd src_nwk:x16 nwk:x16 ieee:ieee capability:x8
    ZDO C3 AREQ ZDO.statusErrorRsp src_nwk:x16 status:x8
    ZDO C4 AREQ ZDO.srcRtgInd dst:x16 relays:list(x16)
    ZDO C5 AREQ ZDO.beaconNotifyInd count:u8 beacons:list(count,beacon)
    ZDO C6 AREQ ZDO.joinCnf status:x8 nwk:x16 parent:x16
    ZDO C7 AREQ ZDO.nwkDiscoveryCnf status:x8
    ZDO C8 AREQ ZDO.concentratorIndCb nwk:x16 ieee:ieee cost:u8
    ZDO C9 AREQ ZDO.leaveInd src_nwk:x16 ieee:ieee request:u8 remove:u8 rejoin:u8
    ZDO CA AREQ ZDO.tcDeviceInd nwk:x16 ieee:ieee parent:x16
    ZDO CB AREQ ZDO.permitJoinInd duration:u8
    ZDO FF AREQ ZDO.msgCbIncoming src_nwk:x16 was_broadcast:u8 cluster:x16 security_use:u8 tsn:u8 mac_dst:x16 \
    data_hex:rest
    """

  private static let utility = """
    UTIL 00 SREQ UTIL.getDeviceInfo
    UTIL 00 SRSP UTIL.getDeviceInfo status:x8 ieee:ieee nwk:x16 device_type:u8 device_state:u8 devices:list(x16)
    UTIL 01 SREQ UTIL.getNvInfo
    UTIL 01 SRSP UTIL.getNvInfo status:x8 ieee:ieee channels:x32 pan_id:x16 security_level:u8 key_hex:bytes(16)
    UTIL 02 SREQ UTIL.setPanId pan_id:x16
    UTIL 03 SREQ UTIL.setChannels channels:x32
    UTIL 04 SREQ UTIL.setSecurityLevel level:u8
    UTIL 05 SREQ UTIL.setPreCfgKey key_hex:bytes(16)
    UTIL 06 SREQ UTIL.callbackSubCmd subsystem:x16 action:u8
    UTIL 09 SREQ UTIL.timeAlive
    UTIL 09 SRSP UTIL.timeAlive seconds:u32
    UTIL 0A SREQ UTIL.ledControl led:u8 mode:u8
    UTIL 10 SREQ UTIL.loopback data_hex:rest
    UTIL 10 SRSP UTIL.loopback data_hex:rest
    UTIL 11 SREQ UTIL.dataReq security_use:u8
    UTIL 40 SREQ UTIL.addrMgrExtAddrLookup ieee:ieee
    UTIL 40 SRSP UTIL.addrMgrExtAddrLookup nwk:x16
    UTIL 41 SREQ UTIL.addrMgrNwkAddrLookup nwk:x16
    UTIL 41 SRSP UTIL.addrMgrNwkAddrLookup ieee:ieee
    UTIL 44 SREQ UTIL.apsmeLinkKeyDataGet ieee:ieee
    UTIL 44 SRSP UTIL.apsmeLinkKeyDataGet status:x8 key_hex:bytes(16) tx_counter:u32 rx_counter:u32
    UTIL 45 SREQ UTIL.apsmeLinkKeyNvIdGet ieee:ieee
    UTIL 45 SRSP UTIL.apsmeLinkKeyNvIdGet status:x8 nv_id:x16
    UTIL 48 SREQ UTIL.assocCount start_relation:u8 end_relation:u8
    UTIL 48 SRSP UTIL.assocCount count:u16
    UTIL 49 SREQ UTIL.assocFindDevice index:u8
    UTIL 49 SRSP UTIL.assocFindDevice device_hex:rest
    UTIL 4A SREQ UTIL.assocGetWithAddress ieee:ieee nwk:x16
    UTIL 4A SRSP UTIL.assocGetWithAddress device_hex:rest
    UTIL 4B SREQ UTIL.apsmeRequestKeyCmd ieee:ieee
    UTIL 4C SREQ UTIL.srngGen
    UTIL 4C SRSP UTIL.srngGen value_hex:rest
    UTIL 63 SREQ UTIL.assocRemove ieee:ieee
    UTIL 64 SREQ UTIL.assocAdd nwk:x16 ieee:ieee relation:u8
    """

  private static let others = """
    SAPI 00 SREQ SAPI.startRequest
    SAPI 00 SRSP SAPI.startRequest
    SAPI 01 SREQ SAPI.bindDevice create:u8 command:x16 ieee:ieee
    SAPI 02 SREQ SAPI.allowBind duration:u8
    SAPI 03 SREQ SAPI.sendDataRequest dst_nwk:x16 command:x16 handle:u8 ack:u8 radius:u8 data_hex:lv8
    SAPI 04 SREQ SAPI.readConfiguration id:x8
    SAPI 04 SRSP SAPI.readConfiguration status:x8 id:x8 value_hex:lv8
    SAPI 05 SREQ SAPI.writeConfiguration id:x8 value_hex:lv8
    SAPI 06 SREQ SAPI.getDeviceInfo parameter:u8
    SAPI 06 SRSP SAPI.getDeviceInfo parameter:u8 value_hex:rest
    SAPI 07 SREQ SAPI.findDeviceRequest ieee:ieee
    SAPI 08 SREQ SAPI.permitJoiningRequest dst:x16 duration:u8
    SAPI 09 AREQ SAPI.systemReset
    SAPI 80 AREQ SAPI.startConfirm status:x8
    SAPI 81 AREQ SAPI.bindConfirm command:x16 status:x8
    SAPI 82 AREQ SAPI.allowBindConfirm src_nwk:x16
    SAPI 83 AREQ SAPI.sendDataConfirm handle:u8 status:x8
    SAPI 85 AREQ SAPI.findDeviceConfirm search_type:u8 search_key:x16 ieee:ieee
    SAPI 87 AREQ SAPI.receiveDataIndication src_nwk:x16 command:x16 data_hex:lv16
    APP 00 SREQ APP.msg endpoint:u8 dst_nwk:x16 dst_ep:u8 cluster:x16 data_hex:lv8
    APP 01 SREQ APP.userTest src_ep:u8 command:x16 parameter1:x16 parameter2:x16
    APP_CNF 01 SREQ APP_CNF.setDefaultRemoteEndDeviceTimeout index:u8
    APP_CNF 02 SREQ APP_CNF.setEndDeviceTimeout index:u8
    APP_CNF 03 SREQ APP_CNF.setAllowRejoinTcPolicy allow:u8
    APP_CNF 04 SREQ APP_CNF.bdbAddInstallCode format:u8 ieee:ieee code_hex:rest
    APP_CNF 05 SREQ APP_CNF.bdbStartCommissioning mode:u8
    APP_CNF 06 SREQ APP_CNF.bdbSetJoinUsesInstallCodeKey use:u8
    APP_CNF 07 SREQ APP_CNF.bdbSetActiveDefaultCentralizedKey mode:u8 code_hex:rest
    APP_CNF 08 SREQ APP_CNF.bdbSetChannel is_primary:u8 channels:x32
    APP_CNF 09 SREQ APP_CNF.bdbSetTcRequireKeyExchange require:u8
    APP_CNF 0A SREQ APP_CNF.bdbZedAttemptRecoverNwk
    APP_CNF 80 AREQ APP_CNF.bdbCommissioningNotification status:u8 mode:u8 remaining_modes:u8
    APP_CNF FF SREQ APP_CNF.setNwkFrameCounter counter:u32
    GP 01 SREQ GP.dataReq action:u8 tx_options:u8 application_id:u8 src_id:x32 gpd_ieee:ieee endpoint:u8 \
    command:u8 asdu_hex:lv8 handle:u8 lifetime:u24
    GP 02 SREQ GP.secRsp status:u8 handle:u8 application_id:u8 src_id:x32 gpd_ieee:ieee endpoint:u8 \
    security_level:u8 key_type:u8 key_hex:bytes(16) counter:u32
    GP 03 AREQ GP.secReq application_id:u8 src_id:x32 gpd_ieee:ieee endpoint:u8 security_level:u8 key_type:u8 \
    counter:u32 handle:u8
    GP 04 AREQ GP.dataInd status:x8 rssi:i8 lqi:u8 seq:u8 src_addr_mode:u8 src_pan:x16 src_nwk:x16 \
    dst_addr_mode:u8 dst_pan:x16 dst_nwk:x16 mpdu_hex:lv8
    GP 05 AREQ GP.dataCnf status:x8 handle:u8
    """
}
