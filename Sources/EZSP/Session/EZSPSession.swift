import RadioInterface
import SansIO
import Zigbee

/// The session with one Silicon Labs coordinator over ASH and EZSP, versions 4 to 19.
///
/// Theory of operation. Each start resets the firmware through the ASH link, since configuration values may be
/// set only before its network starts. Work goes in batches of commands: each phase has one, and when its last
/// reply is there the phase decides what follows. The network that the firmware has is started before it can be
/// looked at; if it is not the one to run, nothing is sent into it until somebody decides.
///
///     closed -(linkOpened)-> connecting -(RSTACK)-> negotiating -> identifying -> configuring -> initialising
///       -> reading -> decision:
///       network as stated or nothing stated -> registering -> running
///       blank and nothing remembered        -> (entropy) -> scanning -> forming -> reading ...
///       anything else                       -> undecided, until adopt, form or restore is commanded
///     form, restore: undecided, running -> leaving -> connecting ... reading -> scanning -> forming -> reading ...
///     any -(reset unasked, link or command silent)-> everything in flight fails, connecting
///     any -(refusal, too many restarts)-> closed, with `closeLink`
///
/// A network is never formed over or left but by `formNetwork(erasing: true)` or `restoreNetwork`.
package struct EZSPSession: AdapterSession {
  static let outputLimit = 65_536

  var configuration: EZSPConfiguration
  var expectation: NetworkExpectation
  var phase = Phase.closed
  var batch: RequestBatch?
  var order: NetworkOrder?
  var networkReading: EZSPNetworkReading?
  var link: ASHLink
  var channel = EZSPChannel()
  var deadlines = Deadlines<DeadlineName>()
  var outputs = BoundedQueue<AdapterOutput>(limit: outputLimit)
  var sends = SendTable<EZSPSend, EZSPStatus>()
  var fragments = FragmentTable()
  var sourceRoutes = SourceRouteTable()
  var errands: [Errand] = []
  var backup: EZSPBackupReader?
  var backupRequests: [RadioRequestID] = []
  var scan = EnergyScan()
  var lastFrame = MonotonicInstant.zero
  /// The network started while the command that starts it was still being answered.
  var networkIsUp = false
  var isOpenForJoining = false
  /// Unasked resets in a row, without reaching a running network.
  var restarts = 0
  package internal(set) var state = RadioState.absent(reason: "not opened yet")
  package internal(set) var counters = EZSPCounters()

  enum DeadlineName: Hashable, Sendable {
    case phase
    case idle
    case counters
    case manufacturerCode
    case confirmation(transaction: UInt8)
    case fragments
  }

  package init(configuration: EZSPConfiguration) {
    self.configuration = configuration
    expectation = NetworkExpectation(plan: configuration.plan, remembered: configuration.remembered)
    var options = ASHOptions(window: configuration.window)
    options.resetAttempts = configuration.resetAttempts
    link = ASHLink(options: options)
  }

  package var linkCounters: ASHCounters { link.counters }

  // MARK: What the driver calls

  package mutating func linkOpened(at now: MonotonicInstant) {
    loseEverything()
    // Another adapter may be on the line now.
    failOrder("the link to the adapter was opened anew")
    restarts = 0
    beginConnecting(at: now)
    pump(at: now)
  }

  package mutating func linkClosed(reason: String, at now: MonotonicInstant) {
    loseEverything()
    failOrder("the link to the adapter was lost: \(reason)")
    phase = .closed
    link.close()
    enter(.lost(reason: reason))
  }

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    counters.receivedBytes &+= UInt64(bytes.count)
    guard !phase.isClosed else { return }
    link.bytesReceived(bytes, at: now)
    pump(at: now)
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    link.deadlinePassed(at: now)
    if let ended = channel.expire(at: now) {
      counters.commandTimeouts &+= 1
      restartAdapter("the adapter did not answer \(ended.request.name)", at: now)
    }
    while let name = deadlines.takeExpired(at: now) {
      switch name {
      case .phase: phaseDeadlinePassed(at: now)
      case .idle: checkIdleLink(at: now)
      case .counters: readCounters(at: now)
      case .manufacturerCode: restoreManufacturerCode()
      case .confirmation(let transaction): confirmationMissing(transaction)
      case .fragments: deadlines[.fragments] = fragments.expire(at: now)
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

  package mutating func provideEntropy(_ entropy: FormingEntropy, at now: MonotonicInstant) {
    configuration.entropy = entropy
    if case .awaitingEntropy(let adapter, let network) = phase { beginWriting(adapter, network, at: now) }
    pump(at: now)
  }

  package mutating func nextOutput() -> AdapterOutput? { outputs.popFirst() }

  package var nextDeadline: MonotonicInstant? {
    [deadlines.next, channel.deadline, link.nextDeadline].compactMap(\.self).min()
  }

  // MARK: What the parts of the session share

  mutating func emit(_ event: RadioEvent) { output(.event(event)) }

  mutating func output(_ output: AdapterOutput) {
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
  mutating func abandonLink(_ reason: String) {
    loseEverything()
    failOrder(reason)
    phase = .closed
    link.close()
    enter(.lost(reason: reason))
    output(.closeLink(reason: reason))
  }

  /// Moves everything that can move: what the link has brought, and the next command when the firmware is free.
  mutating func pump(at now: MonotonicInstant) {
    repeat {
      while !phase.isClosed, let output = link.nextOutput() { take(output, at: now) }
      guard !phase.isClosed else { return }
      if channel.isIdle { endExpiredSends(at: now) }
      releaseQueuedSends()
      feedBackup()
    } while sendNextCommand(at: now)
    if deadlines[.idle] == nil { armIdleCheck(at: now) }
  }

  /// Whether something happened that calls for another look.
  private mutating func sendNextCommand(at now: MonotonicInstant) -> Bool {
    guard link.isConnected, let next = channel.next(at: now) else { return false }
    switch next {
    case .frame(let bytes):
      counters.sentCommands &+= 1
      if !link.send(bytes, at: now) { abandonLink("the link to the adapter takes no more commands") }
    case .ended(let ended): finish(ended, at: now)
    }
    return true
  }

  private mutating func take(_ output: ASHLink.Output, at now: MonotonicInstant) {
    switch output {
    case .transmit(let bytes): self.output(.transmit(bytes))
    case .connected: linkConnected(at: now)
    case .received(let payload): frameReceived(payload, at: now)
    case .failed(let failure): linkFailed(failure, at: now)
    case .resetRequested: break
    }
  }

  /// Ends all that waits for the adapter, typed, each once. Orders survive: they end when it is known how.
  mutating func loseEverything() {
    channel.reset()
    batch = nil
    deadlines = Deadlines()
    networkIsUp = false
    isOpenForJoining = false
    for id in sends.removeAll() { emit(.sent(id, .failed(.adapterLost))) }
    for errand in errands { emit(.completed(errand.requestID, .failed(reason: "the adapter was lost"))) }
    errands = []
    fragments = FragmentTable()
    backup = nil
    for id in backupRequests { emit(.completed(id, .failed(reason: "the adapter was lost"))) }
    backupRequests = []
  }
}
