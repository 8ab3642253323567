import RadioInterface
import SansIO
import Testing
import ZNP
import Zigbee

@testable import Simulation

/// The product's session on the product's virtual coordinator, byte for byte, in virtual time. Each was
/// written from the protocol alone; here they meet.
@Suite struct ZNPSessionOnVirtualCoordinatorTests {
  /// Both ends of a serial line.
  struct Line {
    var session: ZNPSession
    var coordinator: VirtualCoordinator
    var now = MonotonicInstant.zero
    var events: [RadioEvent] = []
    var closeReasons: [String] = []

    static let entropy = FormingEntropy(
      networkKey: Secret(
        KeyBytes((0..<16).map { UInt8(201 &- $0 * 11) }) ?? KeyBytes.wellKnownLinkKey.reveal()),
      panID: PANIdentifier(rawValue: 0x3C5A),
      extendedPANID: ExtendedPANIdentifier(rawValue: 0x5EED_0BAD_F00D_0001))

    init(_ coordinator: VirtualCoordinator, _ configuration: ZNPConfiguration) {
      self.coordinator = coordinator
      session = ZNPSession(configuration: configuration)
    }

    mutating func open() {
      coordinator.powerOn(at: now)
      session.linkOpened(at: now)
    }

    mutating func run(for span: TimeSpan, until done: (Line) -> Bool = { _ in false }) {
      let end = now + span
      for _ in 0..<100_000 {
        exchange()
        if done(self) { return }
        guard let next = [session.nextDeadline, coordinator.nextDeadline].compactMap(\.self).min(),
          next <= end
        else { break }
        now = max(now, next)
        coordinator.deadlinePassed(at: now)
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
          case .transmit(let bytes): coordinator.bytesReceived(bytes, at: now)
          case .needsEntropy: session.provideEntropy(Self.entropy, at: now)
          case .closeLink(let reason): closeReasons.append(reason)
          case .event(let event): events.append(event)
          case .setLines: break
          }
        }
        while let output = coordinator.nextOutput() {
          isBusy = true
          if case .toHost(let bytes) = output { session.bytesReceived(bytes, at: now) }
        }
      }
    }

    var networks: [NetworkParameters] {
      events.compactMap { if case .networkUp(let network, _) = $0 { network } else { nil } }
    }

    var backup: NetworkBackup? {
      events.compactMap { if case .backupRead(_, let backup) = $0 { backup } else { nil } }.last
    }
  }

  private func blank(_ release: ZStackRelease, seed: UInt64 = 1) -> VirtualCoordinator {
    VirtualCoordinator(options: CoordinatorOptions(release: release), seed: seed)
  }

  private func formed(_ release: ZStackRelease) -> Line {
    var line = Line(blank(release), ZNPConfiguration(transmitPower: 9))
    line.open()
    line.run(for: .seconds(60)) { $0.session.state == .running }
    return line
  }

  @Test(arguments: ZStackRelease.allCases)
  func aBlankStickGetsARandomNetworkWithin300Frames(release: ZStackRelease) throws {
    let line = formed(release)
    #expect(line.session.state == .running)
    #expect(line.closeReasons.isEmpty)
    #expect(line.coordinator.requestCount <= 300)
    let network = try #require(line.networks.first)
    #expect(network.panID == Line.entropy.panID)
    #expect(network.extendedPANID == Line.entropy.extendedPANID)
    #expect(network.networkKey == Line.entropy.networkKey)
  }

  @Test(arguments: ZStackRelease.allCases)
  func aFormedStickStartsWithin100Frames(release: ZStackRelease) {
    let first = formed(release)
    let before = first.coordinator.requestCount
    var line = Line(first.coordinator, ZNPConfiguration())
    line.open()
    line.run(for: .seconds(20)) { $0.session.state == .running }
    #expect(line.session.state == .running)
    #expect(line.networks.first == first.networks.first)
    #expect(line.coordinator.requestCount - before <= 100)
  }

  @Test(arguments: ZStackRelease.allCases)
  func aStickPulledAndPluggedInAgainComesBackWithItsNetwork(release: ZStackRelease) {
    var line = formed(release)
    for _ in 0..<20 {
      line.coordinator.powerOff()
      line.session.linkClosed(reason: "unplugged", at: line.now)
      line.run(for: .seconds(1))
      line.open()
      line.run(for: .seconds(20)) { $0.session.state == .running }
      #expect(line.session.state == .running)
    }
    #expect(Set(line.networks).count == 1)
  }

  @Test(arguments: ZStackRelease.allCases)
  func aResetAnywhereInAStartRecoversWithinTenSeconds(release: ZStackRelease) {
    let first = formed(release)
    for milliseconds in stride(from: Int64(0), through: 700, by: 20) {
      var line = Line(first.coordinator, ZNPConfiguration())
      line.open()
      line.run(for: .milliseconds(milliseconds))
      line.coordinator.beginReset(.watchdog, at: line.now)
      line.run(for: .seconds(10)) { $0.session.state == .running && $0.coordinator.isRunning }
      #expect(line.session.state == .running, "reset after \(milliseconds) ms")
      #expect(line.networks.allSatisfy { $0 == first.networks.first })
    }
  }

  @Test(arguments: [ZStackRelease.release30, .release3x0])
  func aBackupGoesToAnotherStick(release: ZStackRelease) throws {
    var line = formed(release)
    for device in 1...5 {
      line.coordinator.deviceJoined(
        IEEEAddress(rawValue: 0x0015_8D00_0000_0000 + UInt64(device)),
        at: NetworkAddress(rawValue: 0x1000 + UInt16(device)), sleeps: device > 2, quality: 200)
    }
    line.session.command(.readBackup(RadioRequestID(rawValue: 1)), at: line.now)
    line.run(for: .seconds(30)) { $0.backup != nil }
    let saved = try #require(line.backup)
    #expect(saved.devices.count == 5)
    var other = Line(
      VirtualCoordinator(
        options: CoordinatorOptions(
          release: release, hardwareAddress: IEEEAddress(rawValue: 0x0012_4B00_2A5C_0002)), seed: 9),
      ZNPConfiguration(remembered: saved.network))
    other.open()
    other.run(for: .seconds(20)) { if case .networkMismatch = $0.session.state { true } else { false } }
    other.session.command(.restoreNetwork(RadioRequestID(rawValue: 2), saved), at: other.now)
    other.run(for: .seconds(60)) { $0.session.state == .running }
    #expect(other.events.contains(.completed(RadioRequestID(rawValue: 2), .succeeded)))
    #expect(other.networks.last == saved.network)
    other.session.command(.readBackup(RadioRequestID(rawValue: 3)), at: other.now)
    other.run(for: .seconds(30)) { $0.backup != nil }
    let again = try #require(other.backup)
    #expect(again.devices.map(\.ieee) == saved.devices.map(\.ieee))
    #expect(again.devices.map(\.linkKey) == saved.devices.map(\.linkKey))
    #expect(again.frameCounter >= saved.frameCounter + 10_000)
  }
}
