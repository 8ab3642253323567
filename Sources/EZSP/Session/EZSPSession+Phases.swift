import RadioInterface
import SansIO
import Zigbee

extension EZSPSession {
  /// Where the session stands; each case carries what is known there.
  enum Phase: Hashable, Sendable {
    case closed
    /// The ASH link resets the firmware.
    case connecting
    /// Asking for the protocol version, in the layout of the oldest.
    case negotiating
    /// Asking again in the layout of the version that is spoken.
    case confirming(EZSPVersion, stack: UInt16)
    case identifying(EZSPVersion, stack: UInt16)
    case configuring(EZSPAdapter)
    /// The network that the firmware remembers starts.
    case initialising(EZSPAdapter)
    case reading(EZSPAdapter)
    /// The network is not the stated one: a person decides.
    case undecided(EZSPAdapter, EZSPNetwork?)
    case awaitingEntropy(EZSPAdapter, EZSPNetwork?)
    /// The old network is left, and the address of a backup's coordinator written.
    case leaving(EZSPAdapter)
    /// Looking for the quietest channel.
    case scanning(EZSPAdapter)
    case forming(EZSPAdapter, RadioChannel)
    case restoring(EZSPAdapter, EZSPNetwork)
    case registering(EZSPAdapter, EZSPNetwork)
    case running(EZSPAdapter, EZSPNetwork)

    var isClosed: Bool { self == .closed }

    /// The adapter where its identity is known and it answers commands that are no part of a procedure.
    var settled: (adapter: EZSPAdapter, network: EZSPNetwork?)? {
      switch self {
      case .running(let adapter, let network): (adapter, network)
      case .undecided(let adapter, let network): (adapter, network)
      default: nil
      }
    }
  }

  /// One command of a procedure.
  struct Step: Sendable {
    var request: EZSPRequest
    /// Whether the procedure fails without a good answer. Firmware that refuses what is not essential works,
    /// only less well.
    var isEssential: Bool

    static func any(_ request: EZSPRequest) -> Self { Self(request: request, isEssential: false) }
    static func must(_ request: EZSPRequest) -> Self { Self(request: request, isEssential: true) }
  }

  /// Commands that are sent one after the other, and their replies.
  struct RequestBatch: Sendable {
    var steps: [Step]
    var replies: [EZSPReply] = []
  }

  mutating func beginBatch(_ phase: Phase, _ steps: [Step], at now: MonotonicInstant) {
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
        abandonLink("too many commands wait for the adapter")
      }
    } else {
      batch = nil
      batchEnded(current.replies, at: now)
    }
  }

  private mutating func batchReplied(_ request: EZSPRequest, _ reply: EZSPReply, at now: MonotonicInstant) {
    guard var current = batch, current.replies.count < current.steps.count else { return }
    if current.steps[current.replies.count].isEssential, !reply.isSuccess {
      return abandonLink("the adapter refused \(request.name)\(Self.statusText(reply))")
    }
    current.replies.append(reply)
    batch = current
    advanceBatch(at: now)
  }

  static func statusText(_ reply: EZSPReply) -> String {
    switch reply {
    case .refused(nil): " (its version has no such command)"
    case .refused(let status?): " (it does not take the command, status \(status))"
    case .response, .timedOut: reply.status.map { " (status \($0))" } ?? ""
    }
  }

  private mutating func batchEnded(_ replies: [EZSPReply], at now: MonotonicInstant) {
    switch phase {
    case .negotiating: versionTold(replies, at: now)
    case .confirming(let version, let stack): identify(version, stack: stack, at: now)
    case .identifying(let version, let stack): identified(version, stack: stack, replies, at: now)
    case .configuring(let adapter): initialise(adapter, at: now)
    case .initialising(let adapter): initialised(adapter, replies, at: now)
    case .reading(let adapter): networkRead(adapter, replies, at: now)
    case .leaving(let adapter): left(adapter, replies, at: now)
    case .scanning(let adapter): scanStarted(adapter, replies, at: now)
    case .forming: formed(replies, at: now)
    case .restoring(let adapter, let network): restored(adapter, network, replies, at: now)
    case .registering(let adapter, let network): registered(adapter, network, replies, at: now)
    case .closed, .connecting, .undecided, .awaitingEntropy, .running: break
    }
  }

  mutating func phaseDeadlinePassed(at now: MonotonicInstant) {
    switch phase {
    case .initialising(let adapter): readNetwork(adapter, at: now)
    case .leaving: reconnect(at: now)
    case .scanning(let adapter): scanEnded(adapter, at: now)
    case .forming(let adapter, _): readNetwork(adapter, at: now)
    default: break
    }
  }

  /// The replies of the channel to their owners.
  mutating func finish(_ ended: EZSPChannel.Ended, at now: MonotonicInstant) {
    switch ended.owner {
    case .procedure: batchReplied(ended.request, ended.reply, at: now)
    case .send(let transaction): sendReplied(transaction, ended.reply, at: now)
    case .lookUp(let transaction): lookedUp(transaction, ended.reply)
    case .errand: errandReplied(ended.reply)
    case .watchdog: watchdogReplied(ended.request, ended.reply)
    case .backup: backupReplied(ended.reply)
    case .nobody: break
    }
  }
}
