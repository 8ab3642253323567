import RadioInterface
import SansIO
import Zigbee

/// The session with one Z-Stack coordinator over UNPI/MT: from an open port to a running network, sends
/// and indications, and back after every reset or loss.
///
/// Theory of operation. The driver opens the port and calls `linkOpened`; it hands over what it reads, calls
/// `deadlinePassed` when `nextDeadline` comes, and after each call carries out what `nextOutput` gives. The
/// session never ends: when it can do no more on a link it asks to close it, and the driver opens it again
/// with back-off.
///
/// Work goes in batches of requests: each phase has one, and when its last reply is there the phase decides
/// what follows. Requests run one at a time through `MTChannel`; sends and errands use the same way.
///
///     closed -(linkOpened)-> probing -(ping answered)-> identifying -> reading -> decision:
///       network as stated or nothing stated -> settings -> restarting -> starting -> registering -> running
///       blank and nothing remembered        -> (entropy) -> erasing -> restarting -> writing -> starting
///                                              -> settling -> verifying -> marking -> settings ...
///       anything else                       -> undecided, until adopt, form or restore is commanded
///     any -(adapter reset unasked)-> everything in flight fails, probing
///     any -(silence, refusal)-> closed, with `closeLink`
///
/// A network is never formed over or left but by `formNetwork(erasing: true)` or `restoreNetwork`.
package struct ZNPSession: AdapterSession {
  package typealias Output = AdapterOutput

  static let outputLimit = 65_536
  /// Longest pause inside a frame. 250 bytes take 22 ms at 115,200 baud; USB and TCP bridges stall longer.
  static let partialFrameLimit = TimeSpan.milliseconds(500)

  var configuration: ZNPConfiguration
  var expectation: NetworkExpectation
  var phase = Phase.closed
  var batch: RequestBatch?
  var order: NetworkOrder?
  var networkReading: NetworkReading?
  var deframer = UNPIDeframer()
  var channel = MTChannel()
  var deadlines = Deadlines<DeadlineName>()
  var outputs = BoundedQueue<Output>(limit: outputLimit)
  var sends = SendTable<MTRequest, UInt8>()
  var errands: [Errand] = []
  var retrievals = RetrievalTable()
  var announcements = AnnouncementFilter()
  var backup: BackupReader?
  var backupRequests: [RadioRequestID] = []
  var lineQuality = LineQualityMonitor()
  var missedPings = 0
  var lastFrame = MonotonicInstant.zero
  /// The indication that the network runs came while its start was still being answered.
  var hasStarted = false
  var startPollsLeft = 0
  var restarts = 0
  /// The adapter was reset on this link and nothing that needs another reset was written since.
  var isFresh = false
  package private(set) var state = RadioState.absent(reason: "not opened yet")
  package internal(set) var counters = ZNPCounters()

  enum DeadlineName: Hashable, Sendable {
    case phase
    case idle
    case partialFrame
    case confirmation(transaction: UInt8)
  }

  package init(configuration: ZNPConfiguration) {
    self.configuration = configuration
    expectation = NetworkExpectation(plan: configuration.plan, remembered: configuration.remembered)
  }

  // MARK: What the driver calls

  package mutating func linkOpened(at now: MonotonicInstant) {
    loseEverything(at: now)
    // Another adapter may be on the line now.
    failOrder("the link to the adapter was opened anew")
    deframer.discard()
    lineQuality = LineQualityMonitor()
    restarts = 0
    isFresh = false
    beginProbing(at: now)
    pump(at: now)
  }

  package mutating func linkClosed(reason: String, at now: MonotonicInstant) {
    loseEverything(at: now)
    failOrder("the link to the adapter was lost: \(reason)")
    phase = .closed
    deframer.discard()
    enter(.lost(reason: reason))
  }

  package mutating func bytesReceived(_ bytes: ArraySlice<UInt8>, at now: MonotonicInstant) {
    bytesReceived(Array(bytes), at: now)
  }

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    counters.receivedBytes &+= UInt64(bytes.count)
    guard !phase.isClosed else { return }
    deframer.append(bytes)
    while let frame = deframer.nextFrame() {
      take(frame, at: now)
      if phase.isClosed { return }
    }
    counters.droppedBytes = deframer.droppedBytes
    counters.checkFailures = deframer.checkFailures
    if phase.settled != nil,
      let text = lineQuality.check(
        bytes: counters.receivedBytes, failures: counters.checkFailures, at: now)
    {
      warn(text)
    }
    deadlines[.partialFrame] = deframer.pendingByteCount > 0 ? now + Self.partialFrameLimit : nil
    pump(at: now)
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    if let ended = channel.expire(at: now) {
      counters.requestTimeouts &+= 1
      finish(ended.owner, ended.request, .timedOut, at: now)
    }
    while let name = deadlines.takeExpired(at: now) {
      switch name {
      case .phase: phaseDeadlinePassed(at: now)
      case .idle: checkIdleLink(at: now)
      case .partialFrame: for frame in deframer.abandonPartialFrame() { take(frame, at: now) }
      case .confirmation(let transaction): confirmationMissing(transaction)
      }
    }
    pump(at: now)
  }

  package mutating func command(_ command: RadioCommand, at now: MonotonicInstant) {
    switch command {
    case .send(let id, let request): send(id, request, at: now)
    case .permitJoin(let id, let seconds, let router): orderPermitJoin(id, seconds: seconds, through: router)
    case .setTransmitPower(let id, let power): orderTransmitPower(id, power)
    case .readBackup(let id): orderBackup(id)
    case .formNetwork(let id, let plan, let erasing): orderForming(id, plan, erasing: erasing, at: now)
    case .adoptNetwork(let id): orderAdoption(id, at: now)
    case .restoreNetwork(let id, let backup): orderRestore(id, backup, at: now)
    case .reset(let id): orderReset(id, at: now)
    }
    pump(at: now)
  }

  /// Random numbers for the network that is to be formed. They are used once.
  package mutating func provideEntropy(_ entropy: FormingEntropy, at now: MonotonicInstant) {
    configuration.entropy = entropy
    if case .awaitingEntropy(let adapter) = phase { beginErasing(adapter, at: now) }
    pump(at: now)
  }

  package mutating func nextOutput() -> Output? { outputs.popFirst() }

  package var nextDeadline: MonotonicInstant? {
    guard let first = deadlines.next, let second = channel.deadline else {
      return deadlines.next ?? channel.deadline
    }
    return min(first, second)
  }

  // MARK: What the parts of the session share

  mutating func emit(_ event: RadioEvent) { output(.event(event)) }

  mutating func output(_ output: Output) {
    if !outputs.append(output) { counters.lostOutputs &+= 1 }
  }

  mutating func warn(_ text: String) { emit(.diagnostic(.warning(text))) }
  mutating func note(_ text: String) { emit(.diagnostic(.notice(text))) }

  mutating func enter(_ new: RadioState) {
    guard new != state else { return }
    state = new
    emit(.stateChanged(new))
  }

  /// Gives up this link; the driver opens it anew with back-off.
  mutating func abandonLink(_ reason: String, at now: MonotonicInstant) {
    loseEverything(at: now)
    failOrder(reason)
    phase = .closed
    deframer.discard()
    enter(.lost(reason: reason))
    output(.closeLink(reason: reason))
  }

  /// The next request on its way, when the adapter is free.
  mutating func pump(at now: MonotonicInstant) {
    guard !phase.isClosed else { return }
    if channel.isIdle { endExpiredSends(at: now) }
    releaseQueuedSends()
    feedBackup()
    if channel.isIdle, let frame = channel.nextFrame(at: now) { transmit(frame) }
    if deadlines[.idle] == nil { armIdleCheck(at: now) }
  }

  mutating func transmit(_ frame: UNPIFrame) {
    guard let bytes = frame.bytes else { return }
    counters.sentFrames &+= 1
    output(.transmit(bytes))
  }

  /// Ends all that waits for the adapter, typed, each once. Orders survive: they end when it is known how.
  mutating func loseEverything(at now: MonotonicInstant) {
    channel.reset()
    batch = nil
    deadlines = Deadlines()
    missedPings = 0
    for id in sends.removeAll() { emit(.sent(id, .failed(.adapterLost))) }
    for errand in errands { emit(.completed(errand.requestID, .failed(reason: "the adapter was lost"))) }
    errands = []
    retrievals = RetrievalTable()
    announcements = AnnouncementFilter()
    backup = nil
    for id in backupRequests { emit(.completed(id, .failed(reason: "the adapter was lost"))) }
    backupRequests = []
  }
}
