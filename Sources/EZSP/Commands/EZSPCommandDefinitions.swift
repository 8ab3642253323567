/// The EZSP commands of versions 4 to 19 as data (UG100): one layout a line, `id versions name > request < response`.
///
/// `versions` is the first and the last that have the layout, the last left out where it is still so. A line
/// without `>` is a callback. The kinds are those of `FrameSchema`; `status` has 8 bits before version 14 and 32
/// from there on, `sl` always 32. A name ends in `_hex` where the value is shown as bytes.
enum EZSPCommandDefinitions {
  static let text = [structures, network, messages, security, values].joined(separator: "\n")

  private static let structures = """
    struct aps profile:x16 cluster:x16 src_ep:u8 dst_ep:u8 options:x16 group_id:x16 aps_seq:u8
    struct network extended_pan_id:ieee pan_id:x16 tx_power:i8 channel:u8 join_method:u8 manager:x16 \
    update_id:u8 channels:x32
    struct multicast multicast_id:x16 endpoint:u8 network_index:u8
    struct binding binding_type:u8 local:u8 cluster:x16 remote:u8 identifier:ieee network_index:u8
    struct initial bitmask:x16 preconfigured_key_hex:key network_key_hex:key key_sequence:u8 \
    trust_center:ieee
    struct current bitmask:x16 trust_center:ieee
    struct keydata bitmask:x16 key_type:u8 key_hex:key outgoing_frame_counter:u32 \
    incoming_frame_counter:u32 key_sequence:u8 partner_eui:ieee
    struct neighbor short_id:x16 average_lqi:u8 in_cost:u8 out_cost:u8 age:u8 long_id:ieee
    struct route destination:x16 next_hop:x16 route_status:u8 age:u8 concentrator_type:u8 \
    route_record_state:u8
    struct found channel:u8 pan_id:x16 extended_pan_id:ieee allowing_join:u8 stack_profile:u8 \
    update_id:u8
    struct transient5 eui:ieee key_hex:key incoming_frame_counter:u32 countdown_ms:u32
    struct transient8 eui:ieee key_hex:key bitmask:x16 remaining_s:u16
    struct child7 child_eui:ieee child_type:u8 child_id:x16 phy:u8 power:u8 timeout:u8
    struct context12 core_key_type:u8 key_index:u8 derived_type:u8 eui:ieee multi_network_index:u8 \
    flags:x8 psa_permission:x32
    struct context core_key_type:u8 key_index:u8 derived_type:u16 eui:ieee multi_network_index:u8 \
    flags:x8 psa_permission:x32
    struct metadata bitmask:x16 outgoing_frame_counter:u32 incoming_frame_counter:u32 ttl_s:u16
    struct keyinfo network_key_set:u8 alternate_key_set:u8 key_sequence:u8 alternate_key_sequence:u8 \
    frame_counter:u32
    struct token nvm3_key:x32 is_counter:u8 is_indexed:u8 size:u8 array_size:u8
    struct token19 nvm3_key:x32 is_counter:u8 is_indexed:u8 size:u32 array_size:u8
    struct packet sender:x16 eui:ieee binding_index:u8 address_index:u8 lqi:u8 rssi:i8 timestamp:u32
    struct radio tx_power:i8 page:u8 channel:u8
    struct gp application_id:u8 src_id:peekx32 gpd_id_hex:bytes(8) endpoint:u8
    struct child10 *child7 timeout_remaining:u32
    """

  private static let network = """
    0000 4- version > desired:u8 < protocol:u8 stack_type:u8 stack_version:x16
    0001 4- getLibraryStatus > library_id:u8 < status:u8
    0002 4- addEndpoint > endpoint:u8 profile:x16 device_id:x16 device_version:u8 input_cluster_count:u8 \
    output_cluster_count:u8 input_clusters:list(input_cluster_count,x16) \
    output_clusters:list(output_cluster_count,x16) < status:status
    0003 4- getExtendedValue > value_id:x8 characteristics:u32 < status:status value_hex:lv8
    0005 4- nop > <
    0006 4- callback > <
    0007 4- noCallbacks > <
    0008 7- getNumStoredBeacons > < num_stored_beacons:u8
    0009 4- setToken > token_id:u8 value_hex:bytes(8) < status:status
    000A 4- getToken > token_id:u8 < status:status value_hex:bytes(8)
    000B 4- getMfgToken > token_id:u8 < value_hex:lv8
    000C 4- setMfgToken > token_id:u8 value_hex:lv8 < status:status
    000D 4- stackTokenChangedHandler < token_address:u16
    000E 4- setTimer > timer_id:u8 time:u16 units:u8 repeat:u8 < status:status
    000F 4- timerHandler < timer_id:u8
    0010 4- setConcentrator > on:u8 concentrator_type:x16 min_time:u16 max_time:u16 \
    route_error_threshold:u8 delivery_failure_threshold:u8 max_hops:u8 < status:status
    0011 6- setBrokenRouteErrorCode > error_code:u8 < status:status
    0013 4- getXncpInfo > < status:status manufacturer:x16 version_number:u16
    0014 4- requestLinkKey > partner_eui:ieee < status:status
    0015 4-13 setManufacturerCode > code:x16 <
    0015 14- setManufacturerCode > code:x16 < status:status
    0016 4-13 setPowerDescriptor > descriptor:u16 <
    0016 14- setPowerDescriptor > descriptor:u16 < status:status
    0017 4-5 networkInit > < status:status
    0017 6- networkInit > init_bitmask:x16 < status:status
    0018 4- networkState > < status:x8
    0019 4- stackStatusHandler < status:status
    001A 4- startScan > scan_type:u8 channel_mask:x32 duration:u8 < status:status
    001B 4- networkFoundHandler < *found lqi:u8 rssi:i8
    001C 4- scanCompleteHandler < channel:u8 status:status
    001D 4- stopScan > < status:status
    001E 4- formNetwork > *network < status:status
    001F 4- joinNetwork > node_type:u8 *network < status:status
    0020 4-13 leaveNetwork > < status:status
    0020 14- leaveNetwork > options:x8 < status:status
    0021 4-13 findAndRejoinNetwork > have_current_network_key:u8 channel_mask:u32 < status:status
    0021 14- findAndRejoinNetwork > have_current_network_key:u8 channel_mask:u32 reason:u8 node_type:u8 \
    < status:status
    0022 4- permitJoining > duration:u8 < status:status
    0023 4- childJoinHandler < index:u8 joining:u8 child_id:x16 child_eui:ieee child_type:u8
    0024 4- trustCenterJoinHandler < nwk:x16 ieee:ieee status:x8 decision:u8 parent:x16
    0026 4- getEui64 > < eui:ieee
    0027 4- getNodeId > < node_id:x16
    0028 4- getNetworkParameters > < status:status node_type:u8 *network
    0029 4- getParentChildParameters > < child_count:u8 parent_eui:ieee parent_node_id:x16
    002A 4- clearBindingTable > < status:status
    002B 4- setBinding > index:u8 *binding < status:status
    002C 4- getBinding > index:u8 < status:status *binding
    002D 4- deleteBinding > index:u8 < status:status
    002E 4- bindingIsActive > index:u8 < active:u8
    002F 4- getBindingRemoteNodeId > index:u8 < node_id:x16
    0030 4- setBindingRemoteNodeId > index:u8 node_id:x16 <
    0031 4- remoteSetBindingHandler < *binding index:u8 binding_status:status
    0032 4- remoteDeleteBindingHandler < index:u8 binding_status:status
    0033 4- maximumPayloadLength > < aps_length:u8
    """

  private static let messages = """
    0034 4-13 sendUnicast > message_type:u8 index_or_destination:x16 *aps message_tag:u8 message_hex:lv8 \
    < status:status aps_seq:u8
    0034 14- sendUnicast > message_type:u8 index_or_destination:x16 *aps message_tag:u16 message_hex:lv8 \
    < status:status aps_seq:u8
    0036 4-13 sendBroadcast > destination:x16 *aps radius:u8 message_tag:u8 message_hex:lv8 < \
    status:status aps_seq:u8
    0036 14- sendBroadcast > alias:x16 destination:x16 sequence:u8 *aps radius:u8 message_tag:u16 \
    message_hex:lv8 < status:status aps_seq:u8
    0037 4-13 proxyBroadcast > source:x16 destination:x16 nwk_sequence:u8 *aps radius:u8 message_tag:u8 \
    message_hex:lv8 < status:status aps_seq:u8
    0038 4-13 sendMulticast > *aps hops:u8 nonmember_radius:u8 message_tag:u8 message_hex:lv8 < \
    status:status aps_seq:u8
    0038 14- sendMulticast > *aps hops:u8 broadcast_addr:x16 alias:x16 sequence:u8 message_tag:u16 \
    message_hex:lv8 < status:status aps_seq:u8
    0039 4- sendReply > sender:x16 *aps message_hex:lv8 < status:status
    003A 6-13 sendMulticastWithAlias > *aps hops:u8 nonmember_radius:u8 alias:x16 nwk_sequence:u8 \
    message_tag:u8 message_hex:lv8 < status:status aps_seq:u8
    003C 7-13 clearStoredBeacons > <
    003C 14- clearStoredBeacons > < status:status
    003D 18- setPendingNetworkUpdateChannel > channel:u8 <
    003E 8- getNeighborFrameCounter > eui:ieee < status:status frame_counter:u32
    003F 4-13 messageSentHandler < message_type:u8 index_or_destination:x16 *aps message_tag:u8 \
    status:status message_hex:lv8
    003F 14- messageSentHandler < status:status message_type:u8 index_or_destination:x16 *aps \
    message_tag:u16 message_hex:lv8
    0041 4- sendManyToOneRouteRequest > concentrator_type:x16 radius:u8 < status:status
    0042 4- pollForData > interval:u16 units:u8 failure_limit:u8 < status:status
    0043 4- pollCompleteHandler < status:status
    0044 4-10 pollHandler < child_id:x16
    0044 11- pollHandler < child_id:x16 transmit_expected:u8
    0045 4-13 incomingMessageHandler < message_type:u8 *aps lqi:u8 rssi:i8 sender:x16 binding_index:u8 \
    address_index:u8 message_hex:lv8
    0045 14- incomingMessageHandler < message_type:u8 *aps sender:x16 eui:ieee binding_index:u8 \
    address_index:u8 lqi:u8 rssi:i8 timestamp:u32 message_hex:lv8
    0046 4-13 macFilterMatchMessageHandler < filter_index_match:u8 legacy_passthrough_type:u8 lqi:u8 \
    rssi:i8 message_hex:lv8
    0046 14-17 macFilterMatchMessageHandler < filter_index_match:u8 legacy_passthrough_type:u8 *packet \
    message_hex:lv8
    0046 18- macFilterMatchMessageHandler < filter_value_match:u16 legacy_passthrough_type:u8 *packet \
    message_hex:lv8
    0047 4- customFrame > payload_hex:lv8 < status:status reply_hex:lv8
    0048 4- energyScanResultHandler < channel:u8 rssi:i8
    0049 4- getRandomNumber > < status:status value:u16
    004A 4-6 getChildData > index:u8 < status:status child_id:x16 child_eui:ieee child_type:u8
    004A 7-9 getChildData > index:u8 < status:status *child7
    004A 10- getChildData > index:u8 < status:status *child10
    004E 4- getTimer > timer_id:u8 < time:u16 units:u8 repeat:u8
    004F 7- getTrueRandomEntropySource > < entropy_source:u8
    0050 7- unicastCurrentNetworkKey > target_short:x16 target_long:ieee parent_short_id:x16 < \
    status:status
    0051 8- sendRawMessageExtended > message_hex:lv8 priority:u8 use_cca:u8 < status:status
    0052 4- getConfigurationValue > config_id:x8 < status:status value:u16
    0053 4- setConfigurationValue > config_id:x8 value:u16 < status:status
    0055 4- setPolicy > policy_id:x8 decision_id:x8 < status:status
    0056 4- getPolicy > policy_id:x8 < status:status decision_id:x8
    0057 7-13 sendPanIdUpdate > new_pan:x16 < status:status
    0057 14- sendPanIdUpdate > new_pan:x16 < status:u8
    0058 4- invalidCommand > < status:status
    0059 4- incomingRouteRecordHandler < source:x16 source_eui:ieee lqi:u8 rssi:i8 relays:list(x16)
    005A 4-7 setSourceRoute > destination:x16 relays:list(x16) < status:status
    005A 8- setSourceRouteDiscoveryMode > mode:u8 < remaining_time:u32
    005B 4- addressTableEntryIsActive > address_table_index:u8 < active:u8
    005C 4-13 setAddressTableRemoteEui64 > address_table_index:u8 eui:ieee < status:status
    005C 14- setAddressTableInfo > index:u8 eui:ieee nwk:x16 < status:status
    005D 4-13 setAddressTableRemoteNodeId > address_table_index:u8 id:x16 <
    005D 17- gpProxyTableRemoveEntry > proxy_index:u8 <
    005E 4-13 getAddressTableRemoteEui64 > address_table_index:u8 < eui:ieee
    005E 14- getAddressTableInfo > index:u8 < status:status nwk:x16 eui:ieee
    005F 4-13 getAddressTableRemoteNodeId > address_table_index:u8 < node_id:x16
    005F 17- gpClearProxyTable > <
    0060 4-13 lookupNodeIdByEui64 > eui:ieee < node_id:x16
    0060 14- lookupNodeIdByEui64 > eui:ieee < status:status node_id:x16
    0061 4- lookupEui64ByNodeId > node_id:x16 < status:status eui:ieee
    0062 4-13 incomingSenderEui64Handler < sender_eui:ieee
    0062 17- muxInvalidRxHandler < new_rx_channel:u8 old_rx_channel:u8
    0063 4- getMulticastTableEntry > index:u8 < status:status *multicast
    0064 4- setMulticastTableEntry > index:u8 *multicast < status:status
    0065 4- readAndClearCounters > < counters:all(u16)
    """

  private static let security = """
    0066 4-12 addOrUpdateKeyTableEntry > eui:ieee link_key:u8 key_hex:key < status:status
    0067 6- sendTrustCenterLinkKey > destination_node_id:x16 destination_eui:ieee < status:status
    0068 4- setInitialSecurityState > *initial < status:status
    0069 4- getCurrentSecurityState > < status:status *current
    006A 4-12 getKey > key_type:u8 < status:status *keydata
    006B 4- clearTransientLinkKeys > <
    006C 7- updateTcLinkKey > max_attempts:u8 < status:status
    006D 7-7 getTransientKeyTableEntry > index:u8 < status:status *transient5
    006D 8-12 getTransientKeyTableEntry > index:u8 < status:status *transient8
    006D 19- clearBindingTableOnLeave > clear:u8 <
    006E 4- switchNetworkKeyHandler < sequence_number:u8
    0070 4-5 networkInitExtended > init_bitmask:x16 < status:status
    0071 4-12 getKeyTableEntry > index:u8 < status:status *keydata
    0072 4-12 setKeyTableEntry > index:u8 eui:ieee link_key:u8 key_hex:key < status:status
    0073 4- broadcastNextNetworkKey > key_hex:key < status:status
    0074 4- broadcastNetworkKeySwitch > < status:status
    0075 4- findKeyTableEntry > eui:ieee link_key:u8 < index:u8
    0076 4- eraseKeyTableEntry > index:u8 < status:status
    0077 4-12 becomeTrustCenter > key_hex:key < status:status
    0077 13- tokenFactoryReset > exclude_outgoing_fc:u8 exclude_boot_counter:u8 <
    0079 4- getNeighbor > index:u8 < status:status *neighbor
    007A 4- neighborCount > < value:u8
    007B 4- getRouteTableEntry > index:u8 < status:status *route
    007C 4- idConflictHandler < node_id:x16
    007D 4- incomingManyToOneRouteRequestHandler < source:x16 long_id:ieee cost:u8
    007E 4-13 setExtendedTimeout > eui:ieee extended_timeout:u8 <
    007E 14- setExtendedTimeout > eui:ieee extended_timeout:u8 < status:status
    007F 4-13 getExtendedTimeout > eui:ieee < extended_timeout:u8
    007F 14- getExtendedTimeout > eui:ieee < status:status
    0080 4- incomingRouteErrorHandler < status:status target:x16
    0081 4- echo > data_hex:lv8 < echo_hex:lv8
    0082 4- replaceAddressTableEntry > address_table_index:u8 new_eui:ieee new_id:x16 \
    new_extended_timeout:u8 < status:status old_eui:ieee old_id:x16 old_extended_timeout:u8
    0083 4- mfglibStart > rx_callback:u8 < status:status
    0084 4- mfglibEnd > < status:status
    008F 4- launchStandaloneBootloader > mode:u8 < status:status
    0090 4- sendBootloadMessage > broadcast:u8 dest_eui:ieee message_hex:lv8 < status:status
    0091 4- getStandaloneBootloaderVersionPlatMicroPhy > < bootloader_version:u16 node_plat:u8 \
    node_micro:u8 node_phy:u8
    0095 4-8 overrideCurrentChannel > channel:u8 < status:status
    0095 9- setRadioIeee802154CcaMode > cca_mode:u8 < status:status
    0096 4-13 sendRawMessage > message_hex:lv8 < status:status
    0097 4-13 macPassthroughMessageHandler < message_type:u8 lqi:u8 rssi:i8 message_hex:lv8
    0097 14- macPassthroughMessageHandler < message_type:u8 *packet message_hex:lv8
    0098 4-13 rawTransmitCompleteHandler < status:status
    0098 14- rawTransmitCompleteHandler < message_hex:lv8 status:status
    0099 4- setRadioPower > power:i8 < status:status
    009A 4- setRadioChannel > channel:u8 < status:status
    009B 4- zigbeeKeyEstablishmentHandler < partner_eui:ieee key_status:x8
    009C 4- energyScanRequest > target:x16 scan_channels:x32 scan_duration:u8 scan_count:u16 < \
    status:status
    009D 4- delayTest > delay:u16 <
    00A8 4- removeDevice > dest_short:x16 dest_long:ieee target_long:ieee < status:status
    00A9 4- unicastNwkKeyUpdate > dest_short:x16 dest_long:ieee key_hex:key < status:status
    """

  private static let values = """
    00AA 4- getValue > value_id:x8 < status:status value_hex:lv8
    00AB 4- setValue > value_id:x8 value_hex:lv8 < status:status
    00AC 9-9 setChildData > index:u8 *child7 < status:status
    00AC 10- setChildData > index:u8 *child10 < status:status
    00AD 9- setNeighborFrameCounter > eui:ieee frame_counter:u32 < status:status
    00AE 8- setSourceRoute > destination:x16 relays:list(x16) < status:status
    00AF 4-12 addTransientLinkKey > partner_eui:ieee key_hex:key < status:status
    00B1 4- clearKeyTable > < status:status
    00B9 4- setLogicalAndRadioChannel > channel:u8 < status:status
    00BA 4- getLogicalChannel > < radio_channel:u8
    00C1 6- getSourceRouteTableEntry > index:u8 < status:status destination:x16 closer_index:u8
    00C2 6- getSourceRouteTableFilledSize > < source_route_table_filled_size:u8
    00C3 6- getSourceRouteTableTotalSize > < source_route_table_total_size:u8
    00C4 5-7 changeSourceRouteHandler < new_child_id:x16 new_parent_id:x16 our_child:u8
    00C4 8- incomingNetworkStatusHandler < error_code:u8 target:x16
    00C5 4- gpepIncomingMessageHandler < status:x8 gpd_link:u8 sequence:u8 *gp security_level:u8 \
    key_type:u8 auto_commissioning:u8 bidirectional:u8 frame_counter:u32 command_id:x8 mic:x32 \
    proxy_table_index:u8 payload_hex:lv8
    00C6 4- dGpSend > action:u8 use_cca:u8 *gp command_id:x8 payload_hex:lv8 handle:u8 lifetime_ms:u16 < \
    status:status
    00C7 4- dGpSentHandler < status:status handle:u8
    00C9 4- gpProxyTableProcessGpPairing > options:u32 *gp comm_mode:u8 sink_network_address:u16 \
    sink_group_id:u16 assigned_alias:u16 sink_eui:ieee gpd_key_hex:key < gp_pairing_added:u8
    00CE 5-7 getTransientLinkKey > eui:ieee < status:status *transient5
    00CE 8-12 getTransientLinkKey > eui:ieee < status:status *transient8
    00D2 6- unusedPanIdFoundHandler < pan_id:u16 channel:u8
    00D3 6- findUnusedPanId > channel_mask:x32 duration:u8 < status:status
    00E2 6-6 gpClearSinkTable > <
    00E3 7-13 setLongUpTime > has_long_up_time:u8 <
    00E4 7-13 setHubConnectivity > connected:u8 <
    00E5 7-13 isUpTimeLong > < has_long_up_time:u8
    00E6 7-13 isHubConnected > < connected:u8
    00E7 7-13 setParentClassificationEnabled > enabled:u8 <
    00F0 7-13 getParentClassificationEnabled > < enabled:u8
    00F1 4- readCounters > < counters:all(u16)
    00F2 4- counterRolloverHandler < counter:u8
    00F4 7-7 setMacPollCcaWaitTime > wait_before_retry_interval_ms:u8 <
    00F4 8- setMacPollFailureWaitTime > wait_before_retry_interval_ms:u32 <
    00F5 4-7 setCtune > ctune:u16 <
    00F6 4-7 getCtune > < ctune:u16
    00F7 5-5 setChannelMap > page:u8 channel:u8 <
    00F7 6- sendLinkPowerDeltaRequest > < status:status
    00FC 6- getPhyInterfaceCount > < interface_count:u8
    00FD 6- getRadioParameters > phy_index:u8 < status:status *radio
    00FE 6- writeNodeData > erase:u8 < status:status
    0100 9-17 getTokenCount > < count:u8
    0100 18- getTokenCount > < count:u32
    0101 9-18 getTokenInfo > index:u8 < status:status *token
    0101 19- getTokenInfo > index:u8 < status:status *token19
    0102 9- getTokenData > token:x32 index:u32 < status:status value_hex:lv32?
    0103 9- setTokenData > token:x32 index:u32 value_hex:lv32 < status:status
    0104 9- resetNode > <
    0105 12- setPassiveAckConfig > config:u8 min_acks_needed:u8 < status:status
    0106 12- childId > child_index:u8 < child_id:x16
    0108 12- readAttribute > endpoint:u8 cluster:x16 attribute:u16 mask:u8 manufacturer:x16 < \
    status:status data_type:u8 data_hex:lv8
    0109 12- writeAttribute > endpoint:u8 cluster:x16 attribute:u16 mask:u8 manufacturer:x16 \
    override_read_only_and_data_type:u8 just_test:u8 data_type:u8 data_hex:lv8 < status:status
    010C 12-12 getApsKeyInfo > *context12 < eui:ieee *metadata status:sl
    010C 13-13 getApsKeyInfo > *context < eui:ieee *metadata status:sl
    010C 14- getApsKeyInfo > *context < status:status *metadata *context
    010D 12-13 exportLinkKeyByEui > eui:ieee < key_hex:key index:u8 *metadata status:sl
    010D 14- exportLinkKeyByEui > eui:ieee < status:status *context key_hex:key *metadata
    010E 12-13 importLinkKey > index:u8 eui:ieee key_hex:key < status:sl
    010E 14- importLinkKey > index:u8 eui:ieee key_hex:key < status:status
    010F 12-13 exportLinkKeyByIndex > index:u8 < eui:ieee key_hex:key *metadata status:sl
    010F 14- exportLinkKeyByIndex > index:u8 < status:status *context key_hex:key *metadata
    0110 12-12 checkKeyContext > *context12 < status:sl
    0110 13-13 checkKeyContext > *context < status:sl
    0110 14- checkKeyContext > *context < status:status
    0111 12-13 importTransientKey > eui:ieee key_hex:key flags:x8 < status:sl
    0111 14- importTransientKey > eui:ieee key_hex:key flags:x8? < status:status
    0112 12-12 exportTransientKeyByIndex > index:u8 < *context12 key_hex:key *metadata status:sl
    0112 13-13 exportTransientKeyByIndex > index:u8 < *context key_hex:key *metadata status:sl
    0112 14- exportTransientKeyByIndex > index:u8 < status:status *context key_hex:key *metadata
    0113 12-12 exportTransientKeyByEui > eui:ieee < *context12 key_hex:key *metadata status:sl
    0113 13-13 exportTransientKeyByEui > eui:ieee < *context key_hex:key *metadata status:sl
    0113 14- exportTransientKeyByEui > eui:ieee < status:status *context key_hex:key *metadata
    0114 12-12 exportKey > *context12 < key_hex:key status:sl
    0114 13-13 exportKey > *context < key_hex:key status:sl
    0114 14- exportKey > *context < status:status key_hex:key *context
    0115 12-12 importKey > *context12 key_hex:key < status:sl
    0115 13-13 importKey > *context key_hex:key < status:sl
    0115 14- importKey > *context key_hex:key < status:status *context
    0116 13-13 getNetworkKeyInfo > < status:sl *keyinfo
    0116 14- getNetworkKeyInfo > < status:status *keyinfo
    """
}
