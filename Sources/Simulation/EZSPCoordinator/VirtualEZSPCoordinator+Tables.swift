import EZSP
import RadioInterface
import SansIO
import Zigbee

/// Endpoints, multicast, child and address tables.
extension VirtualEZSPCoordinator {
  private static let endpointLimit = 8

  mutating func answerTables(_ command: Command) -> Values? {
    switch command.name {
    case "addEndpoint": return addEndpoint(command)
    case "setMulticastTableEntry":
      let index = Int(command.byte("index"))
      guard index < Int(configuration[0x06] ?? 8) else { return ["status": status(.indexOutOfRange)] }
      multicasts[index] = (command.short("multicast_id"), command.byte("endpoint"))
      return success
    case "getMulticastTableEntry":
      let entry = multicasts[Int(command.byte("index"))]
      return success.merging([
        "multicast_id": .number(entry?.group ?? 0), "endpoint": .number(entry?.endpoint ?? 0),
        "network_index": .number(0),
      ]) { $1 }
    case "getChildData": return child(Int(command.byte("index")))
    case "getParentChildParameters":
      return [
        "child_count": .number(children.count), "parent_eui": .number(0), "parent_node_id": .number(0xFFFF),
      ]
    case "lookupNodeIdByEui64":
      let address = address(of: command.ieee("eui"))
      return [
        "status": status(address == nil ? .notFound : .success),
        "node_id": .number(address?.rawValue ?? 0xFFFF),
      ]
    case "lookupEui64ByNodeId":
      let ieee = ieeeAddress(of: NetworkAddress(rawValue: command.short("node_id")))
      return ["status": status(ieee == nil ? .notFound : .success), "eui": .number(ieee?.rawValue ?? 0)]
    case "getAddressTableInfo":
      return success.merging(["nwk": .number(0xFFFF), "eui": .number(0)]) { $1 }
    case "getAddressTableRemoteNodeId": return ["node_id": .number(0xFFFF)]
    case "getAddressTableRemoteEui64": return ["eui": .number(0)]
    case "replaceAddressTableEntry":
      return success.merging([
        "old_eui": .number(0), "old_id": .number(0xFFFF), "old_extended_timeout": .number(0),
      ]) { $1 }
    default: return nil
    }
  }

  private mutating func addEndpoint(_ command: Command) -> Values {
    let endpoint = EndpointID(command.byte("endpoint"))
    guard power == .idle, endpoints[endpoint] == nil, endpoints.count < Self.endpointLimit else {
      return ["status": status(.invalidCall)]
    }
    endpoints[endpoint] = SimpleDescriptor(
      endpoint: endpoint, profile: ProfileID(rawValue: command.short("profile")),
      deviceID: DeviceID(rawValue: command.short("device_id")),
      deviceVersion: command.byte("device_version"), inputClusters: clusters(command, "input_clusters"),
      outputClusters: clusters(command, "output_clusters"))
    return success
  }

  private func clusters(_ command: Command, _ name: String) -> [ClusterID] {
    guard case .list(let values)? = command.fields[name] else { return [] }
    return values.compactMap {
      guard case .identifier(let number, _) = $0 else { return nil }
      return ClusterID(rawValue: UInt16(truncatingIfNeeded: number))
    }
  }

  private var children: [Association] { associations.filter { $0.relation == 1 } }

  private func child(_ index: Int) -> Values {
    let child = children.indices.contains(index) ? children[index] : nil
    return [
      "status": status(child == nil ? .notJoined : .success),
      "child_eui": .number(child?.ieee.rawValue ?? 0), "child_type": .number(child == nil ? 0 : 4),
      "child_id": .number(child?.address.rawValue ?? 0xFFFF), "phy": .number(0), "power": .number(0),
      "timeout": .number(0), "timeout_remaining": .number(0),
    ]
  }
}
