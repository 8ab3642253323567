import RadioInterface
import Zigbee

/// The stacks that speak MT, which differ in how a network is formed and where tables lie.
package enum ZStackFamily: Sendable, Hashable {
  /// CC2530, CC2531: no APP_CNF subsystem.
  case home12
  /// CC253x, CC2538: base device behaviour, tables in 16-bit NV items.
  case stack30x
  /// CC13x2, CC26x2: extended NV tables.
  case stack3x0

  package var name: String {
    switch self {
    case .home12: "Z-Stack Home 1.2"
    case .stack30x: "Z-Stack 3.0.x"
    case .stack3x0: "Z-Stack 3.x.0"
    }
  }

  /// Sends that may wait for their confirmation at a time, for the buffers that the part has.
  var unconfirmedLimit: Int { self == .stack3x0 ? 16 : 4 }

  var hasConfiguredItem: NVItem { self == .home12 ? .hasConfiguredHome : .hasConfigured }
}

/// What the start found out about the adapter.
struct ZStackAdapter: Hashable, Sendable {
  static let applicationConfigCapability: UInt16 = 1 << 10

  /// Subsystems that the firmware has, one bit each.
  var capabilities: UInt16
  var family: ZStackFamily
  /// Structures lie at multiples of their fields' sizes, not packed.
  var isAligned: Bool
  var ieee: IEEEAddress
  /// Major, minor, maintenance.
  var version: [UInt8]
  /// The build date as a number like 20240710, where the firmware tells it.
  var revision: UInt32?

  var identity: AdapterIdentity {
    let build = revision.map { "build \($0)" } ?? version.map(String.init).joined(separator: ".")
    return AdapterIdentity(family: "znp", firmware: "\(family.name), \(build)", ieee: ieee)
  }

  /// Older builds hand out the network key through a router only while the coordinator itself lets
  /// devices join.
  var needsCoordinatorOpenForRouters: Bool { (revision ?? 0) < 20_210_708 }
}

/// A network as the adapter's memory holds it.
struct FoundNetwork: Hashable, Sendable {
  var parameters: NetworkParameters
  var base: NetworkInformationBase
}

/// An endpoint that the gateway declares on the coordinator.
struct RegisteredEndpoint: Hashable, Sendable {
  var endpoint: EndpointID
  var profile: ProfileID
  var device: DeviceID
  var inputClusters: [UInt16]
  var outputClusters: [UInt16]

  /// Home automation gateway: time and OTA servers, clients of what devices report. Lists what devices look
  /// for when they match endpoints (IAS zones, locks and switches bind to a coordinator that has them).
  static let homeAutomation = Self(
    endpoint: EndpointID(1), profile: .homeAutomation, device: DeviceID(rawValue: 0x0050),
    inputClusters: [0x0000, 0x0003, 0x0006, 0x000A, 0x0019, 0x0501],
    outputClusters: [
      0x0000, 0x0001, 0x0003, 0x0004, 0x0005, 0x0006, 0x0008, 0x0020, 0x0101, 0x0102, 0x0201, 0x0300, 0x0400,
      0x0402, 0x0403, 0x0405, 0x0406, 0x0500, 0x0502, 0x0702, 0x0B04,
    ])
  static let greenPower = Self(
    endpoint: .greenPower, profile: .greenPower, device: DeviceID(rawValue: 0x0061), inputClusters: [0x0021],
    outputClusters: [0x0021])
  static let greenPowerGroup = GroupID(rawValue: 0x0B84)
}
