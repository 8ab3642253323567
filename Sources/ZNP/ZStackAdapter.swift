import RadioInterface
import Zigbee

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
