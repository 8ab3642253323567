import SansIO
import ZCL
import Zigbee

/// The last known value of each attribute, a bounded number for each device.
struct ValueTable: Sendable {
  private var devices: [IEEEAddress: [AttributeKey: StoredValue]] = [:]
  let limit: Int

  /// Longer strings and lists are told and not kept.
  static let longestValue = 256

  init(_ values: [AttributeKey: StoredValue], limit: Int) {
    self.limit = limit
    for (key, value) in values { devices[key.device, default: [:]][key] = value }
  }

  subscript(key: AttributeKey) -> StoredValue? { devices[key.device]?[key] }

  func values(of ieee: IEEEAddress) -> [AttributeKey: StoredValue] { devices[ieee] ?? [:] }

  /// False when it is too long or the device has too many.
  mutating func put(_ value: StoredValue, for key: AttributeKey) -> Bool {
    guard Self.size(value.value.value) <= Self.longestValue else { return false }
    guard let index = devices.index(forKey: key.device) else {
      guard limit > 0 else { return false }
      devices[key.device] = [key: value]
      return true
    }
    // In place: a second reference to the device's values would have them copied for each report.
    if devices.values[index].count >= limit, devices.values[index][key] == nil { return false }
    devices.values[index][key] = value
    return true
  }

  mutating func remove(_ ieee: IEEEAddress) { devices[ieee] = nil }

  private static func size(_ value: ZCLValue) -> Int {
    switch value {
    case .none, .boolean, .unsigned, .signed, .float: 8
    case .string(let bytes), .octets(let bytes): bytes.count
    case .list(_, let members): members.reduce(8) { $0 + size($1) }
    case .structure(let members): members.reduce(8) { $0 + size($1.value) }
    }
  }
}
