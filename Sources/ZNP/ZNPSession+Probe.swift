import RadioInterface
import SansIO
import Zigbee

/// Finding out whether a ZNP answers, and keeping to know it: probe, boot loader, resets, watchdog.
extension ZNPSession {
  static let probeRounds = 3
  static let idleInterval = TimeSpan.seconds(30)
  static let pingFailureLimit = 3
  /// Unasked resets in a row, without reaching a running network, after which the link is closed.
  static let restartLimit = 5
  static let lineStep = TimeSpan.milliseconds(150)
  static let wakePause = TimeSpan.seconds(1)

  mutating func beginProbing(at now: MonotonicInstant) {
    enter(.negotiating)
    ping(round: 0)
  }

  private mutating func ping(round: Int) {
    phase = .probing(round: round)
    deadlines[.phase] = nil
    _ = channel.enqueue(.ping(round: round), for: .probe, priority: .control)
  }

  mutating func probeReplied(_ reply: MTReply, at now: MonotonicInstant) {
    guard case .probing(let round) = phase else { return }
    if let payload = reply.payload, payload.count >= 2 {
      return identify(capabilities: UInt16(payload[0]) | UInt16(payload[1]) << 8, at: now)
    }
    guard round + 1 < Self.probeRounds else { return abandonLink(silenceText, at: now) }
    if configuration.bootloaderWake == .none {
      ping(round: round + 1)
    } else {
      wake(round: round, step: configuration.bootloaderWake == .lines ? 0 : 3, at: now)
    }
  }

  private var silenceText: String {
    if deframer.deliveredFrames > 0 { return "the adapter sends frames but answers no ping" }
    if counters.receivedBytes > 0 {
      return "what comes from the port is no ZNP: another kind of adapter, or another baud rate"
    }
    return "nothing answers on the port: wrong port, no power, or the boot loader holds the adapter"
  }

  /// Steps 0 to 2 move DTR and RTS, step 3 writes the wake byte, step 4 pings again.
  mutating func wake(round: Int, step: Int, at now: MonotonicInstant) {
    phase = .waking(round: round, step: step)
    switch step {
    case 0...2:
      output(.setLines(dtr: false, rts: step == 1))
      deadlines[.phase] = now + Self.lineStep
    case 3:
      output(.transmit([0xEF]))
      deadlines[.phase] = now + Self.wakePause
    default:
      ping(round: round + 1)
    }
  }

  /// SYS_RESET_IND that the session did not ask for: everything in flight is lost, and the start begins
  /// anew with what the adapter then has.
  mutating func adapterWasReset(reason: UInt8, at now: MonotonicInstant) {
    restarts += 1
    guard restarts <= Self.restartLimit else {
      return abandonLink("the adapter keeps resetting itself", at: now)
    }
    isFresh = true
    if case .probing = phase {
      channel.reset()
      return ping(round: 0)
    }
    let cause = [0: "power-up", 1: "external", 2: "watchdog"][reason] ?? "code \(reason)"
    warn("the adapter was reset (\(cause)); starting again")
    loseEverything(at: now)
    beginProbing(at: now)
  }

  // MARK: Restart on purpose

  static let restartTimeout = TimeSpan.seconds(10)

  /// Soft reset (a jump to the start of the firmware, so that USB stays enumerated).
  mutating func restart(_ adapter: ZStackAdapter, then next: AfterRestart, at now: MonotonicInstant) {
    phase = .restarting(adapter, next)
    enter(.resetting)
    deadlines[.phase] = now + Self.restartTimeout
    transmit(UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.sys, 0x00), payload: [1]))
  }

  mutating func restarted(_ adapter: ZStackAdapter, _ next: AfterRestart, at now: MonotonicInstant) {
    deadlines[.phase] = nil
    isFresh = true
    switch next {
    case .start(let network): start(adapter, .resume(network), at: now)
    case .writeNetwork: writeNetwork(adapter, at: now)
    case .writeBackup(let network): writeBackup(adapter, network, at: now)
    case .identify: identify(capabilities: adapter.capabilities, at: now)
    }
  }

  /// Its indication may have been lost on the line: the adapter is asked whether it is there.
  mutating func resetUnanswered(at now: MonotonicInstant) {
    restarts += 1
    guard restarts <= Self.restartLimit else {
      return abandonLink("the adapter does not tell of its resets", at: now)
    }
    loseEverything(at: now)
    isFresh = true
    beginProbing(at: now)
  }

  // MARK: Watchdog

  mutating func armIdleCheck(at now: MonotonicInstant) {
    lastFrame = now
    if phase.settled != nil { deadlines[.idle] = now + Self.idleInterval }
  }

  /// Frames move an instant, not the deadline: that is looked at when it has come.
  mutating func checkIdleLink(at now: MonotonicInstant) {
    guard phase.settled != nil else { return }
    let due = lastFrame + Self.idleInterval
    guard due <= now else { return deadlines[.idle] = due }
    if channel.isIdle { checkLink(at: now) } else { armIdleCheck(at: now) }
  }

  /// Asks before anything else whether the adapter still answers. Also after a request without response: a
  /// late one then comes before the ping's and cannot be taken for that of the next request.
  mutating func checkLink(at now: MonotonicInstant) {
    guard phase.settled != nil else { return }
    _ = channel.enqueue(.ping(round: 1), for: .watchdog, priority: .control)
  }

  mutating func watchdogReplied(_ reply: MTReply, at now: MonotonicInstant) {
    if case .response = reply {
      missedPings = 0
      return armIdleCheck(at: now)
    }
    missedPings += 1
    if missedPings >= Self.pingFailureLimit {
      abandonLink("the adapter did not answer \(missedPings) pings", at: now)
    } else {
      checkLink(at: now)
    }
  }
}
