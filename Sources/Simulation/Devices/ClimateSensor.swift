import JSON
import SansIO
import ZCL
import Zigbee

/// A sleepy temperature and humidity sensor on batteries.
struct ClimateSensor: DeviceApplication {
  private var checkIn = CheckInTimer()

  var nextDeadline: MonotonicInstant? { checkIn.next }

  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  {
    .status(.unsupportedClusterCommand)
  }

  mutating func attributeWritten(
    _ path: AttributePath, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    if path.cluster == .pollControl { checkIn.schedule(core, at: now) }
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    checkIn.deadlinePassed(&core, at: now)
  }

  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant) {
    checkIn.schedule(core, at: now)
  }

  /// The button wakes the sensor, makes it check in and send what it measures.
  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  {
    switch action {
    case .press:
      core.sleep?.stayAwake(until: now + .seconds(30), from: now)
      checkIn.checkIn(&core, at: now)
      guard core.isJoined else { return JSONObject() }
      for cluster in [ClusterID.temperatureMeasurement, .relativeHumidity] {
        core.report([AttributePath(DeviceCore.endpoint, cluster, 0)], to: .device(.coordinator))
      }
      return JSONObject()
    case .lowBattery(let isLow):
      core.setLowBattery(isLow)
      return JSONObject()
    default: return nil
    }
  }
}

extension DeviceCore {
  /// Near empty: 2.3 V and 5 %; otherwise 3.0 V and 90 %.
  mutating func setLowBattery(_ isLow: Bool) {
    set(.powerConfiguration, 0x20, isLow ? 23 : 30)
    set(.powerConfiguration, 0x21, isLow ? 10 : 180)
    set(.powerConfiguration, 0x3E, isLow ? 1 : 0)
  }
}
