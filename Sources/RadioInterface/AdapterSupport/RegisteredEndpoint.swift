import Zigbee

/// An endpoint that the gateway declares on the coordinator.
public struct RegisteredEndpoint: Hashable, Sendable {
  public var endpoint: EndpointID
  public var profile: ProfileID
  public var device: DeviceID
  public var inputClusters: [UInt16]
  public var outputClusters: [UInt16]

  /// Home automation gateway: time and OTA servers, clients of what devices report. Lists what devices look
  /// for when they match endpoints (IAS zones, locks and switches bind to a coordinator that has them).
  public static let homeAutomation = Self(
    endpoint: EndpointID(1), profile: .homeAutomation, device: DeviceID(rawValue: 0x0050),
    inputClusters: [0x0000, 0x0003, 0x0006, 0x000A, 0x0019, 0x0501],
    outputClusters: [
      0x0000, 0x0001, 0x0003, 0x0004, 0x0005, 0x0006, 0x0008, 0x0020, 0x0101, 0x0102, 0x0201, 0x0300, 0x0400,
      0x0402, 0x0403, 0x0405, 0x0406, 0x0500, 0x0502, 0x0702, 0x0B04,
    ])
  public static let greenPower = Self(
    endpoint: .greenPower, profile: .greenPower, device: DeviceID(rawValue: 0x0061), inputClusters: [0x0021],
    outputClusters: [0x0021])
  public static let greenPowerGroup = GroupID(rawValue: 0x0B84)
}
