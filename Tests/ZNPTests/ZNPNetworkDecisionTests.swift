import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPNetworkDecisionTests {
  static let families = ZNPStartTests.families
  let channel20 = RadioChannel(rawValue: 20)

  private func id(_ value: UInt64) -> RadioRequestID { RadioRequestID(rawValue: value) }

  /// The writes that a decision may not make: everything, before somebody decides.
  private func wrote(_ harness: SessionHarness) -> Bool { !harness.writes.isEmpty }

  // MARK: Forming

  @Test(arguments: families)
  func aBlankAdapterGetsANetworkWithTheRandomValues(family: ZStackFamily) throws {
    var harness = SessionHarness(StandInCoordinator(family, formed: false))
    harness.open()
    harness.run(for: .seconds(60)) { $0.state == .running }
    #expect(harness.state == .running)
    #expect(harness.entropyAsked == 1)
    #expect(harness.coordinator.formations == 1)
    #expect(harness.coordinator.requests.count <= 300)
    let network = try #require(harness.networks.first)
    #expect(network.panID.rawValue == 0x2BAD)
    #expect(network.extendedPANID == SessionHarness.entropy.extendedPANID)
    #expect(network.networkKey?.reveal().bytes == SessionHarness.keyBytes)
    #expect([11, 15, 20, 25].contains(network.channel.rawValue))
    let marker = harness.coordinator.memory[family == .home12 ? 0x0F00 : 0x0060]
    #expect(marker == [0x55])
  }

  @Test(arguments: families)
  func aBlankAdapterGetsTheStatedNetwork(family: ZStackFamily) throws {
    let plan = NetworkPlan(
      channel: channel20, panID: PANIdentifier(rawValue: 0x4711),
      extendedPANID: ExtendedPANIdentifier(rawValue: 0x0102_0304_0506_0708))
    var harness = SessionHarness(StandInCoordinator(family, formed: false), ZNPConfiguration(plan: plan))
    harness.open()
    harness.run(for: .seconds(60)) { $0.state == .running }
    let network = try #require(harness.networks.first)
    #expect(network.channel == channel20)
    #expect(network.panID == plan.panID)
    #expect(network.extendedPANID == plan.extendedPANID)
    #expect(network.networkKey?.reveal().bytes == SessionHarness.keyBytes)
  }

  @Test func `a blank adapter stays blank where the state may have held a network`() {
    var harness = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(mayFormFirstNetwork: false))
    harness.open()
    harness.run(for: .seconds(60))
    #expect(harness.state == .networkMismatch(found: nil, stated: NetworkPlan()))
    #expect(!wrote(harness))
  }

  @Test func nothingIsFormedBeforeTheRandomNumbersAreThere() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0, formed: false))
    harness.entropy = nil
    harness.open()
    harness.run(for: .seconds(5))
    #expect(harness.entropyAsked == 1)
    #expect(!wrote(harness))
    harness.session.provideEntropy(SessionHarness.entropy, at: harness.now)
    harness.exchange()
    harness.run(for: .seconds(60)) { $0.state == .running }
    #expect(harness.state == .running)
  }

  @Test func aStatedWellKnownKeyIsRefused() {
    let plan = NetworkPlan(networkKey: KeyBytes.wellKnownLinkKey)
    var harness = SessionHarness(StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(plan: plan))
    harness.open()
    guard case .degraded(let reason) = harness.state else { return #expect(Bool(false), "\(harness.state)") }
    #expect(reason.contains("well-known"))
    #expect(!wrote(harness))
    #expect(harness.coordinator.formations == 0)
  }

  @Test func randomNumbersThatAreNoIdentifiersAreAskedForAgain() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0, formed: false))
    harness.entropy = nil
    harness.open()
    var bad = SessionHarness.entropy
    bad.extendedPANID = ExtendedPANIdentifier(rawValue: 0)
    harness.session.provideEntropy(bad, at: harness.now)
    harness.exchange()
    #expect(harness.entropyAsked == 2)
    #expect(!wrote(harness))
  }

  @Test(arguments: families)
  func aResetAtEveryPointOfFormingEndsWithTheNetworkAskedFor(family: ZStackFamily) {
    var reference = SessionHarness(StandInCoordinator(family, formed: false))
    reference.open()
    reference.run(for: .seconds(60)) { $0.state == .running }
    for point in 1...reference.coordinator.requests.count {
      var harness = SessionHarness(StandInCoordinator(family, formed: false))
      harness.coordinator.resetsBefore = [point]
      harness.open()
      harness.run(for: .seconds(60)) { $0.state == .running }
      #expect(harness.state == .running, "reset before request \(point)")
      #expect(harness.networks.last?.extendedPANID == SessionHarness.entropy.extendedPANID)
      #expect(harness.networks.last?.networkKey?.reveal().bytes == SessionHarness.keyBytes)
      #expect(harness.coordinator.requests.count <= 300)
    }
  }

  // MARK: Mismatch

  static let differences: [NetworkPlan] = [
    NetworkPlan(channel: RadioChannel(rawValue: 20)),
    NetworkPlan(panID: PANIdentifier(rawValue: 0x1234)),
    NetworkPlan(extendedPANID: ExtendedPANIdentifier(rawValue: 1)),
    NetworkPlan(networkKey: Secret(SessionHarness.knownKey)),
  ]

  @Test(arguments: differences)
  func aNetworkOtherThanTheStatedOneIsLeftAlone(plan: NetworkPlan) {
    var harness = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(plan: plan))
    harness.open()
    harness.run(for: .seconds(300))
    guard case .networkMismatch(let found, plan) = harness.state else {
      return #expect(Bool(false), "\(harness.state)")
    }
    #expect(found?.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
    #expect(!wrote(harness))
    #expect(harness.coordinator.formations == 0)
    #expect(!harness.coordinator.isStarted)
  }

  @Test func aWipedAdapterIsAMismatchWithTheRememberedNetwork() throws {
    var first = SessionHarness(StandInCoordinator(.stack3x0))
    first.open()
    let remembered = try #require(first.networks.first)
    var harness = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false), ZNPConfiguration(remembered: remembered))
    harness.open()
    harness.run(for: .seconds(60))
    guard case .networkMismatch(nil, let stated) = harness.state else {
      return #expect(Bool(false), "\(harness.state)")
    }
    #expect(stated.extendedPANID == remembered.extendedPANID)
    #expect(!wrote(harness))
    #expect(harness.coordinator.formations == 0)
  }

  @Test func aRememberedNetworkThatMovedToAnotherChannelIsStillTheSame() throws {
    var first = SessionHarness(StandInCoordinator(.stack3x0))
    first.open()
    var remembered = try #require(first.networks.first)
    remembered.channel = try #require(channel20)
    remembered.panID = PANIdentifier(rawValue: 0x0101)
    var harness = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(remembered: remembered))
    harness.open()
    #expect(harness.state == .running)
    remembered.extendedPANID = ExtendedPANIdentifier(rawValue: 5)
    var other = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(remembered: remembered))
    other.open()
    guard case .networkMismatch = other.state else { return #expect(Bool(false), "\(other.state)") }
  }

  @Test func aStickThatWasARouterElsewhereIsNotTakenForACoordinator() throws {
    var coordinator = StandInCoordinator(.stack3x0)
    var raw = try #require(coordinator.base?.bytes)
    (raw[22], raw[23]) = (0x34, 0x12)
    coordinator.memory[NVItem.networkInformationBase.rawValue] = raw
    var harness = SessionHarness(coordinator)
    harness.open()
    guard case .degraded = harness.state else { return #expect(Bool(false), "\(harness.state)") }
    #expect(!wrote(harness))
    harness.command(.adoptNetwork(id(1)))
    #expect(harness.failure(of: 1) != nil)
    harness.command(.formNetwork(id(2), NetworkPlan(), erasing: true))
    harness.run(for: .seconds(60)) { $0.state == .running }
    #expect(harness.completion(of: 2) == .succeeded)
  }

  @Test func anotherAdapterPluggedInBetweenIsAMismatch() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.session.linkClosed(reason: "unplugged", at: harness.now)
    harness.coordinator = StandInCoordinator(.stack3x0, formed: false)
    harness.open()
    harness.run(for: .seconds(60))
    guard case .networkMismatch(nil, _) = harness.state else {
      return #expect(Bool(false), "\(harness.state)")
    }
    #expect(harness.coordinator.formations == 0)
  }

  @Test func nothingIsSentWhileAMismatchWaits() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(plan: Self.differences[0]))
    harness.open()
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.command(.permitJoin(id(2), seconds: 60, through: nil))
    #expect(harness.result(of: 1) == .failed(.notRunning))
    #expect(harness.failure(of: 2) != nil)
  }

  @Test func adoptingTakesTheFoundNetwork() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(plan: Self.differences[0]))
    harness.open()
    harness.command(.adoptNetwork(id(1)))
    harness.run(for: .seconds(10)) { $0.state == .running }
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(harness.state == .running)
    #expect(harness.networks.first?.channel.rawValue == 15)
    #expect(harness.coordinator.formations == 0)
    harness.session.linkClosed(reason: "unplugged", at: harness.now)
    harness.open()
    #expect(harness.state == .running)
  }

  @Test func formingNeedsTheWordToErase() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0), ZNPConfiguration(plan: Self.differences[0]))
    harness.open()
    harness.command(.formNetwork(id(1), NetworkPlan(), erasing: false))
    #expect(harness.failure(of: 1)?.contains("erasing") == true)
    #expect(!wrote(harness))
    harness.command(.formNetwork(id(2), NetworkPlan(channel: channel20), erasing: true))
    harness.run(for: .seconds(60)) { $0.state == .running }
    #expect(harness.completion(of: 2) == .succeeded)
    #expect(harness.coordinator.formations == 1)
    #expect(harness.networks.last?.channel == channel20)
    #expect(harness.networks.last?.extendedPANID == SessionHarness.entropy.extendedPANID)
  }

  @Test func aWellKnownKeyIsRefusedAlsoWhenCommanded() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.coordinator.requests = []
    harness.command(.formNetwork(id(1), NetworkPlan(networkKey: KeyBytes.wellKnownLinkKey), erasing: true))
    #expect(harness.failure(of: 1)?.contains("well-known") == true)
    #expect(harness.coordinator.requests.isEmpty)
    #expect(harness.state == .running)
  }

  @Test func aLinkLostWhileFormingEndsTheCommandOnce() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.coordinator.silentCommands = [MTCommandID(.appConfig, 0x05)]
    harness.command(.formNetwork(id(1), NetworkPlan(), erasing: true))
    harness.run(for: .seconds(300))
    #expect(harness.failure(of: 1) != nil)
    #expect(harness.closeReasons.count == 1)
  }

  @Test func anOrderDoesNotPassToTheAdapterThatComesNext() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.coordinator.silentCommands = [MTCommandID(.appConfig, 0x05)]
    harness.command(.formNetwork(id(1), NetworkPlan(), erasing: true))
    harness.coordinator = StandInCoordinator(.stack3x0)
    harness.open()
    #expect(harness.failure(of: 1) != nil)
    #expect(harness.state == .running)
    #expect(harness.coordinator.formations == 0)
    #expect(harness.networks.last?.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
  }

  @Test func aStatedPANIdentifierThatANeighbourHasIsReported() {
    var harness = SessionHarness(
      StandInCoordinator(.stack3x0, formed: false),
      ZNPConfiguration(plan: NetworkPlan(panID: PANIdentifier(rawValue: 0x4711))))
    harness.coordinator.movesPANID = true
    harness.open()
    harness.run(for: .seconds(60))
    #expect(harness.closeReasons.first?.contains("PAN identifier 0x4711") == true)
  }

  @Test func aResetOnCommandResumesTheNetwork() {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.command(.reset(id(1)))
    harness.run(for: .seconds(10)) { $0.completion(of: 1) != nil }
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(harness.state == .running)
    #expect(harness.coordinator.formations == 0)
  }
}
