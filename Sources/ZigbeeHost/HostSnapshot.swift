import SansIO
import ZCL
import Zigbee

/// The state of the host at one moment, for the command line and diagnostics.
package struct HostSnapshot: Hashable, Sendable {
  package struct Device: Hashable, Sendable {
    package var ieee: IEEEAddress
    package var networkAddress: NetworkAddress
    package var queued: Int
    package var inFlight: Int
    package var interview: InterviewState
    package var isAvailable: Bool
    /// Taken to be listening now; always true for devices that do not sleep.
    package var isAwake: Bool
    package var pingFailures: Int
  }

  package var isUp: Bool
  package var permitJoinIsOpen: Bool
  package var concurrency: Int
  package var sendsInFlight: Int
  package var openTransactions: Int
  package var exchanges: Int
  package var interviewsRunning: Int
  package var interviewsWaiting: Int
  package var broadcastsWaiting: Int
  package var unknownSenders: Int
  package var droppedFrames: Int
  package var pendingAcknowledgements: Int
  package var lapsedAcknowledgements: Int
  package var lateAnswers: Int
  package var unknownAnswers: Int
  package var counters: HostCounters
  package var devices: [Device]
}

extension ZigbeeHost {
  package func snapshot(at now: MonotonicInstant) -> HostSnapshot {
    HostSnapshot(
      isUp: isUp, permitJoinIsOpen: permitJoinEnds != nil, concurrency: limiter.limit,
      sendsInFlight: limiter.inFlight, openTransactions: transactions.count,
      exchanges: exchanges.count, interviewsRunning: interviewing.count,
      interviewsWaiting: interviewsWaiting.count, broadcastsWaiting: broadcastQueue.count,
      unknownSenders: addresses.unknownCount, droppedFrames: addresses.droppedFrames,
      pendingAcknowledgements: ledger.pendingCount, lapsedAcknowledgements: ledger.lapsed,
      lateAnswers: transactions.lateAnswers, unknownAnswers: transactions.unknownAnswers,
      counters: counters,
      devices: sessions.values.map { session in
        HostSnapshot.Device(
          ieee: session.device.ieee, networkAddress: session.device.networkAddress,
          queued: session.queue.count, inFlight: session.inFlight.count,
          interview: session.device.interview, isAvailable: session.device.isAvailable,
          isAwake: !session.device.isSleepy || session.isAwake(at: now),
          pingFailures: session.availability.pingFailures)
      }.sorted { $0.ieee < $1.ieee })
  }
}
