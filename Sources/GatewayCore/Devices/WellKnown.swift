import ZCL
import Zigbee

/// Attributes that the core reads or makes up by itself.
enum WellKnown {
  static let lockState = DoorLock.Attribute.lockState.id
  static let batteryPercentage = AttributeID(0x0021)
  static let zoneStatus = AttributeID(0x0002)
  /// IAS Zone, Zone Status Change Notification (ZCL 8.2.2.4.1).
  static let zoneStatusChange = CommandID(0x00)
  /// Alarms, Alarm (ZCL 3.11.2.4.1).
  static let alarm = CommandID(0x00)
}
