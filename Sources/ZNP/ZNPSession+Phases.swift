import RadioInterface
import SansIO
import Zigbee

extension ZNPSession {
  /// Where the session stands; each case carries what is known there.
  enum Phase: Hashable, Sendable {
    case closed
    /// A ping is out. Everything else that comes in is left over from before, and discarded.
    case probing(round: Int)
    /// The boot loader is asked to start the application, step by step.
    case waking(round: Int, step: Int)
    case identifying(capabilities: UInt16)
    case reading(ZStackAdapter)
    /// The network is not the stated one: a person decides.
    case undecided(ZStackAdapter, FoundNetwork?)
    case awaitingEntropy(ZStackAdapter)
    case erasing(ZStackAdapter)
    case writingNetwork(ZStackAdapter)
    /// A new network starts; its record in the NV memory settles some seconds after.
    case settling(ZStackAdapter, polls: Int)
    case verifying(ZStackAdapter, FoundNetwork)
    case restoring(ZStackAdapter, FoundNetwork)
    case comparingSettings(ZStackAdapter, FoundNetwork)
    case writingSettings(ZStackAdapter, FoundNetwork)
    /// A reset was sent; its indication is awaited.
    case restarting(ZStackAdapter, AfterRestart)
    case starting(ZStackAdapter, Start)
    case registering(ZStackAdapter, FoundNetwork)
    case running(ZStackAdapter, FoundNetwork)

    var isClosed: Bool { self == .closed }

    /// The adapter where its identity is known and it answers requests that are no part of a procedure.
    var settled: (adapter: ZStackAdapter, network: FoundNetwork?)? {
      switch self {
      case .running(let adapter, let network): (adapter, network)
      case .undecided(let adapter, let network): (adapter, network)
      default: nil
      }
    }
  }

  enum AfterRestart: Hashable, Sendable {
    case start(FoundNetwork)
    case writeNetwork
    case writeBackup(FoundNetwork)
    case identify
  }

  enum Start: Hashable, Sendable {
    case resume(FoundNetwork)
    case form
  }

  /// Requests that are sent one after the other, and their replies.
  ///
  /// A step without a reply is sent again, but only after a ping was answered: a late reply then comes before
  /// that of the ping, and cannot be taken for the reply to a later step with the same command.
  struct RequestBatch: Sendable {
    static let attemptLimit = 5
    var steps: [RequestStep]
    var replies: [MTReply] = []
    /// Requests and pings in a row that had no reply.
    var failures = 0
    var awaitsPing = false
  }

  mutating func beginBatch(_ phase: Phase, _ steps: [RequestStep], at now: MonotonicInstant) {
    self.phase = phase
    deadlines[.phase] = nil
    batch = RequestBatch(steps: steps)
    advanceBatch(at: now)
  }

  private mutating func advanceBatch(at now: MonotonicInstant) {
    guard let current = batch else { return }
    if current.replies.count < current.steps.count {
      let step = current.steps[current.replies.count]
      if !channel.enqueue(step.request, for: .procedure, priority: .control) {
        abandonLink("too many requests wait for the adapter", at: now)
      }
    } else {
      batch = nil
      batchEnded(current.replies, at: now)
    }
  }

  mutating func batchReplied(_ request: MTRequest, _ reply: MTReply, at now: MonotonicInstant) {
    guard var current = batch, current.replies.count < current.steps.count else { return }
    let step = current.steps[current.replies.count]
    if case .timedOut = reply, current.awaitsPing || step.mayRepeat {
      return batchUnanswered(current, step.request, at: now)
    }
    if current.awaitsPing {
      batch?.awaitsPing = false
      return advanceBatch(at: now)
    }
    if let accepted = step.accepted, !(reply.status.map { accepted.contains($0) } ?? false) {
      return procedureFailed("the adapter refused the \(request.label)\(Self.statusText(reply))", at: now)
    }
    current.replies.append(reply)
    current.failures = 0
    batch = current
    advanceBatch(at: now)
  }

  private mutating func batchUnanswered(
    _ current: RequestBatch, _ request: MTRequest, at now: MonotonicInstant
  ) {
    var current = current
    current.failures += 1
    current.awaitsPing = true
    batch = current
    guard current.failures < RequestBatch.attemptLimit,
      channel.enqueue(.ping(round: 1), for: .procedure, priority: .control)
    else { return procedureFailed("the adapter did not answer the \(request.label)", at: now) }
  }

  private static func statusText(_ reply: MTReply) -> String {
    switch reply {
    case .refused(let code): " (it does not know the command, code \(code))"
    default: reply.status.map { " (status \(Hexadecimal.prefixed($0)))" } ?? ""
    }
  }

  private mutating func batchEnded(_ replies: [MTReply], at now: MonotonicInstant) {
    switch phase {
    case .identifying(let capabilities): identified(capabilities, replies, at: now)
    case .reading(let adapter): networkRead(adapter, replies, at: now)
    case .comparingSettings(let adapter, let network): settingsRead(adapter, network, replies, at: now)
    case .writingSettings(let adapter, let network): restart(adapter, then: .start(network), at: now)
    case .starting: startRequested(replies, at: now)
    case .registering(let adapter, let network): registered(adapter, network, replies)
    case .erasing(let adapter): restart(adapter, then: .writeNetwork, at: now)
    case .writingNetwork(let adapter): start(adapter, .form, at: now)
    case .settling(let adapter, let polls): baseRead(adapter, polls: polls, replies, at: now)
    case .verifying(let adapter, let network): keyRead(adapter, network, replies, at: now)
    case .restoring(let adapter, let network): restored(adapter, network, replies, at: now)
    case .closed, .probing, .waking, .undecided, .awaitingEntropy, .restarting, .running: break
    }
  }

  mutating func phaseDeadlinePassed(at now: MonotonicInstant) {
    switch phase {
    case .waking(let round, let step): wake(round: round, step: step + 1, at: now)
    case .restarting: resetUnanswered(at: now)
    case .starting(let adapter, let purpose): askWhetherStarted(adapter, purpose, at: now)
    case .settling(let adapter, let polls):
      beginBatch(.settling(adapter, polls: polls + 1), [.any(.nvRead(.networkInformationBase))], at: now)
    default: break
    }
  }

  /// A step of start, forming or restoring failed. The link is closed, and all begins again from what the
  /// adapter then has.
  mutating func procedureFailed(_ reason: String, at now: MonotonicInstant) {
    abandonLink(reason, at: now)
  }

  /// The replies of the channel to their owners.
  mutating func finish(
    _ owner: MTChannel.Owner, _ request: MTRequest, _ reply: MTReply, at now: MonotonicInstant
  ) {
    switch owner {
    case .probe: probeReplied(reply, at: now)
    case .procedure: batchReplied(request, reply, at: now)
    case .send(let transaction): sendReplied(transaction, reply, at: now)
    case .retrieval: retrievalReplied(reply, at: now)
    case .errand: errandReplied(reply)
    case .watchdog: watchdogReplied(reply, at: now)
    case .backup: backupReplied(reply)
    }
    if case .timedOut = reply, owner != .probe, owner != .watchdog { checkLink(at: now) }
  }
}
