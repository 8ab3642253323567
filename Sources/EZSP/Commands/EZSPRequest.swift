import RadioInterface
import Zigbee

/// A command to the firmware, with values by the names of its layout. Values that a version's layout does not
/// have are left out of its frame.
struct EZSPRequest: Hashable, Sendable {
  /// The name in the schema.
  var name: String
  var values: [String: FieldInput] = [:]

  init(_ name: String, _ values: [String: FieldInput] = [:]) {
    self.name = name
    self.values = values
  }
}

extension EZSPRequest {
  static let nop = Self("nop")
  static let ieeeAddress = Self("getEui64")
  static let networkParameters = Self("getNetworkParameters")
  static let networkKeyInfo = Self("getNetworkKeyInfo")
  static let clearKeyTable = Self("clearKeyTable")
  static let clearTransientKeys = Self("clearTransientLinkKeys")
  static let readAndClearCounters = Self("readAndClearCounters")

  static func version(_ desired: EZSPVersion) -> Self {
    Self("version", ["desired": .number(desired.rawValue)])
  }

  static func value(_ id: EZSPValueID) -> Self { Self("getValue", ["value_id": .number(id.rawValue)]) }

  static func setValue(_ id: EZSPValueID, _ bytes: [UInt8]) -> Self {
    Self("setValue", ["value_id": .number(id.rawValue), "value_hex": .bytes(bytes)])
  }

  static func configuration(_ id: EZSPConfigurationID, _ value: UInt16) -> Self {
    Self("setConfigurationValue", ["config_id": .number(id.rawValue), "value": .number(value)])
  }

  static func policy(_ id: EZSPPolicyID, _ decision: UInt8) -> Self {
    Self("setPolicy", ["policy_id": .number(id.rawValue), "decision_id": .number(decision)])
  }

  static func register(_ endpoint: RegisteredEndpoint) -> Self {
    Self(
      "addEndpoint",
      [
        "endpoint": .number(endpoint.endpoint.rawValue), "profile": .number(endpoint.profile.rawValue),
        "device_id": .number(endpoint.device.rawValue), "device_version": .number(0),
        "input_cluster_count": .number(endpoint.inputClusters.count),
        "output_cluster_count": .number(endpoint.outputClusters.count),
        "input_clusters": .list(endpoint.inputClusters.map(UInt64.init)),
        "output_clusters": .list(endpoint.outputClusters.map(UInt64.init)),
      ])
  }

  static func multicastEntry(_ index: UInt8, _ group: GroupID, _ endpoint: EndpointID) -> Self {
    Self(
      "setMulticastTableEntry",
      [
        "index": .number(index), "multicast_id": .number(group.rawValue),
        "endpoint": .number(endpoint.rawValue), "network_index": .number(0),
      ])
  }

  static func manufacturerCode(_ code: UInt16) -> Self {
    Self("setManufacturerCode", ["code": .number(code)])
  }

  // MARK: Network

  /// Parent information in tokens, and rejoin after a reboot, for the versions that ask.
  static let networkInit = Self("networkInit", ["init_bitmask": .number(0x0003)])
  static let leaveNetwork = Self("leaveNetwork", ["options": .number(0)])

  static func energyScan(_ mask: UInt32) -> Self {
    Self("startScan", ["scan_type": .number(0), "channel_mask": .number(mask), "duration": .number(4)])
  }

  /// A many-to-one concentrator with memory for routes: seconds between its route requests, and the failures
  /// that bring one early.
  static let concentrator = Self(
    "setConcentrator",
    [
      "on": .number(1), "concentrator_type": .number(0xFFF9), "min_time": .number(5),
      "max_time": .number(60), "route_error_threshold": .number(3),
      "delivery_failure_threshold": .number(1), "max_hops": .number(0),
    ])
  /// Route requests go out by their timer, and early after failures.
  static let sourceRouteDiscovery = Self("setSourceRouteDiscoveryMode", ["mode": .number(2)])

  static func sourceRoute(to destination: NetworkAddress, _ relays: [NetworkAddress]) -> Self {
    Self(
      "setSourceRoute",
      [
        "destination": .number(destination.rawValue), "relays": .list(relays.map { UInt64($0.rawValue) }),
      ])
  }

  static func permitJoining(_ seconds: UInt8) -> Self {
    Self("permitJoining", ["duration": .number(seconds)])
  }

  static func transmitPower(_ power: Int8) -> Self { Self("setRadioPower", ["power": .number(power)]) }

  static func lookUp(_ ieee: IEEEAddress) -> Self {
    Self("lookupNodeIdByEui64", ["eui": .number(ieee.rawValue)])
  }

  // MARK: Tokens

  static func tokenData(_ key: UInt32) -> Self {
    Self("getTokenData", ["token": .number(key), "index": .number(0)])
  }

  static func setTokenData(_ key: UInt32, _ value: [UInt8]) -> Self {
    Self("setTokenData", ["token": .number(key), "index": .number(0), "value_hex": .bytes(value)])
  }
}
