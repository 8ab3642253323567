import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// A sleepy contact sensor: an IAS zone that enrols with the address that is written to it, and tells every
/// change of its status from then on (ZCL 8.2).
struct ContactSensor: DeviceApplication {
  /// Bits of the zone status.
  private enum StatusBit {
    static let alarm1: Int64 = 0x0001
    static let tamper: Int64 = 0x0004
    static let battery: Int64 = 0x0008
  }

  private var checkIn = CheckInTimer()
  private var enrolAt: MonotonicInstant?

  var nextDeadline: MonotonicInstant? {
    guard let enrolAt, let next = checkIn.next else { return enrolAt ?? checkIn.next }
    return min(enrolAt, next)
  }

  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  {
    guard command.cluster == .iasZone, command.command == 0x00 else {
      return .status(.unsupportedClusterCommand)
    }
    // Zone enrol response: code, zone id. It may come without a request.
    guard command.payload.count >= 2 else { return .status(.malformedCommand) }
    guard command.payload[0] == 0 else { return .status(.success) }
    core.set(.iasZone, 0x0000, 1)
    core.set(.iasZone, 0x0011, Int64(command.payload[1]))
    enrolAt = nil
    return .status(.success)
  }

  mutating func attributeWritten(
    _ path: AttributePath, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    if path.cluster == .pollControl { checkIn.schedule(core, at: now) }
    if path.cluster == .iasZone, path.attribute == AttributeID(0x0010) {
      core.sleep?.stayAwake(until: now + .seconds(10), from: now)
      enrolAt = now + .milliseconds(200)
    }
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    checkIn.deadlinePassed(&core, at: now)
    guard let due = enrolAt, due <= now else { return }
    enrolAt = nil
    guard core.integer(.iasZone, 0) == 0 else { return }
    // Enrol request: zone type, manufacturer code.
    let type = UInt16(clamping: core.integer(.iasZone, 1))
    core.notify(.iasZone, 0x01, littleEndian(type) + littleEndian(DeviceCatalogue.manufacturer.rawValue))
  }

  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant) {
    checkIn.schedule(core, at: now)
  }

  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  {
    switch action {
    case .open: change(StatusBit.alarm1, true, &core, at: now)
    case .close: change(StatusBit.alarm1, false, &core, at: now)
    case .tamper(let isOpen): change(StatusBit.tamper, isOpen, &core, at: now)
    case .lowBattery(let isLow):
      core.setLowBattery(isLow)
      change(StatusBit.battery, isLow, &core, at: now)
    case .press:
      core.sleep?.stayAwake(until: now + .seconds(30), from: now)
      checkIn.checkIn(&core, at: now)
    default: return nil
    }
    return JSONObject([
      ("zoneStatus", .integer(core.integer(.iasZone, 2))),
      ("enrolled", .bool(core.integer(.iasZone, 0) == 1)),
    ])
  }

  private func change(_ bit: Int64, _ isSet: Bool, _ core: inout DeviceCore, at now: MonotonicInstant) {
    let old = core.integer(.iasZone, 2)
    let new = isSet ? old | bit : old & ~bit
    guard new != old else { return }
    core.set(.iasZone, 2, new)
    core.sleep?.stayAwake(until: now + .seconds(2), from: now)
    guard core.isJoined, core.integer(.iasZone, 0) == 1 else { return }
    // Status, extended status, zone id, delay in quarter seconds.
    let zone = UInt8(clamping: core.integer(.iasZone, 0x0011))
    core.notify(.iasZone, 0x00, littleEndian(UInt16(clamping: new)) + [0, zone] + littleEndian(UInt16(0)))
  }
}
