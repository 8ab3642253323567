import RadioInterface
import SansIO
import Zigbee

@testable import ZNP

/// A session and a coordinator in virtual time: each answer takes a millisecond.
struct SessionHarness {
  var session: ZNPSession
  var coordinator: StandInCoordinator
  var now = MonotonicInstant.zero
  var events: [RadioEvent] = []
  var closeReasons: [String] = []
  var lines: [ZNPSession.Output] = []
  var rawBytes: [UInt8] = []
  var entropyAsked = 0
  var entropy: FormingEntropy? = SessionHarness.entropy
  private var toHost: [UNPIFrame] = []
  private var fromHost = UNPIDeframer()

  static let entropy = FormingEntropy(
    networkKey: Secret(knownKey), panID: PANIdentifier(rawValue: 0x2BAD),
    extendedPANID: ExtendedPANIdentifier(rawValue: 0xA1B2_C3D4_E5F6_0718))
  static let keyBytes: [UInt8] = [9, 200, 3, 55, 18, 91, 240, 7, 66, 13, 121, 88, 5, 31, 17, 250]
  static let knownKey: KeyBytes = KeyBytes(keyBytes) ?? KeyBytes.wellKnownLinkKey.reveal()

  init(_ coordinator: StandInCoordinator, _ configuration: ZNPConfiguration = ZNPConfiguration()) {
    session = ZNPSession(configuration: configuration)
    self.coordinator = coordinator
  }

  var state: RadioState { session.state }

  mutating func open() {
    session.linkOpened(at: now)
    exchange()
  }

  mutating func command(_ command: RadioCommand) {
    session.command(command, at: now)
    exchange()
  }

  /// Hands over indications as the coordinator would send them.
  mutating func indicate(_ frames: UNPIFrame...) {
    for frame in frames { session.bytesReceived(frame.bytes ?? [], at: now) }
    exchange()
  }

  /// Runs what follows at once, without waiting for any timer.
  mutating func exchange() {
    for _ in 0..<20_000 {
      while let output = session.nextOutput() { carryOut(output) }
      guard !toHost.isEmpty else { return }
      now = now + .milliseconds(1)
      session.bytesReceived(toHost.removeFirst().bytes ?? [], at: now)
    }
  }

  private mutating func carryOut(_ output: ZNPSession.Output) {
    switch output {
    case .transmit(let bytes):
      rawBytes += bytes
      fromHost.append(bytes)
      while let frame = fromHost.nextFrame() { toHost += coordinator.receive(frame) }
    case .setLines: lines.append(output)
    case .closeLink(let reason): closeReasons.append(reason)
    case .needsEntropy:
      entropyAsked += 1
      if let entropy { session.provideEntropy(entropy, at: now) }
    case .event(let event): events.append(event)
    }
  }

  /// Lets time pass, timer by timer, until `end` or until the condition holds.
  mutating func run(for span: TimeSpan, until done: (SessionHarness) -> Bool = { _ in false }) {
    let end = now + span
    exchange()
    for _ in 0..<10_000 where !done(self) {
      guard let next = session.nextDeadline, next <= end else { break }
      now = max(now, next)
      session.deadlinePassed(at: now)
      exchange()
    }
    if !done(self) { now = max(now, end) }
  }

  // MARK: What happened

  func result(of id: UInt64) -> DeliveryResult? {
    let results = events.compactMap { event in
      if case .sent(RadioRequestID(rawValue: id), let result) = event { result } else { nil }
    }
    return results.count == 1 ? results[0] : nil
  }

  func completion(of id: UInt64) -> CommandResult? {
    let results = events.compactMap { event in
      if case .completed(RadioRequestID(rawValue: id), let result) = event { result } else { nil }
    }
    return results.count == 1 ? results[0] : nil
  }

  func failure(of id: UInt64) -> String? {
    if case .failed(let reason) = completion(of: id) { reason } else { nil }
  }

  var received: [APSIndication] {
    events.compactMap { if case .received(let indication) = $0 { indication } else { nil } }
  }

  var networks: [NetworkParameters] {
    events.compactMap { if case .networkUp(let network, _) = $0 { network } else { nil } }
  }

  var warnings: [String] {
    events.compactMap { if case .diagnostic(.warning(let text)) = $0 { text } else { nil } }
  }

  /// Requests that change the adapter's memory.
  var writes: [UNPIFrame] {
    let writing = [0x07, 0x09, 0x12, 0x1D, 0x30, 0x31, 0x34, 0x35].map { MTCommandID(.sys, $0) }
    return coordinator.requests.filter { writing.contains($0.id) }
  }
}
