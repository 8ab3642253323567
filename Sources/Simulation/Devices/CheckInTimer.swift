import SansIO
import ZCL
import Zigbee

/// The check-in of the Poll Control cluster (ZCL 3.16): a sleeper asks its bound client whether it should
/// stay awake.
struct CheckInTimer: Hashable, Sendable {
  private(set) var next: MonotonicInstant?

  /// Starts anew with the interval that the attribute holds, in quarter seconds; 0 is never.
  mutating func schedule(_ core: DeviceCore, at now: MonotonicInstant) {
    let interval = core.integer(.pollControl, 0)
    next = interval == 0 || !core.isJoined ? nil : now + .milliseconds(250) * interval
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    guard let due = next, due <= now else { return }
    checkIn(&core, at: now)
    schedule(core, at: now)
  }

  func checkIn(_ core: inout DeviceCore, at now: MonotonicInstant) {
    guard core.server.bindings.contains(where: { $0.cluster == .pollControl }) else { return }
    core.notify(.pollControl, 0x00, [])
    // It listens for the answer at once.
    core.sleep?.stayAwake(until: now + .seconds(5), from: now)
  }
}
