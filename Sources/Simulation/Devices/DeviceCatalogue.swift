import SansIO
import ZCL
import Zigbee

/// How each kind of device is made: descriptors, clusters, attributes and their first values.
enum DeviceCatalogue {
  /// "Gatehouse" has no manufacturer code; this one is unassigned.
  static let manufacturer = ManufacturerCode(rawValue: 0x1F00)

  static func make(
    _ kind: DeviceKind, name: String, ieee: IEEEAddress, model: String? = nil, clock: VirtualClock,
    seed: UInt64
  ) -> VirtualDevice {
    let isSleepy = kind == .sensor || kind == .contact || kind == .lock
    let text = basic(model: model ?? defaultModel(kind), isBattery: isSleepy) + clusters(kind)
    let table = AttributeTable(text)
    var server = DeviceObjectServer(
      ieee: ieee, address: .unknown, node: node(isSleepy: isSleepy), power: power(isSleepy: isSleepy))
    server.endpoints = [
      SimpleDescriptor(
        endpoint: DeviceCore.endpoint, profile: .homeAutomation, deviceID: deviceID(kind), deviceVersion: 1,
        inputClusters: table.clusterIDs(DeviceCore.endpoint), outputClusters: clientClusters(kind))
    ]
    let core = DeviceCore(
      name: name, kind: kind, attributes: table, server: server, sleep: sleep(kind),
      generator: SeededGenerator(seed: seed), factoryAttributes: table)
    let application: any DeviceApplication =
      switch kind {
      case .lamp: Lamp()
      case .plug: MeteringPlug()
      case .sensor: ClimateSensor()
      case .contact: ContactSensor()
      case .lock: VirtualLock(clock: clock)
      }
    return VirtualDevice(core: core, application: application)
  }

  static func defaultModel(_ kind: DeviceKind) -> String {
    switch kind {
    case .lamp: "GH-LAMP-1"
    case .plug: "GH-PLUG-1"
    case .sensor: "GH-CLIMATE-1"
    case .contact: "GH-CONTACT-1"
    case .lock: "ZG01182510002"
    }
  }

  private static func node(isSleepy: Bool) -> NodeDescriptor {
    NodeDescriptor(
      logicalType: isSleepy ? .endDevice : .router,
      capability: isSleepy
        ? [.allocateAddress] : [.fullFunctionDevice, .mainsPowered, .receiverOnWhenIdle, .allocateAddress],
      manufacturer: manufacturer, serverMask: 0x2C00)
  }

  private static func power(isSleepy: Bool) -> PowerDescriptor {
    PowerDescriptor(
      currentMode: isSleepy ? 1 : 0, availableSources: isSleepy ? .disposableBattery : .mains,
      currentSource: isSleepy ? .disposableBattery : .mains, level: 12)
  }

  private static func deviceID(_ kind: DeviceKind) -> DeviceID {
    switch kind {
    case .lamp: DeviceID(rawValue: 0x010D)
    case .plug: DeviceID(rawValue: 0x0051)
    case .sensor: DeviceID(rawValue: 0x0302)
    case .contact: DeviceID(rawValue: 0x0402)
    case .lock: DeviceID(rawValue: 0x000A)
    }
  }

  private static func clientClusters(_ kind: DeviceKind) -> [ClusterID] {
    kind == .lock ? [.time, .otaUpgrade] : [.otaUpgrade]
  }

  /// Long and short poll in quarter seconds.
  private static func sleep(_ kind: DeviceKind) -> SleepSchedule? {
    switch kind {
    case .lamp, .plug: nil
    case .sensor, .contact: SleepSchedule(longPoll: 24, shortPoll: 1)
    case .lock: SleepSchedule(longPoll: 2, shortPoll: 1)
    }
  }

  private static func basic(model: String, isBattery: Bool) -> String {
    """
    endpoint 1
    cluster 0000 received 00
    0000 uint8 r 8
    0001 uint8 r 1
    0002 uint8 r 1
    0003 uint8 r 1
    0004 string r Gatehouse
    0005 string r \(model)
    0006 string r 20260101
    0007 enum8 r \(isBattery ? 3 : 1)
    0010 string rw -
    4000 string r 1.0.0
    cluster 0003 received 00 01 40 generated 00
    0000 uint16 rw 0

    """
  }

  private static func clusters(_ kind: DeviceKind) -> String {
    switch kind {
    case .lamp: onOff + lighting
    case .plug: onOff + metering
    case .sensor: battery + pollControl(longPoll: 24) + climate
    case .contact: battery + pollControl(longPoll: 24) + zone
    case .lock: battery + pollControl(longPoll: 2) + alarms + doorLock
    }
  }

  private static let onOff = """
    cluster 0004 received 00 01 02 03 04 05 generated 00 01 02 03
    0000 map8 r 0
    cluster 0006 received 00 01 02 40 41 42
    0000 bool rp 0
    4000 bool r 1
    4001 uint16 rw 0
    4002 uint16 rw 0
    4003 enum8 rw 255

    """

  private static let lighting = """
    cluster 0005 received 00 01 02 03 04 05 06 generated 00 01 02 03 04 06
    0000 uint8 r 0
    0001 uint8 r 0
    0002 uint16 r 0
    0003 bool r 0
    0004 map8 r 0
    cluster 0008 received 00 01 02 03 04 05 06 07
    0000 uint8 rp 254
    0001 uint16 r 0
    0002 uint8 r 1
    0003 uint8 r 254
    000f map8 rw 0
    0010 uint16 rw 0
    0011 uint8 rw 255
    4000 uint8 rw 255
    cluster 0300 received 07 08 09 0a 47 4b 4c
    0002 uint16 r 0
    0003 uint16 rp 24939
    0004 uint16 rp 24701
    0007 uint16 rp 370
    0008 enum8 r 2
    000f map8 rw 0
    4001 enum8 r 2
    400a map16 r 24
    400b uint16 r 153
    400c uint16 r 500
    4010 uint16 rw 370

    """

  private static let metering = """
    cluster 0702
    0000 uint48 rp 12345
    0200 map8 r 0
    0300 enum8 r 0
    0301 uint24 r 1
    0302 uint24 r 1000
    0303 map8 r 43
    0306 map8 r 0
    0400 int24 rp 0
    cluster 0b04
    0000 map32 r 9
    0300 uint16 r 50
    0505 uint16 rp 2300
    0508 uint16 rp 0
    050b int16 rp 0
    0600 uint16 r 1
    0601 uint16 r 10
    0602 uint16 r 1
    0603 uint16 r 1000
    0604 uint16 r 1
    0605 uint16 r 10

    """

  private static let battery = """
    cluster 0001
    0020 uint8 rp 30
    0021 uint8 rp 180
    0031 enum8 r 4
    0033 uint8 r 2
    0034 uint8 r 15
    0036 uint8 rw 25
    003e map32 rp 0

    """

  private static func pollControl(longPoll: Int) -> String {
    """
    cluster 0020 received 00 01 02 03 generated 00
    0000 uint32 rw 14400 0 7208960
    0001 uint32 r \(longPoll)
    0002 uint16 r 1
    0003 uint16 rw 40 1 65535
    0004 uint32 r 40
    0005 uint32 r 4
    0006 uint16 r 240

    """
  }

  private static let climate = """
    cluster 0402
    0000 int16 rp 2150
    0001 int16 r -2000
    0002 int16 r 6000
    0003 uint16 r 30
    cluster 0405
    0000 uint16 rp 4500
    0001 uint16 r 0
    0002 uint16 r 10000
    0003 uint16 r 200

    """

  private static let zone = """
    cluster 0500 received 00 generated 00 01
    0000 enum8 r 0
    0001 enum16 r 21
    0002 map16 rp 0
    0010 EUI64 rw 0
    0011 uint8 r 255

    """

  private static let alarms = """
    cluster 0009 received 00 01 02 03 generated 00 01
    0000 uint16 r 0

    """

  private static let doorLock = """
    cluster 0101 received 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 \
    generated 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 20 21
    0000 enum8 rp 1
    0001 enum8 r 0
    0002 bool r 1
    0003 enum8 rp 1
    0004 uint32 rw 0
    0005 uint32 rw 0
    0006 uint16 rw 0
    0010 uint16 r 0
    0011 uint16 r 20
    0012 uint16 r 20
    0013 uint16 r 20
    0014 uint8 r 2
    0015 uint8 r 2
    0016 uint8 r 4
    0017 uint8 r 8
    0018 uint8 r 4
    0019 uint8 r 10
    001a uint8 r 4
    0020 bool rwp 1
    0021 string rwp en
    0022 uint8 rwp 1 0 2
    0023 uint32 rwp 0
    0024 uint8 rwp 1 0 2
    0025 enum8 rwp 0 0 4
    0026 map16 r 5
    0027 map16 rp 0
    0028 bool rwp 1
    0029 bool rwp 1
    002a bool rwp 1
    002b bool rwp 0
    0030 uint8 rwp 5 1 255
    0031 uint8 rwp 30 1 255
    0032 bool rwp 0
    0033 bool rwp 0
    0034 enum8 rp 0
    0040 map16 rwp 65535
    0041 map16 rwp 65535
    0042 map16 rwp 65535
    0043 map16 rwp 65535
    0044 map16 rwp 65535
    0045 map16 rwp 65535
    0046 map16 rwp 65535
    0047 map16 rwp 65535

    """
}

/// The time of day inside a simulation: what it was when the monotonic clock was at zero.
package struct VirtualClock: Hashable, Sendable {
  package var wallAtZero: WallTime

  package init(wallAtZero: WallTime) { self.wallAtZero = wallAtZero }

  func wall(at now: MonotonicInstant) -> WallTime {
    WallTime(milliseconds: wallAtZero.milliseconds &+ now.nanoseconds / 1_000_000)
  }

  /// Seconds since 2000-01-01, as ZCL counts.
  func zigbeeSeconds(at now: MonotonicInstant) -> UInt32 {
    UInt32(clamping: wall(at: now).seconds - 946_684_800)
  }
}
