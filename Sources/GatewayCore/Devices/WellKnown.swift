import ZCL
import Zigbee

/// The clusters and attributes that the core reasons about.
enum WellKnown {
  static let identify = ClusterID(rawValue: 0x0003)
  static let powerConfiguration = ClusterID(rawValue: 0x0001)
  static let onOff = ClusterID(rawValue: 0x0006)
  static let level = ClusterID(rawValue: 0x0008)
  static let alarms = ClusterID(rawValue: 0x0009)
  static let pollControl = ClusterID(rawValue: 0x0020)
  static let doorLock = ClusterID(rawValue: 0x0101)
  static let colorControl = ClusterID(rawValue: 0x0300)
  static let zone = ClusterID(rawValue: 0x0500)
  static let metering = ClusterID(rawValue: 0x0702)
  static let electricalMeasurement = ClusterID(rawValue: 0x0B04)

  static let lockState = AttributeID(0x0000)
  static let batteryPercentage = AttributeID(0x0021)
  static let zoneStatus = AttributeID(0x0002)
}
