import SansIO
import ZCL
import Zigbee

/// What the host holds in memory about one device while it runs.
struct DeviceSession: Sendable {
  var device: ZigbeeDevice
  var queue: DeviceQueue
  /// Exchanges that are handed over and wait for an answer.
  var inFlight: Set<ExchangeID> = []
  /// Replies that are queued or in the adapter.
  var openReplies = 0
  var lastHeard: MonotonicInstant?
  var awakeUntil: MonotonicInstant?
  var lastJoin: MonotonicInstant?
  var lastSeenReported: MonotonicInstant?
  var lookedUpAt: MonotonicInstant?
  var duplicates = DuplicateWindow()
  var availability = AvailabilityTracker()
  /// The interview under way; nil when complete, stopped or waiting for a place.
  var interview: InterviewMachine?
  var interviewStops = 0
  var interviewResumesAt: MonotonicInstant?
  /// The request that wants the device removed.
  var removal: HostRequestID?
  var fastPollUntil: MonotonicInstant?

  init(device: ZigbeeDevice, configuration: HostConfiguration) {
    self.device = device
    queue = DeviceQueue(
      limit: configuration.queueLimit, reserve: configuration.reservedQueuePlaces)
  }

  func isAwake(at now: MonotonicInstant) -> Bool {
    if let awakeUntil, awakeUntil > now { return true }
    if let fastPollUntil, fastPollUntil > now { return true }
    return false
  }

  var isInterviewed: Bool { device.interview == .complete }
}
