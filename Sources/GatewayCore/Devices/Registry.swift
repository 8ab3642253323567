import SansIO
import Zigbee
import ZigbeeHost

/// The devices, and the names by which people and apps know them.
struct Registry: Sendable {
  private(set) var records: [IEEEAddress: DeviceRecord] = [:]

  static let longestName = 64

  init(_ devices: [DeviceRecord]) {
    for record in devices { records[record.ieee] = record }
  }

  subscript(ieee: IEEEAddress) -> DeviceRecord? { records[ieee] }

  /// The identity alone, without a copy of all that is known of the device.
  func identity(of ieee: IEEEAddress) -> DeviceIdentity? {
    records.index(forKey: ieee).map { records.values[$0].identity }
  }

  /// In a stable order.
  var sorted: [DeviceRecord] { records.values.sorted { $0.ieee < $1.ieee } }

  /// Takes what the radio side says; names stay.
  mutating func put(_ device: ZigbeeDevice) -> (record: DeviceRecord, isNew: Bool) {
    if var record = records[device.ieee] {
      record.device = device
      records[device.ieee] = record
      return (record, false)
    }
    let record = DeviceRecord(device: device)
    records[device.ieee] = record
    return (record, true)
  }

  mutating func remove(_ ieee: IEEEAddress) -> DeviceRecord? { records.removeValue(forKey: ieee) }

  mutating func noteSeen(
    _ ieee: IEEEAddress, at time: WallTime, linkQuality: UInt8?, signalStrength: Int8?
  ) -> Bool {
    guard let index = records.index(forKey: ieee) else { return false }
    records.values[index].device.noteSeen(
      at: time, linkQuality: linkQuality, signalStrength: signalStrength)
    return true
  }

  /// True when that is news.
  mutating func setAvailable(_ ieee: IEEEAddress, _ isAvailable: Bool) -> Bool {
    guard let record = records[ieee], record.device.isAvailable != isAvailable else { return false }
    records[ieee]?.device.isAvailable = isAvailable
    return true
  }

  /// Finds a device by `deviceId`, IEEE address in any spelling, or friendly name, in this order.
  func resolve(_ text: String) -> DeviceRecord? {
    if let record = records.values.first(where: { $0.decidedDeviceID == text }) { return record }
    if let ieee = IEEEAddress(text) { return records[ieee] }
    return records.values.first { $0.name == text }
  }

  /// Decides the identity towards apps, once: the serial number that locks of this family give as their model
  /// identifier, if nobody else has it, and otherwise the IEEE address.
  mutating func decideDeviceID(_ ieee: IEEEAddress) -> DeviceRecord? {
    guard var record = records[ieee] else { return nil }
    guard record.decidedDeviceID == nil else { return record }
    var identity = ieee.description
    if let model = record.device.modelIdentifier, Self.isSerialNumber(model),
      !records.values.contains(where: { $0.ieee != ieee && ($0.deviceID == model || $0.name == model) })
    {
      identity = model
    }
    if record.name == ieee.description { record.name = identity }
    record.decidedDeviceID = identity
    records[ieee] = record
    return record
  }

  /// `^(ZG|Z1)[0-9A-Z]{11}$`
  static func isSerialNumber(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 13, text.hasPrefix("ZG") || text.hasPrefix("Z1") else { return false }
    return bytes.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
  }

  enum NameFault: Error, Hashable {
    case unusable
    case taken

    var words: String {
      switch self {
      case .unusable: "a name has 1 to \(Registry.longestName) bytes, without / + # and control characters"
      case .taken: "another device has this name"
      }
    }
  }

  mutating func rename(_ ieee: IEEEAddress, to name: String) throws(NameFault) -> DeviceRecord? {
    guard (1...Self.longestName).contains(name.utf8.count), name.first != " ", name.last != " ",
      name.unicodeScalars.allSatisfy({ scalar in
        scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "+" && scalar != "#"
      })
    else { throw .unusable }
    if let owner = IEEEAddress(name), owner != ieee { throw .taken }
    let isTaken = records.values.contains { $0.ieee != ieee && ($0.name == name || $0.deviceID == name) }
    guard !isTaken else { throw .taken }
    records[ieee]?.name = name
    return records[ieee]
  }
}
