import GatewayCore
import JSON
import RadioInterface
import SansIO
import Storage
import ZCL
import Zigbee

@testable import GatewayRuntime

/// What is read back from the rows of the store and from backups: one byte draws the reader, the rest is its
/// text or bytes.
enum StateFuzz: FuzzTarget {
  static let name = "state"

  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let draw = input.byte()
    switch draw % 7 {
    case 0: backup(input.rest())
    case 1: event(input.rest())
    case 2: call(&input)
    case 3: metadata(input.rest())
    case 4: value(&input)
    case 5: rows(&input)
    default: device(&input)
    }
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    try? JSONValue(parsing: bytes, limits: JSONLimits())
  }

  private static func backup(_ bytes: [UInt8]) {
    guard let json = json(bytes), let backup = try? OpenCoordinatorBackup.backup(json) else { return }
    let written = OpenCoordinatorBackup.json(backup, source: "fuzz", createdAt: "2026-01-01T00:00:00Z")
    do {
      let again = try OpenCoordinatorBackup.backup(written)
      require(again == backup, "a backup changes on its way out and in")
    } catch {
      require(false, "our own backup cannot be read: \(error)")
    }
  }

  private static func event(_ bytes: [UInt8]) {
    guard let json = json(bytes), let event = CoreEventCoding.event(json) else { return }
    guard let written = CoreEventCoding.json(event), let again = CoreEventCoding.event(written) else {
      return require(false, "an event that was read cannot be written and read")
    }
    require(again == event, "an event changes on its way out and in")
    var state = CoreState()
    state.pendingEvents = [event]
    StateCheck.start(state)
  }

  private static func call(_ input: inout FuzzInput) {
    let times: [Int64] = [1_789_999_990_000, .min, .max, 0, -1, 1_790_000_000_000]
    let time = times[Int(input.byte()) % times.count]
    let bytes = input.rest()
    var row = HandledCallRow(
      key: CallKey(user: "u", function: "openLock", device: "d", messageID: "1", timestamp: "2"),
      bodyDigest: [], reply: bytes, state: .recorded, at: time)
    for _ in 0..<2 {
      let record = CallRowMapping.record(row)
      let again = CallRowMapping.record(CallRowMapping.row(record))
      require(
        CallRowMapping.row(again) == CallRowMapping.row(record),
        "a call's record changes on its way out and in")
      var state = CoreState()
      state.calls = [record]
      StateCheck.start(state)
      row.state = .answered
    }
  }

  /// Lines of `key=value`.
  private static func metadata(_ bytes: [UInt8]) {
    var stored = StoredState()
    for line in bytes.split(separator: 0x0A).prefix(64) {
      let parts = line.split(separator: 0x3D, maxSplits: 1)
      guard parts.count == 2 else { continue }
      stored.metadata[String(decoding: parts[0], as: UTF8.self)] = Array(parts[1])
    }
    StateCheck.start(CoreStoreMapping.coreState(stored))
  }

  private static func value(_ input: inout FuzzInput) {
    let type = DataType(rawValue: input.byte())
    guard let value = TypedValueBytes.value(type: type, input.rest()) else { return }
    let bytes = TypedValueBytes.bytes(value)
    guard let again = TypedValueBytes.value(type: type, bytes) else {
      return require(false, "a stored value cannot be read again: \(value)")
    }
    require(TypedValueBytes.bytes(again) == bytes, "a stored value changes: \(value)")
  }

  private static func rows(_ input: inout FuzzInput) {
    var stored = StoredState()
    while !input.isEmpty, stored.attributes.count < 64 {
      stored.attributes.append(
        AttributeRow(
          ieee: UInt64(input.byte()), endpoint: input.byte(), cluster: input.number16(),
          manufacturer: input.number16(), attribute: input.number16(), type: input.byte(),
          value: input.counted(), updatedAt: .min))
    }
    StateCheck.start(CoreStoreMapping.coreState(stored))
  }

  private static func device(_ input: inout FuzzInput) {
    var stored = StoredState()
    while !input.isEmpty, stored.devices.count < 16 {
      let ieee = UInt64(input.byte())
      let flags = input.byte()
      var row = DeviceRow(
        ieee: ieee, networkAddress: input.number16(), joinedAt: flags & 1 == 0 ? .max : .min)
      row.lastSeen = flags & 2 == 0 ? .max : .min
      row.isRouter = flags & 4 != 0
      row.isSleepy = flags & 8 != 0
      row.interviewState = flags & 16 == 0 ? "complete" : "stopped"
      row.nodeDescriptor = input.counted()
      row.friendlyName = String(decoding: input.counted(), as: UTF8.self)
      row.modelIdentifier = row.friendlyName
      row.extra = input.counted()
      stored.devices.append(row)
      stored.endpoints.append(
        EndpointRow(
          ieee: ieee, endpoint: input.byte(), profile: 0x0104, deviceID: input.number16(),
          inputClusters: [0, input.number16(), flags & 32 == 0 ? 0x0101 : 6]))
    }
    StateCheck.start(CoreStoreMapping.coreState(stored))
  }
}
