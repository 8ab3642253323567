import ByteCoding
import JSON
import Zigbee

/// The fields of the ZDO answers of management and binding.
enum ZDOTableFields {
  private typealias Text = ZDODescription

  static func fields(_ message: ZDOMessage) throws(DecodingFailure) -> JSONObject? {
    switch message.cluster {
    case .bindResponse: return status(try message.decode(BindResponse.self).status)
    case .unbindResponse: return status(try message.decode(UnbindResponse.self).status)
    case .managementLeaveResponse: return status(try message.decode(ManagementLeaveResponse.self).status)
    case .managementPermitJoiningResponse:
      return status(try message.decode(ManagementPermitJoiningResponse.self).status)
    case .managementLQIResponse:
      return table(try message.decode(ManagementLQIResponse.self).page, "neighbors", neighbor)
    case .managementRoutingResponse:
      return table(try message.decode(ManagementRoutingResponse.self).page, "routes", route)
    case .managementBindResponse:
      return table(try message.decode(ManagementBindResponse.self).page, "bindings") {
        Text.binding($0, clusterKey: "cluster")
      }
    case .managementNetworkUpdateNotify:
      return notify(try message.decode(ManagementNetworkUpdateNotify.self))
    case .managementNetworkUnsolicitedUpdateNotify:
      return unsolicited(try message.decode(ManagementNetworkUnsolicitedUpdateNotify.self))
    default: return nil
    }
  }

  private static func status(_ status: ZDOStatus) -> JSONObject {
    JSONObject(of: ["status": Text.status(status)])
  }

  static func table<Entry>(
    _ page: TablePage<Entry>, _ key: String, _ describe: (Entry) -> JSONObject
  ) -> JSONObject {
    var object = status(page.status)
    guard page.status == .success else { return object }
    object["entries"] = .integer(Int64(page.total))
    object["start_index"] = .integer(Int64(page.startIndex))
    object["count"] = .integer(Int64(page.statedCount))
    object[key] = .array(page.entries.map { .object(describe($0)) })
    return object
  }

  private static func neighbor(_ neighbor: Neighbor) -> JSONObject {
    JSONObject(of: [
      "ext_pan_id": JSONText.address(neighbor.extendedPANID.rawValue),
      "ieee": Text.ieee(neighbor.ieee), "nwk": Text.nwk(neighbor.networkAddress),
      "device_type": .integer(Int64(neighbor.deviceType.rawValue)),
      "rx_on_when_idle": .integer(Int64(neighbor.receiverOnWhenIdle)),
      "relationship": .integer(Int64(neighbor.relationship)),
      "permit_join": .integer(Int64(neighbor.permitJoining)),
      "depth": .integer(Int64(neighbor.depth)), "lqi": .integer(Int64(neighbor.linkQuality.rawValue)),
    ])
  }

  private static func route(_ route: Route) -> JSONObject {
    JSONObject(of: [
      "dst": Text.nwk(route.destination), "flags": JSONText.identifier(route.flags),
      "next_hop": Text.nwk(route.nextHop),
    ])
  }

  static func notify(_ notify: ManagementNetworkUpdateNotify) -> JSONObject {
    var object = status(notify.status)
    object["channels"] = JSONText.identifier(UInt64(notify.scannedChannels), byteCount: 4)
    object["total_transmissions"] = .integer(Int64(notify.totalTransmissions))
    object["transmission_failures"] = .integer(Int64(notify.transmissionFailures))
    object["energies"] = .array(notify.energies.map { .integer(Int64($0)) })
    return object
  }

  private static func unsolicited(_ notify: ManagementNetworkUnsolicitedUpdateNotify) -> JSONObject {
    var object = status(notify.status)
    object["channel_in_use"] = JSONText.identifier(UInt64(notify.channelInUse), byteCount: 4)
    object["total_transmissions"] = .integer(Int64(notify.totalTransmissions))
    object["transmission_failures"] = .integer(Int64(notify.transmissionFailures))
    object["transmission_retries"] = .integer(Int64(notify.transmissionRetries))
    object["period_minutes"] = .integer(Int64(notify.periodMinutes))
    return object
  }
}
