import Zigbee

/// The clusters that the program reasons about; every other one is named by the cluster directory.
extension ClusterID {
  public static let basic = Self(rawValue: 0x0000)
  public static let powerConfiguration = Self(rawValue: 0x0001)
  public static let identify = Self(rawValue: 0x0003)
  public static let groups = Self(rawValue: 0x0004)
  public static let scenes = Self(rawValue: 0x0005)
  public static let onOff = Self(rawValue: 0x0006)
  public static let levelControl = Self(rawValue: 0x0008)
  public static let alarms = Self(rawValue: 0x0009)
  public static let time = Self(rawValue: 0x000A)
  public static let otaUpgrade = Self(rawValue: 0x0019)
  public static let pollControl = Self(rawValue: 0x0020)
  public static let greenPower = Self(rawValue: 0x0021)
  public static let doorLock = Self(rawValue: 0x0101)
  public static let windowCovering = Self(rawValue: 0x0102)
  public static let thermostat = Self(rawValue: 0x0201)
  public static let colorControl = Self(rawValue: 0x0300)
  public static let illuminanceMeasurement = Self(rawValue: 0x0400)
  public static let temperatureMeasurement = Self(rawValue: 0x0402)
  public static let pressureMeasurement = Self(rawValue: 0x0403)
  public static let relativeHumidity = Self(rawValue: 0x0405)
  public static let occupancySensing = Self(rawValue: 0x0406)
  public static let iasZone = Self(rawValue: 0x0500)
  public static let iasACE = Self(rawValue: 0x0501)
  public static let iasWD = Self(rawValue: 0x0502)
  public static let metering = Self(rawValue: 0x0702)
  public static let electricalMeasurement = Self(rawValue: 0x0B04)
  public static let tuya = Self(rawValue: 0xEF00)

  /// Clusters that a manufacturer defines as it likes.
  public var isManufacturerSpecific: Bool { rawValue >= 0xFC00 }
}
