import SansIO
import Zigbee

/// Who a device is, as every event carries it.
package struct DeviceIdentity: Hashable, Sendable {
  package var ieee: IEEEAddress
  /// The identity towards apps: `deviceId`.
  package var deviceID: String
  package var name: String
  package var isLock: Bool
  package var software: String

  package init(
    ieee: IEEEAddress, deviceID: String, name: String, isLock: Bool = false, software: String = ""
  ) {
    self.ieee = ieee
    self.deviceID = deviceID
    self.name = name
    self.isLock = isLock
    self.software = software
  }
}

/// One line of the device list.
package struct DeviceSummary: Hashable, Sendable {
  package var identity: DeviceIdentity
  package var model: String
  package var manufacturer: String
  package var isAvailable: Bool
  package var isReady: Bool
  package var joinedAt: WallTime
  package var lastSeen: WallTime
  package var linkQuality: UInt8?

  package init(
    identity: DeviceIdentity, model: String = "", manufacturer: String = "", isAvailable: Bool, isReady: Bool,
    joinedAt: WallTime, lastSeen: WallTime, linkQuality: UInt8? = nil
  ) {
    self.identity = identity
    self.model = model
    self.manufacturer = manufacturer
    self.isAvailable = isAvailable
    self.isReady = isReady
    self.joinedAt = joinedAt
    self.lastSeen = lastSeen
    self.linkQuality = linkQuality
  }
}
