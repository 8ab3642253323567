"""ZDO messages of zigpy and what they say, for `zcl_vectors.py`."""

import random

import zigpy.types as t
import zigpy.zdo.types as zdo_t
from zigpy.zdo.types import ZDOCmd

from vector_values import eui64, hexadecimal, identifier, printable, sample_integer

# zigpy has the widths of the standard wrong here: the profile and clusters of End_Device_Bind_req have 16 bits,
# the cache of Find_node_cache_rsp a short address, and Power_Desc_store_rsp a status alone.
WRONG = {ZDOCmd.End_Device_Bind_req, ZDOCmd.Find_node_cache_rsp, ZDOCmd.Power_Desc_store_rsp}
ROUNDS = 3


def integers(values):
    return [int(value) for value in values]


def identifiers(values):
    return [identifier(value, 2) for value in values]


def node(value):
    first = int(value.logical_type) | value.complex_descriptor_available << 3
    first |= value.user_descriptor_available << 4 | value.reserved << 5
    return {
        "logical_type": int(value.logical_type), "byte0": identifier(first, 1),
        "aps_flags_freq_band": identifier(value.aps_flags | int(value.frequency_band) << 3, 1),
        "mac_capability": identifier(value.mac_capability_flags, 1),
        "manufacturer_code": identifier(value.manufacturer_code, 2), "max_buffer": int(value.maximum_buffer_size),
        "max_in": int(value.maximum_incoming_transfer_size), "server_mask": identifier(value.server_mask, 2),
        "max_out": int(value.maximum_outgoing_transfer_size),
        "descriptor_capability": int(value.descriptor_capability_field),
    }


def power(value):
    return {
        "current_mode": int(value.current_power_mode), "available_sources": int(value.available_power_sources),
        "current_source": int(value.current_power_source), "level": int(value.current_power_source_level),
    }


def simple(value):
    return {
        "endpoint": int(value.endpoint), "profile": identifier(value.profile, 2),
        "device_id": identifier(value.device_type, 2), "device_version": int(value.device_version),
        "in_clusters": identifiers(value.input_clusters), "out_clusters": identifiers(value.output_clusters),
    }


def destination(value):
    if value.addrmode == 1:
        return {"dst_mode": 1, "dst_group": identifier(value.nwk, 2)}
    return {"dst_mode": 3, "dst_ieee": eui64(value.ieee), "dst_ep": int(value.endpoint)}


def binding(value):
    head = {
        "src_ieee": eui64(value.SrcAddress), "src_ep": int(value.SrcEndpoint), "cluster": identifier(value.ClusterId, 2),
    }
    return head | destination(value.DstAddress)


def neighbor(value):
    return {
        "ext_pan_id": eui64(value.extended_pan_id), "ieee": eui64(value.ieee), "nwk": identifier(value.nwk, 2),
        "device_type": int(value.device_type), "rx_on_when_idle": int(value.rx_on_when_idle),
        "relationship": int(value.relationship), "permit_join": int(value.permit_joining), "depth": int(value.depth),
        "lqi": int(value.lqi),
    }


def route(value):
    flags = int(value.RouteStatus) | value.MemoryConstrained << 3 | value.ManyToOne << 4
    flags |= value.RouteRecordRequired << 5 | value.Reserved << 6
    return {"dst": identifier(value.DstNWK, 2), "flags": identifier(flags, 1), "next_hop": identifier(value.NextHop, 2)}


def update(value):
    result = {"channels": identifier(value.ScanChannels, 4), "duration": int(value.ScanDuration)}
    for ours, theirs in (("count", value.ScanCount), ("update_id", value.nwkUpdateId)):
        if theirs is not None:
            result[ours] = int(theirs)
    if value.nwkManagerAddr is not None:
        result["manager"] = identifier(value.nwkManagerAddr, 2)
    return result


def table(page, entries, key, describe):
    return {
        "entries": int(page.Entries), "start_index": int(page.StartIndex), "count": len(entries),
        key: [describe(entry) for entry in entries],
    }


# zigpy's name of a field: ours and the form of the value.
FIELDS = {
    "Status": ("status", lambda v: identifier(v, 1)), "NWKAddr": ("nwk", lambda v: identifier(v, 2)),
    "NWKAddrOfInterest": ("nwk", lambda v: identifier(v, 2)), "IEEEAddr": ("ieee", eui64),
    "RequestType": ("request_type", int), "StartIndex": ("start_index", int), "EndPoint": ("endpoint", int),
    "Endpoint": ("endpoint", int), "ProfileID": ("profile", lambda v: identifier(v, 2)),
    "InClusterList": ("in_clusters", identifiers), "OutClusterList": ("out_clusters", identifiers),
    "Capability": ("capability", lambda v: identifier(v, 1)),
    "UserDescriptor": ("user_descriptor", lambda v: printable(v.encode())),
    "ServerMask": ("server_mask", lambda v: identifier(v, 2)), "NodeDescSize": ("node_desc_size", int),
    "PowerDescSize": ("power_desc_size", int), "ActiveEPSize": ("active_ep_size", int),
    "SimpleDescSizeList": ("simple_desc_sizes", integers), "ActiveEPList": ("endpoints", integers),
    "MatchList": ("endpoints", integers), "Children": ("children", lambda v: [eui64(x) for x in v]),
    "SrcAddress": ("src_ieee", eui64), "SrcEndpoint": ("src_ep", int),
    "ClusterID": ("bind_cluster", lambda v: identifier(v, 2)), "DeviceAddress": ("ieee", eui64),
    "PermitDuration": ("duration", int), "TC_Significant": ("tc_significance", int),
    "NumAssocDev": ("num_assoc", int), "NWKAddressAssocDevList": ("assoc", identifiers),
    "NWKAddrAssocDevList": ("assoc", identifiers), "AppInputClusterCount": ("in_cluster_count", int),
    "AppOutputClusterCount": ("out_cluster_count", int), "AppClusterList": ("clusters", identifiers),
    "ActiveEPCount": ("count", int), "ScannedChannels": ("channels", lambda v: identifier(v, 4)),
    "TotalTransmissions": ("total_transmissions", int), "TransmissionFailures": ("transmission_failures", int),
    "EnergyValues": ("energies", integers), "BindingTableEntries": ("entries", int),
}


def describe(command, name, value):
    store = command in (ZDOCmd.Node_Desc_store_req, ZDOCmd.Simple_Desc_store_req)
    if name == "NodeDescriptor":
        return {"node_descriptor": node(value)} if store else node(value)
    if name == "PowerDescriptor":
        return power(value)
    if name == "SimpleDescriptor":
        return {"simple_descriptor": simple(value)} if store else {"length": len(value.serialize()) - 1} | simple(value)
    if name == "Options":
        return {"remove_children": int(value) >> 6 & 1, "rejoin": int(value) >> 7 & 1}
    if name == "DstAddress":
        return destination(value)
    if name == "NwkUpdate":
        return update(value)
    if name == "Neighbors":
        return table(value, value.NeighborTableList, "neighbors", neighbor)
    if name == "Routes":
        return table(value, value.RoutingTableList, "routes", route)
    if name == "BindingTableList":
        return {"count": len(value), "bindings": [binding(entry) for entry in value]}
    ours, form = FIELDS[name]
    return {ours: form(value)}


def sample(name, kind, chance):
    """A value for the field; what it holds comes from `chance`."""
    if name == "Status":
        return zdo_t.Status.SUCCESS
    if getattr(kind, "optional", False):
        kind = kind.__mro__[1]
    if kind is zdo_t.MultiAddress:
        if chance.random() < 0.4:
            return kind(addrmode=1, nwk=chance.randrange(0xFFF7))
        return kind(addrmode=3, ieee=sample("", t.EUI64, chance), endpoint=chance.randrange(1, 241))
    if kind is zdo_t.NwkUpdate:
        form = chance.choice([{"ScanDuration": chance.randrange(6), "ScanCount": chance.randrange(1, 9)},
                              {"ScanDuration": 0xFE, "nwkUpdateId": chance.randrange(256)},
                              {"ScanDuration": 0xFF, "nwkUpdateId": 1, "nwkManagerAddr": chance.randrange(0xFFF7)}])
        return kind(ScanChannels=t.Channels(chance.randrange(1 << 16) << 11), **form)
    if name == "Options":
        return kind(chance.choice([0x00, 0x40, 0x80, 0xC0]))
    if issubclass(kind, t.EUI64):
        return kind.deserialize(chance.randbytes(8))[0]
    if issubclass(kind, int):
        value = sample_integer(kind, chance)
        return kind(0) if name.lower().startswith("reserved") else kind(value & 0x0F) if name == "device_version" else value
    if issubclass(kind, str):
        return kind("".join(chance.choice("abcdefgh 123") for _ in range(chance.randrange(1, 16))))
    if hasattr(kind, "_item_type"):
        return kind([sample(name, kind._item_type, chance) for _ in range(chance.randrange(4))])
    return kind(**{f.name: sample(f.name, f.type, chance) for f in kind.fields})


def message(command, chance):
    names, kinds = zdo_t.CLUSTERS[command]
    said, body = {}, b""
    for name, kind in zip(names, kinds):
        value = sample(name, kind, chance)
        body += value.serialize()
        said |= describe(command, name, value)
    return body, said


def vectors():
    for command in zdo_t.CLUSTERS:
        if command in WRONG:
            continue
        for number in range(ROUNDS):
            chance = random.Random(f"{command.name} {number}")
            body, said = message(command, chance)
            sequence = chance.randrange(256)
            name = command.name.lower().replace("mgmt_nwk_update_rsp", "mgmt_nwk_update_notify")
            said = {"zdo_seq": sequence, "cluster": hexadecimal(command, 2), "name": name} | said
            yield int(command), 0, bytes([sequence]) + body, {"zdo": said}
