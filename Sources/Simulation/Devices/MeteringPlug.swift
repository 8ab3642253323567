import JSON
import SansIO
import ZCL
import Zigbee

/// A plug that switches and measures: On/Off, Metering and Electrical Measurement.
struct MeteringPlug: DeviceApplication {
  private static let measuringInterval = TimeSpan.seconds(5)
  /// What is plugged in, in tenths of a watt.
  private var load: Double = 420
  /// Energy that is not a whole unit (Wh) yet, in joules.
  private var joules: Double = 0
  private var nextMeasurement: MonotonicInstant?
  private var lastMeasurement: MonotonicInstant?

  var nextDeadline: MonotonicInstant? { nextMeasurement }

  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  {
    guard command.cluster == .onOff else { return .status(.unsupportedClusterCommand) }
    switch command.command {
    case 0x00, 0x40: turn(on: false, &core, at: now)
    case 0x01, 0x41: turn(on: true, &core, at: now)
    case 0x02: turn(on: core.integer(.onOff, 0) == 0, &core, at: now)
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  private mutating func turn(on: Bool, _ core: inout DeviceCore, at now: MonotonicInstant) {
    accumulate(core, at: now)
    core.set(.onOff, 0, on ? 1 : 0)
    measure(&core, at: now)
  }

  private mutating func accumulate(_ core: DeviceCore, at now: MonotonicInstant) {
    if let last = lastMeasurement {
      let watts = Double(core.integer(.electricalMeasurement, 0x050B)) / 10
      joules += watts * Double((now - last).nanoseconds) / 1e9
    }
    lastMeasurement = now
  }

  /// The load wobbles by one per cent, as real ones do.
  private mutating func measure(_ core: inout DeviceCore, at now: MonotonicInstant) {
    let isOn = core.integer(.onOff, 0) != 0
    let wobble = Double(core.generator.next() % 201) / 10_000 - 0.01
    let power = isOn ? load * (1 + wobble) : 0
    let voltage = 2300 + Int64(core.generator.next() % 41) - 20
    core.set(.electricalMeasurement, 0x0505, voltage)
    core.set(.electricalMeasurement, 0x050B, Int64(power.rounded()))
    core.set(.electricalMeasurement, 0x0508, Int64((power * 1000 / Double(max(1, voltage))).rounded()))
    core.set(.metering, 0x0400, Int64((power / 10).rounded()))
    let whole = (joules / 3600).rounded(.down)
    if whole >= 1 {
      joules -= whole * 3600
      core.set(.metering, 0, core.integer(.metering, 0) &+ Int64(whole))
    }
    nextMeasurement = now + Self.measuringInterval
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    accumulate(core, at: now)
    measure(&core, at: now)
  }

  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant) {
    accumulate(core, at: now)
    measure(&core, at: now)
  }

  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  {
    switch action {
    case .press: turn(on: core.integer(.onOff, 0) == 0, &core, at: now)
    case .set("power", let watts):
      guard watts.isFinite, (0...3680).contains(watts) else { return nil }
      accumulate(core, at: now)
      load = watts * 10
      core.set(.onOff, 0, 1)
      measure(&core, at: now)
    default: return nil
    }
    return JSONObject([("on", .bool(core.integer(.onOff, 0) != 0))])
  }
}
