import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// Everything the core keeps of a device: what the radio side knows, and what people call it.
package struct DeviceRecord: Hashable, Sendable {
  package var device: ZigbeeDevice
  /// Unique among the devices.
  package var name: String
  /// The identity towards apps, decided once when the model first became known and never changed; nil
  /// until then.
  package var decidedDeviceID: String?

  package init(device: ZigbeeDevice, name: String? = nil, decidedDeviceID: String? = nil) {
    self.device = device
    self.name = name ?? decidedDeviceID ?? device.ieee.description
    self.decidedDeviceID = decidedDeviceID
  }

  package var ieee: IEEEAddress { device.ieee }
  package var deviceID: String { decidedDeviceID ?? device.ieee.description }
  package var isLock: Bool { device.endpoint(serving: .doorLock) != nil }
  /// The interview got far enough once for the device to be announced.
  package var isReady: Bool { decidedDeviceID != nil }

  package var identity: DeviceIdentity {
    DeviceIdentity(
      ieee: ieee, deviceID: deviceID, name: name, isLock: isLock, software: device.softwareBuild ?? "")
  }

  package var summary: DeviceSummary {
    DeviceSummary(
      identity: identity, model: device.modelIdentifier ?? "", manufacturer: device.manufacturerName ?? "",
      isAvailable: device.isAvailable, isReady: isReady, joinedAt: device.joinedAt,
      lastSeen: device.lastSeen, linkQuality: device.linkQuality?.rawValue)
  }
}
