import RadioInterface
import SansIO
import Testing

@testable import GatewayRuntime

/// A session that answers or does not, as a test wants.
private struct StandInSession: AdapterSession {
  var state = RadioState.negotiating
  var nextDeadline: MonotonicInstant?
  /// nil: nothing answers.
  var outcome: RadioState?
  var name: UInt8
  private var outputs: [AdapterOutput] = []

  init(name: UInt8, outcome: RadioState?) {
    self.name = name
    self.outcome = outcome
  }

  mutating func linkOpened(at now: MonotonicInstant) {
    outputs.append(.transmit([name]))
    if let outcome {
      outputs.append(.event(.stateChanged(outcome)))
    } else {
      outputs.append(.closeLink(reason: "silence"))
    }
  }
  mutating func linkClosed(reason: String, at now: MonotonicInstant) {}
  mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {}
  mutating func deadlinePassed(at now: MonotonicInstant) {}
  mutating func command(_ command: RadioCommand, at now: MonotonicInstant) {}
  mutating func provideEntropy(_ entropy: FormingEntropy, at now: MonotonicInstant) {}
  mutating func nextOutput() -> AdapterOutput? { outputs.isEmpty ? nil : outputs.removeFirst() }
}

@Suite struct FamilyProbeTests {
  /// Which family was asked at each opening of the port.
  private func asked(_ outcomes: [RadioState?], openings: Int) -> [UInt8] {
    var probe = FamilyProbe(
      outcomes.enumerated().map { StandInSession(name: UInt8($0.offset), outcome: $0.element) })
    var names: [UInt8] = []
    for _ in 0..<openings {
      probe.linkOpened(at: .zero)
      while let output = probe.nextOutput() {
        if case .transmit(let bytes) = output { names += bytes }
      }
      probe.linkClosed(reason: "closed", at: .zero)
    }
    return names
  }

  @Test func familiesAreAskedInTurnUntilOneAnswers() {
    #expect(asked([nil, nil], openings: 5) == [0, 1, 0, 1, 0])
    #expect(asked([nil, .resuming], openings: 5) == [0, 1, 1, 1, 1])
    #expect(asked([.running, nil], openings: 3) == [0, 0, 0])
  }

  @Test func aNetworkThatDiffersIsAnAnswerToo() {
    let mismatch = RadioState.networkMismatch(found: nil, stated: NetworkPlan())
    #expect(asked([nil, mismatch], openings: 3) == [0, 1, 1])
  }

  @Test func aPortThatIsPulledBeforeAnythingWasSaidIsAskedAgainByTheSameFamily() {
    #expect(asked([.negotiating, nil], openings: 3) == [0, 0, 0])
  }
}
