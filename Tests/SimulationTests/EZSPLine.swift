import EZSP
import RadioInterface
import SansIO
import Zigbee

@testable import Simulation

/// An EZSP session and a virtual house, byte for byte, in virtual time.
struct EZSPLine {
  var session: EZSPSession
  var house: VirtualHouse
  var now = MonotonicInstant.zero
  var events: [RadioEvent] = []
  var closeReasons: [String] = []
  var entropyAsked = 0

  static let entropy = FormingEntropy(
    networkKey: Secret(key(201)), panID: PANIdentifier(rawValue: 0x3C5A),
    extendedPANID: ExtendedPANIdentifier(rawValue: 0x5EED_0BAD_F00D_0001),
    trustCenterLinkKey: Secret(key(77)))

  static func key(_ seed: UInt8) -> KeyBytes {
    KeyBytes((0..<16).map { seed &- $0 &* 11 }) ?? KeyBytes.wellKnownLinkKey.reveal()
  }

  init(version: UInt8, seed: UInt64 = 1, _ configuration: EZSPConfiguration = EZSPConfiguration()) {
    let options = EZSPCoordinatorOptions(version: EZSPVersion(rawValue: version))
    self.init(VirtualHouse(options: HouseOptions(ezsp: options, seed: seed)), configuration)
  }

  init(_ house: VirtualHouse, _ configuration: EZSPConfiguration = EZSPConfiguration()) {
    self.house = house
    session = EZSPSession(configuration: configuration)
  }

  var coordinator: VirtualEZSPCoordinator {
    get { house.coordinator as? VirtualEZSPCoordinator ?? VirtualEZSPCoordinator() }
    set { house.coordinator = newValue }
  }

  mutating func open() {
    house.powerOn(at: now)
    session.linkOpened(at: now)
  }

  /// Opens and waits until the network runs.
  mutating func start() {
    open()
    run(for: .seconds(60)) { $0.session.state == .running }
  }

  mutating func command(_ command: RadioCommand) {
    session.command(command, at: now)
  }

  mutating func run(for span: TimeSpan, until done: (EZSPLine) -> Bool = { _ in false }) {
    let end = now + span
    for _ in 0..<200_000 {
      exchange()
      if done(self) { return }
      guard let next = [session.nextDeadline, house.nextDeadline].compactMap(\.self).min(), next <= end
      else { break }
      now = max(now, next)
      house.deadlinePassed(at: now)
      session.deadlinePassed(at: now)
    }
    now = max(now, end)
  }

  private mutating func exchange() {
    var isBusy = true
    while isBusy {
      isBusy = false
      while let output = session.nextOutput() {
        isBusy = true
        switch output {
        case .transmit(let bytes): house.bytesReceived(bytes, at: now)
        case .needsEntropy:
          entropyAsked += 1
          session.provideEntropy(Self.entropy, at: now)
        case .closeLink(let reason): closeReasons.append(reason)
        case .event(let event): events.append(event)
        case .setLines: break
        }
      }
      let bytes = house.takeBytes()
      if !bytes.isEmpty {
        isBusy = true
        session.bytesReceived(bytes, at: now)
      }
    }
  }

  // MARK: What happened

  var networks: [NetworkParameters] {
    events.compactMap { if case .networkUp(let network, _) = $0 { network } else { nil } }
  }

  var backup: NetworkBackup? {
    events.compactMap { if case .backupRead(_, let backup) = $0 { backup } else { nil } }.last
  }

  var received: [APSIndication] {
    events.compactMap { if case .received(let indication) = $0 { indication } else { nil } }
  }

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

  var warnings: [String] {
    events.compactMap { if case .diagnostic(.warning(let text)) = $0 { text } else { nil } }
  }
}
