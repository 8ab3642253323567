import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPStartTests {
  static let families: [ZStackFamily] = [.home12, .stack30x, .stack3x0]

  @Test(arguments: families)
  func aFormedNetworkIsAdoptedWithFewFrames(family: ZStackFamily) throws {
    var harness = SessionHarness(StandInCoordinator(family))
    let record = harness.coordinator.base
    harness.open()
    #expect(harness.state == .running)
    #expect(harness.coordinator.formations == 0)
    #expect(harness.coordinator.requests.count <= 100)
    #expect(harness.coordinator.base == record)
    let network = try #require(harness.networks.first)
    #expect(network.panID.rawValue == 0x1A62)
    #expect(network.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
    #expect(network.channel.rawValue == 15)
    #expect(network.coordinator == StandInCoordinator.ieee)
    #expect(network.networkKey?.reveal().bytes == StandInCoordinator.key)
    #expect(harness.entropyAsked == 0)
  }

  @Test(arguments: families)
  func theFamilyIsToldWithItsBuild(family: ZStackFamily) {
    var harness = SessionHarness(StandInCoordinator(family))
    harness.open()
    let identities = harness.events.compactMap { event in
      if case .networkUp(_, let identity) = event { identity } else { nil }
    }
    #expect(identities.map(\.firmware) == ["\(family.name), build 20240710"])
    #expect(identities.map(\.ieee) == [StandInCoordinator.ieee])
  }

  @Test func theSecondStartWritesNothing() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    let first = harness.coordinator.requests.count
    harness.coordinator.requests = []
    harness.session.linkClosed(reason: "unplugged", at: harness.now)
    harness.open()
    #expect(harness.state == .running)
    #expect(harness.writes.isEmpty)
    #expect(harness.coordinator.requests.count < first)
    #expect(harness.networks.count == 2)
  }

  @Test func theStatesOfAStartComeInOrder() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    let states = harness.events.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } }
    #expect(states == [.negotiating, .resuming, .resetting, .resuming, .running])
  }

  @Test func joiningIsClosedAndZDOMessagesAreAskedForAtStart() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    let permits = harness.coordinator.requests.filter { $0.id == MTCommandID(.zdo, 0x36) }.map(\.payload)
    #expect(permits == [[0x0F, 0xFC, 0xFF, 0, 1], [0x02, 0, 0, 0, 1]])
    let registrations = harness.coordinator.requests.filter { $0.id == MTCommandID(.zdo, 0x3E) }
    #expect(registrations.map(\.payload) == [[0xFF, 0xFF]])
    let endpoints = harness.coordinator.requests.filter { $0.id == MTCommandID(.af, 0x00) }.map {
      $0.payload[0]
    }
    #expect(endpoints == [1, 242])
  }

  @Test func aWellKnownKeyIsTakenOverWithALoudWarning() {
    let known: [UInt8] = [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13]
    var harness = SessionHarness(StandInCoordinator(.stack3x0, key: known))
    harness.open()
    #expect(harness.state == .running)
    #expect(harness.warnings.contains { $0.contains("WELL-KNOWN") })
  }

  @Test func anAbortedEraseIsNotCarriedOutByALaterStart() {
    var coordinator = StandInCoordinator(.stack3x0)
    coordinator.memory[NVItem.startupOption.rawValue] = [3]
    var harness = SessionHarness(coordinator)
    harness.open()
    #expect(harness.state == .running)
    #expect(harness.coordinator.formations == 0)
    #expect(harness.networks.first?.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
  }

  @Test func whatWasPendingBeforeTheHandshakeIsDiscardedAndCounted() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.session.linkOpened(at: harness.now)
    let stale = UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.zdo, 0xCB), payload: [60])
    harness.session.bytesReceived([0x12, 0x34] + (stale.bytes ?? []), at: harness.now)
    harness.exchange()
    #expect(harness.state == .running)
    #expect(harness.session.counters.framesBeforeHandshake == 1)
    #expect(!harness.events.contains(.permitJoinChanged(seconds: 60)))
  }

  @Test func aSilentPortIsGivenUpAfterThreePings() {
    var coordinator = StandInCoordinator(.stack3x0)
    coordinator.isDead = true
    var harness = SessionHarness(coordinator)
    harness.open()
    harness.run(for: .seconds(15))
    #expect(
      harness.rawBytes
        == [UInt8]([0xFE, 0, 0x21, 0x01, 0x20, 0xFE, 0, 0x21, 0x01, 0x20, 0xFE, 0, 0x21, 0x01, 0x20]))
    #expect(harness.closeReasons.count == 1)
    #expect(harness.closeReasons.first?.contains("nothing answers") == true)
  }

  @Test func aPeerThatIsNoCoordinatorIsToldApart() {
    var coordinator = StandInCoordinator(.stack3x0)
    coordinator.isDead = true
    var harness = SessionHarness(coordinator)
    harness.open()
    for _ in 0..<100 {
      harness.session.bytesReceived(Array("$GPGGA,123519,4807.038,N*47\r\n".utf8), at: harness.now)
      harness.run(for: .milliseconds(100))
    }
    #expect(harness.closeReasons.first?.contains("no ZNP") == true)
    #expect(harness.rawBytes.count == 15)
  }

  @Test func theBootLoaderIsWokenOnlyWhenAsked() {
    var coordinator = StandInCoordinator(.home12)
    coordinator.isDead = true
    var harness = SessionHarness(coordinator, ZNPConfiguration(bootloaderWake: .lines))
    harness.open()
    harness.run(for: .seconds(2)) { $0.rawBytes.contains(0xEF) }
    #expect(
      harness.lines == [
        .setLines(dtr: false, rts: false), .setLines(dtr: false, rts: true),
        .setLines(dtr: false, rts: false),
      ])
    harness.coordinator.isDead = false
    harness.run(for: .seconds(5)) { $0.state == .running }
    #expect(harness.state == .running)
  }

  @Test func aLostStartIndicationIsMadeUpForByAsking() {
    let coordinator = StandInCoordinator(.stack3x0)
    var harness = SessionHarness(coordinator)
    harness.coordinator.silentStart = true
    harness.open()
    #expect(harness.state != .running)
    harness.run(for: .seconds(10)) { $0.state == .running }
    #expect(harness.state == .running)
  }

  @Test func aSettingThatTheFirmwareRefusesDoesNotBlockTheStart() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.coordinator.refusedItems = [
      NVItem.concentratorDiscovery.rawValue: 0x0A, NVItem.childAgeing.rawValue: 0x0C,
      NVItem.hasConfigured.rawValue: 0x0A,
    ]
    harness.open()
    #expect(harness.state == .running)
  }

  @Test func aResetWhoseIndicationIsLostIsFoundOutByAsking() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.coordinator.losesResetIndication = true
    harness.open()
    harness.run(for: .seconds(15)) { $0.state == .running }
    #expect(harness.state == .running)
    #expect(harness.closeReasons.isEmpty)
  }

  @Test(arguments: families)
  func aResetAtEveryPointOfTheStartRecoversAndFormsNothing(family: ZStackFamily) {
    var reference = SessionHarness(StandInCoordinator(family))
    reference.open()
    let count = reference.coordinator.requests.count
    for point in 1...(count + 1) {
      var harness = SessionHarness(StandInCoordinator(family))
      harness.coordinator.resetsBefore = [point]
      harness.open()
      let lost = harness.now
      harness.run(for: .seconds(10)) { $0.state == .running }
      #expect(harness.state == .running, "reset before request \(point)")
      #expect(harness.now - lost <= .seconds(10))
      #expect(harness.coordinator.formations == 0)
      #expect(harness.networks.last?.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
      #expect(harness.closeReasons.isEmpty)
    }
  }

  @Test func severalResetsAtRandomPointsNeverFormANetwork() {
    var generator = SeededGenerator(seed: 0xC0FFEE)
    for _ in 0..<200 {
      var harness = SessionHarness(StandInCoordinator(.stack3x0))
      harness.coordinator.resetsBefore = Set((0..<3).map { _ in Int.random(in: 1...60, using: &generator) })
      harness.open()
      harness.run(for: .seconds(20)) { $0.state == .running }
      #expect(harness.state == .running)
      #expect(harness.coordinator.formations == 0)
    }
  }

  @Test func anAdapterThatKeepsResettingIsGivenUpForTheDriverToReopen() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.coordinator.resetsBefore = Set(1...10_000)
    harness.open()
    harness.run(for: .seconds(30))
    #expect(harness.closeReasons == ["the adapter keeps resetting itself"])
  }

  @Test(arguments: families)
  func requestsWithoutAnswerDuringTheStartEndTheLinkAndNeverForm(family: ZStackFamily) {
    for silent in [MTCommandID(.sys, 0x08), MTCommandID(.zdo, 0x40), MTCommandID(.af, 0x00)] {
      var harness = SessionHarness(StandInCoordinator(family))
      harness.coordinator.silentCommands = [silent]
      harness.open()
      harness.run(for: .seconds(60)) { !$0.closeReasons.isEmpty }
      harness.run(for: .seconds(10))
      #expect(harness.closeReasons.count == 1)
      #expect(harness.coordinator.formations == 0)
      if case .lost = harness.state {} else { Issue.record("state is \(harness.state)") }
    }
  }
}
