import GatewayCore

/// `devtype`: what apps know a device as.
enum DeviceType: String, Sendable {
  case lock = "kdszblock"
  /// Ours, for everything that is no lock.
  case other = "zbdevice"

  init(_ device: DeviceIdentity) { self = device.isLock ? .lock : .other }
}
