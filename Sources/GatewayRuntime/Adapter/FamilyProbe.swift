import RadioInterface
import SansIO

/// `adapter = "auto"`: asks for one family after the other until one answers, and stays with that.
///
/// The first words of each family are harmless to the others: a ZNP ping has no flag that would end an ASH frame,
/// and the cancel bytes and the reset of ASH have no start byte of a ZNP frame. USB ids are not looked at, since
/// families share them. A family is believed when its session has got as far as the adapter's network; when a
/// link fails before, the next one opens for the next family.
struct FamilyProbe: AdapterSession {
  private var candidates: [any AdapterSession]
  private var current = 0
  private var isFound = false
  private var hasFailed = false

  /// In the order in which they are asked; at least one.
  init(_ candidates: [any AdapterSession]) { self.candidates = candidates }

  var state: RadioState { candidates[current].state }
  var nextDeadline: MonotonicInstant? { candidates[current].nextDeadline }

  mutating func linkOpened(at now: MonotonicInstant) {
    if hasFailed, !isFound { current = (current + 1) % candidates.count }
    hasFailed = false
    candidates[current].linkOpened(at: now)
  }

  mutating func linkClosed(reason: String, at now: MonotonicInstant) {
    candidates[current].linkClosed(reason: reason, at: now)
  }

  mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    candidates[current].bytesReceived(bytes, at: now)
  }

  mutating func deadlinePassed(at now: MonotonicInstant) { candidates[current].deadlinePassed(at: now) }

  mutating func command(_ command: RadioCommand, at now: MonotonicInstant) {
    candidates[current].command(command, at: now)
  }

  mutating func provideEntropy(_ entropy: FormingEntropy, at now: MonotonicInstant) {
    candidates[current].provideEntropy(entropy, at: now)
  }

  mutating func nextOutput() -> AdapterOutput? {
    let output = candidates[current].nextOutput()
    switch output {
    case .closeLink?: hasFailed = true
    case .event(.stateChanged(let state))?: if Self.tellsOfAnAnswer(state) { isFound = true }
    default: break
    }
    return output
  }

  private static func tellsOfAnAnswer(_ state: RadioState) -> Bool {
    switch state {
    case .forming, .resuming, .running, .networkMismatch, .degraded: true
    case .absent, .opening, .resetting, .negotiating, .lost: false
    }
  }
}
