import EZSP
import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import Simulation

/// The product's EZSP session on the product's virtual coordinator, of every protocol version. Each was written
/// from the protocol alone; here they meet.
@Suite struct EZSPSessionTests {
  static let versions: [UInt8] = [4, 5, 6, 7, 8, 9, 12, 13, 14, 16, 18, 19]
  static let someVersions: [UInt8] = [4, 7, 8, 13, 14, 19]

  private func id(_ number: UInt64) -> RadioRequestID { RadioRequestID(rawValue: number) }

  private func started(_ version: UInt8, seed: UInt64 = 1) -> EZSPLine {
    var line = EZSPLine(version: version, seed: seed)
    line.start()
    return line
  }

  @Test(arguments: versions)
  func aBlankStickGetsARandomNetwork(version: UInt8) throws {
    let line = started(version)
    #expect(line.session.state == .running)
    #expect(line.closeReasons.isEmpty)
    #expect(line.warnings.isEmpty)
    #expect(line.entropyAsked == 1)
    let network = try #require(line.networks.first)
    #expect(network.panID == EZSPLine.entropy.panID)
    #expect(network.extendedPANID == EZSPLine.entropy.extendedPANID)
    #expect(network.networkKey == EZSPLine.entropy.networkKey)
    #expect([11, 15, 20, 25].contains(network.channel.rawValue))
    #expect(network.coordinator == line.coordinator.options.hardwareAddress)
    let memory = line.coordinator.memory
    #expect(memory.networkKey == EZSPLine.key(201).bytes)
    // Before version 5 all devices have the link key that everybody knows.
    let known = KeyBytes.wellKnownLinkKey.reveal().bytes
    #expect(memory.trustCenterKey == (version > 4 ? EZSPLine.key(77).bytes : known))
  }

  @Test(arguments: versions)
  func aFormedStickIsResumedAsItIs(version: UInt8) throws {
    let first = started(version)
    let network = try #require(first.networks.first)
    var line = EZSPLine(first.house, EZSPConfiguration(remembered: network))
    line.house.powerOff()
    line.start()
    #expect(line.networks == [network])
    #expect(line.entropyAsked == 0)
    #expect(line.coordinator.memory == first.coordinator.memory)
  }

  @Test(arguments: someVersions)
  func aStatedNetworkIsFormedAsStated(version: UInt8) throws {
    let plan = NetworkPlan(
      channel: RadioChannel(rawValue: 20), panID: PANIdentifier(rawValue: 0x1A62),
      extendedPANID: ExtendedPANIdentifier(rawValue: 0xDDDD_DDDD_DDDD_DDD1))
    var line = EZSPLine(version: version, EZSPConfiguration(plan: plan))
    line.start()
    let network = try #require(line.networks.first)
    #expect(plan.agrees(with: network))
  }

  @Test func aNetworkThatDiffersIsLeftAloneUntilSomebodyDecides() throws {
    let first = started(13)
    let network = try #require(first.networks.first)
    let plan = NetworkPlan(panID: PANIdentifier(rawValue: 0x0001))
    var line = EZSPLine(first.house, EZSPConfiguration(plan: plan))
    line.house.powerOff()
    line.open()
    line.run(for: .seconds(30))
    #expect(line.session.state == .networkMismatch(found: network, stated: plan))
    #expect(line.coordinator.memory.network == first.coordinator.memory.network)
    line.command(
      .send(
        id(1),
        APSRequest(
          destination: .device(.coordinator), destinationEndpoint: EndpointID(1),
          cluster: ClusterID(rawValue: 6), payload: [1, 0, 0])))
    line.command(.formNetwork(id(2), NetworkPlan(), erasing: false))
    line.run(for: .seconds(1))
    #expect(line.result(of: 1) == .failed(.notRunning))
    #expect(
      line.completion(of: 2)
        == .failed(reason: "the adapter has a network; it is erased only when erasing is said"))
    line.command(.adoptNetwork(id(3)))
    line.run(for: .seconds(10)) { $0.session.state == .running }
    #expect(line.completion(of: 3) == .succeeded)
    #expect(line.networks == [network])
  }

  @Test func aBlankStickInPlaceOfARememberedNetworkWaitsForADecision() throws {
    let network = try #require(started(13).networks.first)
    var line = EZSPLine(version: 13, EZSPConfiguration(remembered: network))
    line.open()
    line.run(for: .seconds(30))
    let stated = NetworkPlan(
      channel: network.channel, panID: network.panID, extendedPANID: network.extendedPANID,
      networkKey: network.networkKey)
    #expect(line.session.state == .networkMismatch(found: nil, stated: stated))
    #expect(line.coordinator.memory.network == nil)
    #expect(line.entropyAsked == 0)
  }

  @Test(arguments: someVersions)
  func erasingMakesAnotherNetwork(version: UInt8) throws {
    var line = started(version)
    let plan = NetworkPlan(panID: PANIdentifier(rawValue: 0x0BEE))
    line.command(.formNetwork(id(1), plan, erasing: true))
    line.run(for: .seconds(60)) { $0.completion(of: 1) != nil }
    #expect(line.completion(of: 1) == .succeeded)
    #expect(line.networks.count == 2)
    #expect(line.networks.last?.panID == PANIdentifier(rawValue: 0x0BEE))
    #expect(line.session.state == .running)
  }

  @Test(arguments: [7, 13, 14, 19] as [UInt8], [7, 13, 14] as [UInt8])
  func aBackupGoesToAnotherStick(from version: UInt8, to other: UInt8) throws {
    var line = started(version)
    line.house.add(.plug, name: "plug")
    line.coordinator.memory.networkCounter = 70_000
    line.coordinator.memory.linkKeys[1] = EZSPMemory.LinkKey(
      partner: IEEEAddress(rawValue: 0x1122), key: EZSPLine.key(5).bytes)
    line.command(.readBackup(id(1)))
    line.run(for: .seconds(30)) { $0.backup != nil }
    let backup = try #require(line.backup)
    #expect(backup.frameCounter == 70_000)
    #expect(backup.network == line.networks.first)
    #expect(backup.hashedTrustCenterLinkKey == Secret(EZSPLine.key(77)))
    #expect(backup.devices.map(\.ieee) == [IEEEAddress(rawValue: 0x1122)])

    let options = EZSPCoordinatorOptions(
      version: EZSPVersion(rawValue: other), hardwareAddress: IEEEAddress(rawValue: 0x000B_57FF_FE01_0002))
    var second = EZSPLine(VirtualHouse(options: HouseOptions(ezsp: options, seed: 5)))
    second.start()
    second.command(.restoreNetwork(id(2), backup))
    second.run(for: .seconds(60)) { $0.completion(of: 2) != nil }
    #expect(second.completion(of: 2) == .succeeded)
    let memory = second.coordinator.memory
    #expect(memory.networkKey == EZSPLine.key(201).bytes)
    #expect(memory.trustCenterKey == EZSPLine.key(77).bytes)
    #expect(memory.networkCounter == 80_000)
    #expect(memory.linkKeys.values.map(\.partner) == [IEEEAddress(rawValue: 0x1122)])
    #expect(second.networks.last?.panID == backup.network.panID)
    #expect(second.networks.last?.extendedPANID == backup.network.extendedPANID)
    // Before version 9 the firmware has no token for the address, and the operator is told.
    let isMoved = second.coordinator.ieeeAddress == backup.network.coordinator
    #expect(isMoved == (other >= 9))
    #expect(second.warnings.contains { $0.contains("IEEE address") } == (other < 9))
  }

  // MARK: Life

  /// A house with a plug and a lock in it.
  private func inhabited(_ version: UInt8) throws -> EZSPLine {
    var line = started(version)
    line.house.add(.plug, name: "plug")
    line.house.add(.lock, name: "lock")
    line.command(.permitJoin(id(900), seconds: 60, through: nil))
    line.run(for: .seconds(2))
    #expect(line.completion(of: 900) == .succeeded)
    for index in [0, 1] { line.house.startSearching(index, at: line.now) }
    line.run(for: .seconds(5))
    return line
  }

  @Test(arguments: versions)
  func devicesJoinAndAnnounceThemselves(version: UInt8) throws {
    let line = try inhabited(version)
    let joined = line.events.compactMap { event -> IEEEAddress? in
      if case .deviceJoined(let ieee, _, let parent) = event, parent == .coordinator { ieee } else { nil }
    }
    #expect(Set(joined) == Set(line.house.devices.map(\.ieee)))
    #expect(line.received.filter { $0.cluster.rawValue == 0x0013 && $0.destination == .broadcast }.count == 2)
    #expect(line.events.contains(.permitJoinChanged(seconds: 60)))
  }

  @Test(arguments: versions)
  func messagesGoToADeviceAndItsAnswersComeBack(version: UInt8) throws {
    var line = try inhabited(version)
    let plug = try #require(line.house.device(named: "plug"))
    let read = APSRequest(
      destination: .device(plug.address), destinationEndpoint: EndpointID(1), cluster: ClusterID(rawValue: 0),
      payload: [0x00, 0x42, 0x00, 0x05, 0x00])
    line.command(.send(id(1), read))
    line.run(for: .seconds(2)) { $0.received.contains { $0.payload.dropFirst().first == 0x42 } }
    #expect(line.result(of: 1) == .delivered)
    let answer = try #require(line.received.last { $0.payload.dropFirst().first == 0x42 })
    #expect(answer.source == plug.address)
    #expect(answer.profile == .homeAutomation)
    #expect(answer.cluster == ClusterID(rawValue: 0))
    #expect(answer.sourceIEEE == (version >= 14 ? plug.ieee : nil))
    var byAddress = read
    byAddress.destination = .ieee(plug.ieee)
    line.command(.send(id(2), byAddress))
    byAddress.destination = .ieee(IEEEAddress(rawValue: 0xDEAD))
    line.command(.send(id(3), byAddress))
    byAddress.destination = .device(NetworkAddress(rawValue: 0x7777))
    line.command(.send(id(4), byAddress))
    byAddress.destination = .broadcast(.broadcastRxOnWhenIdle)
    line.command(.send(id(5), byAddress))
    line.run(for: .seconds(5))
    #expect(line.result(of: 2) == .delivered)
    if case .failed(.noRoute)? = line.result(of: 3) {} else { Issue.record("an unknown address has a route") }
    if case .failed(.noAcknowledgement)? = line.result(of: 4) {} else { Issue.record("nobody acknowledged") }
    #expect(line.result(of: 5) == .delivered)
  }

  @Test(arguments: someVersions)
  func longMessagesGoInFragmentsBothWays(version: UInt8) throws {
    var line = try inhabited(version)
    line.house.record = AirRecord()
    let plug = try #require(line.house.device(named: "plug"))
    let content = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    line.command(
      .send(
        id(1),
        APSRequest(
          destination: .device(plug.address), destinationEndpoint: EndpointID(1),
          cluster: ClusterID(rawValue: 0xFC00), payload: content)))
    line.run(for: .seconds(5)) { $0.result(of: 1) != nil }
    #expect(line.result(of: 1) == .delivered)
    var back = AirFrame(
      from: plug.address, EndpointID(1), to: .device(.coordinator), EndpointID(1), profile: .homeAutomation,
      cluster: ClusterID(rawValue: 0xFC00), payload: content)
    line.house.coordinator.received(back, quality: 200, at: line.now)
    back.payload = [1, 2, 3]
    line.house.coordinator.received(back, quality: 200, at: line.now)
    line.house.drainCoordinator(at: line.now)
    line.run(for: .seconds(1))
    // The plug's own answer to a cluster that it does not have may come between.
    let payloads = line.received.filter { $0.cluster.rawValue == 0xFC00 }.map(\.payload)
    #expect(payloads.filter { $0 == content || $0 == [1, 2, 3] } == [content, [1, 2, 3]])
    line.command(
      .send(
        id(2),
        APSRequest(
          destination: .broadcast(.broadcastAll), destinationEndpoint: EndpointID(1),
          cluster: ClusterID(rawValue: 0xFC00), payload: content)))
    line.run(for: .seconds(1))
    #expect(line.result(of: 2) == .failed(.tooLong))
  }

  @Test func aFullLifeOnVersion14TakesNoMoreThan150Commands() throws {
    var line = try inhabited(14)
    for (number, device) in line.house.devices.enumerated() {
      for step in 0..<8 {
        line.command(
          .send(
            id(UInt64(10 + number * 10 + step)),
            APSRequest(
              destination: .device(device.address), destinationEndpoint: EndpointID(1),
              cluster: ClusterID(rawValue: 0), payload: [0x00, UInt8(step), 0x00, 0x04, 0x00])))
      }
      line.run(for: .seconds(20))
    }
    line.command(.permitJoin(id(901), seconds: 0, through: nil))
    line.command(.readBackup(id(902)))
    line.run(for: .seconds(10)) { $0.backup != nil }
    #expect(line.backup != nil)
    #expect(line.coordinator.requestCount <= 150)
  }

  // MARK: Misfortune

  @Test(arguments: someVersions)
  func aResetAnywhereRecoversWithinTenSecondsAndFormsNothing(version: UInt8) throws {
    let first = started(version)
    let network = try #require(first.networks.first)
    var generator = SeededGenerator(seed: UInt64(version))
    for _ in 0..<40 {
      var line = EZSPLine(first.house, EZSPConfiguration(remembered: network))
      line.house.powerOff()
      line.open()
      line.run(for: .milliseconds(Int64.random(in: 1...1_500, using: &generator)))
      line.coordinator.beginReset(.watchdog, at: line.now)
      line.events.removeAll()
      let start = line.now
      line.run(for: .seconds(20)) { $0.session.state == .running && $0.coordinator.isRunning }
      #expect(line.session.state == .running)
      #expect(line.now - start < .seconds(10))
      #expect(line.coordinator.memory.network == first.coordinator.memory.network)
      #expect(line.entropyAsked == 0)
    }
  }

  @Test func whatIsInFlightWhenTheAdapterIsResetEndsTypedAndOnce() throws {
    var line = try inhabited(13)
    let lock = try #require(line.house.device(named: "lock"))
    let request = APSRequest(
      destination: .device(lock.address), destinationEndpoint: EndpointID(1), cluster: ClusterID(rawValue: 0),
      payload: [0, 1, 0, 4, 0], toSleepyDevice: true)
    line.command(.send(id(1), request))
    line.run(for: .milliseconds(30))
    line.coordinator.beginReset(.watchdog, at: line.now)
    line.run(for: .seconds(10)) { $0.networks.count == 2 }
    #expect(line.result(of: 1) == .failed(.adapterLost))
    line.command(.send(id(2), request))
    line.run(for: .seconds(30)) { $0.result(of: 2) != nil }
    #expect(line.result(of: 2) == .delivered)
  }

  @Test func aPortThatHasAnotherAdapterOrNoneIsGivenUp() {
    var silent = EZSPSession(configuration: EZSPConfiguration())
    silent.linkOpened(at: .zero)
    var reasons: [String] = []
    while let next = silent.nextDeadline {
      silent.deadlinePassed(at: next)
      while let output = silent.nextOutput() {
        if case .closeLink(let reason) = output { reasons.append(reason) }
      }
    }
    #expect(reasons == [ASHFailure.noAnswer(heardSomething: false).description])
    #expect(silent.state == .lost(reason: reasons.first ?? ""))
  }
}
