import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPSendTests {
  private func id(_ value: UInt64) -> RadioRequestID { RadioRequestID(rawValue: value) }

  private func running(_ family: ZStackFamily = .stack3x0) -> SessionHarness {
    var harness = SessionHarness(StandInCoordinator(family))
    harness.open()
    harness.coordinator.requests = []
    harness.events = []
    return harness
  }

  @Test func aShortUnicastIsAPlainRequestAndDeliveredWhenConfirmed() {
    var harness = running()
    harness.command(.send(id(1), SampleRequests.unicast))
    #expect(harness.result(of: 1) == .delivered)
    let request = harness.coordinator.requests[0]
    #expect(request.id == MTCommandID(.af, 0x01))
    let transaction = request.payload[6]
    #expect(
      request.payload
        == [0x31, 0x71, 1, 1, 0x02, 0x07, transaction, 0x30, 30, 5, 0x18, 0x07, 0x0B, 0x0A, 0x00])
  }

  @Test func groupsBroadcastsAndIEEEAddressesUseTheExtendedRequest() {
    var harness = running()
    harness.command(.send(id(1), SampleRequests.group))
    harness.command(.send(id(2), SampleRequests.broadcast))
    harness.command(.send(id(3), SampleRequests.byIEEE))
    let heads = harness.coordinator.requests.map { Array($0.payload.prefix(12)) }
    #expect(harness.coordinator.requests.allSatisfy { $0.id == MTCommandID(.af, 0x02) })
    #expect(heads[0] == [0x01, 0x23, 0x01, 0, 0, 0, 0, 0, 0, 255, 0, 0])
    #expect(heads[1] == [0x0F, 0xFD, 0xFF, 0, 0, 0, 0, 0, 0, 255, 0, 0])
    #expect(heads[2] == [0x03, 0x04, 0x03, 0x02, 0x01, 0x00, 0x8D, 0x15, 0x00, 1, 0, 0])
    #expect(harness.coordinator.requests[2].payload[17] == 5)
    for request in 1...3 { #expect(harness.result(of: UInt64(request)) == .delivered) }
  }

  @Test func aZDOMessageEndsWithItsResponse() {
    var harness = running()
    harness.coordinator.confirmation = nil
    harness.command(.send(id(1), SampleRequests.deviceObject))
    #expect(harness.result(of: 1) == .delivered)
    let payload = harness.coordinator.requests[0].payload
    #expect(payload[9] == 0)
    #expect(Array(payload.suffix(3)) == [0x42, 0x31, 0x71])
  }

  @Test func aZDOPermitJoinGoesThroughTheStacksOwnCommand() {
    var harness = running()
    var request = SampleRequests.deviceObject
    request.cluster = ClusterID(rawValue: 0x0036)
    request.payload = [7, 60, 1]
    harness.command(.send(id(1), request))
    #expect(harness.coordinator.requests.map(\.id) == [MTCommandID(.zdo, 0x36)])
    #expect(harness.coordinator.requests[0].payload == [2, 0x31, 0x71, 60, 1])
    #expect(harness.result(of: 1) == .delivered)
  }

  @Test func aConfirmationBeforeTheResponseIsKept() {
    var harness = running()
    harness.coordinator.confirmsBeforeResponse = true
    harness.coordinator.confirmation = 0xE9
    harness.command(.send(id(1), SampleRequests.unicast))
    #expect(harness.result(of: 1) == .failed(.noAcknowledgement(status: 0xE9)))
  }

  static let statuses: [(UInt8, DeliveryFailure)] = [
    (0x11, .congested(status: 0x11)), (0x1A, .congested(status: 0x1A)), (0xB2, .congested(status: 0xB2)),
    (0xC7, .congested(status: 0xC7)), (0xE1, .congested(status: 0xE1)), (0xCD, .noRoute(status: 0xCD)),
    (0xD0, .noRoute(status: 0xD0)), (0xE9, .noAcknowledgement(status: 0xE9)),
    (0xA7, .noAcknowledgement(status: 0xA7)), (0xB7, .noAcknowledgement(status: 0xB7)),
    (0xF0, .noAcknowledgement(status: 0xF0)), (0x02, .rejected(status: 0x02)),
    (0x03, .rejected(status: 0x03)),
  ]

  @Test(arguments: statuses)
  func everyStatusIsMappedInResponseAndConfirmation(status: UInt8, failure: DeliveryFailure) {
    var refused = running()
    refused.coordinator.sendStatus = status
    refused.command(.send(id(1), SampleRequests.unicast))
    #expect(refused.result(of: 1) == .failed(failure))
    var unconfirmed = running()
    unconfirmed.coordinator.confirmation = status
    unconfirmed.command(.send(id(1), SampleRequests.unicast))
    #expect(unconfirmed.result(of: 1) == .failed(failure))
    // One attempt each: whether to repeat is decided above.
    #expect(unconfirmed.coordinator.requests.count == 1)
  }

  @Test func aMissingConfirmationEndsAfterTenSecondsAndThirtyForSleepers() {
    var harness = running()
    harness.coordinator.confirmation = nil
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.command(.send(id(2), SampleRequests.sleepy))
    harness.run(for: .milliseconds(9_900))
    #expect(harness.result(of: 1) == nil)
    harness.run(for: .milliseconds(200))
    #expect(harness.result(of: 1) == .failed(.unconfirmed))
    #expect(harness.result(of: 2) == nil)
    harness.run(for: .seconds(20))
    #expect(harness.result(of: 2) == .failed(.unconfirmed))
  }

  @Test func aConfirmationAfterTheEndIsCountedAndChangesNothing() {
    var harness = running()
    harness.coordinator.confirmation = nil
    harness.command(.send(id(1), SampleRequests.unicast))
    let transaction = harness.coordinator.requests[0].payload[6]
    harness.run(for: .seconds(11))
    harness.indicate(
      UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.af, 0x80), payload: [0, 1, transaction]))
    #expect(harness.result(of: 1) == .failed(.unconfirmed))
    #expect(harness.session.counters.lateConfirmations == 1)
  }

  @Test func anUnknownCommandFailsAtOnce() {
    var harness = running()
    harness.coordinator.unknownCommands = [MTCommandID(.af, 0x01)]
    let before = harness.now
    harness.command(.send(id(1), SampleRequests.unicast))
    #expect(harness.result(of: 1) == .failed(.rejected(status: 2)))
    #expect(harness.now - before < .milliseconds(10))
  }

  @Test func aRefusalOfAnotherCommandDoesNotEndTheOneInFlight() {
    var harness = running()
    harness.coordinator.silentCommands = [MTCommandID(.af, 0x01)]
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.indicate(
      UNPIFrame(type: .synchronousResponse, id: MTCommandID(.rpcError, 0), payload: [2, 0x25, 0x31]))
    #expect(harness.result(of: 1) == nil)
    #expect(harness.session.counters.lateReplies == 1)
  }

  @Test func aRequestWithoutResponseEndsAfterSixSecondsAndTheLinkIsChecked() {
    var harness = running()
    harness.coordinator.silentCommands = [MTCommandID(.af, 0x01)]
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.command(.send(id(2), SampleRequests.deviceObject))
    harness.run(for: .milliseconds(5_900))
    #expect(harness.result(of: 1) == nil)
    harness.run(for: .milliseconds(200))
    #expect(harness.result(of: 1) == .failed(.unconfirmed))
    // The ping goes before everything that waits, so that a late response cannot be taken for another's.
    #expect(harness.coordinator.requests.map(\.id.command) == [0x01, 0x01, 0x02])
    #expect(harness.coordinator.requests[1].id.subsystem == .sys)
    #expect(harness.result(of: 2) == .delivered)
  }

  @Test func indicationsBetweenRequestAndResponseAreTaken() {
    var harness = running()
    harness.coordinator.silentCommands = [MTCommandID(.af, 0x01)]
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.indicate(
      UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.zdo, 0xCB), payload: [9]),
      UNPIFrame(type: .synchronousResponse, id: MTCommandID(.af, 0x01), payload: [0]))
    #expect(harness.events == [.permitJoinChanged(seconds: 9)])
    harness.indicate(
      UNPIFrame(
        type: .asynchronousRequest, id: MTCommandID(.af, 0x80),
        payload: [0, 1, harness.coordinator.requests[0].payload[6]]))
    #expect(harness.result(of: 1) == .delivered)
  }

  @Test func aTransactionNumberIsNotUsedTwiceWhileItIsOut() {
    var harness = running()
    harness.coordinator.confirmation = nil
    for number in 1...300 { harness.command(.send(id(UInt64(number)), SampleRequests.sleepy)) }
    let out = harness.coordinator.requests.map { $0.payload[6] }
    #expect(Set(out).count == out.count)
    #expect(out.count == ZStackFamily.stack3x0.unconfirmedLimit)
    #expect(!out.contains(0))
  }

  @Test func sendsBeyondTheTableAreCongestedAndEverySendEndsOnce() {
    var harness = running()
    harness.coordinator.confirmation = nil
    let count = UInt64(SendTable<MTRequest, UInt8>.limit) + 50
    for number in 1...count { harness.command(.send(id(number), SampleRequests.unicast)) }
    #expect(harness.result(of: count) == .failed(.congested(status: 0x11)))
    harness.run(for: .seconds(200))
    for number in 1...count { #expect(harness.result(of: number) != nil) }
  }

  @Test func olderAdaptersGetFewerAtATime() {
    var harness = running(.home12)
    harness.coordinator.confirmation = nil
    for number in 1...20 { harness.command(.send(id(UInt64(number)), SampleRequests.unicast)) }
    #expect(harness.coordinator.requests.count == 4)
  }

  @Test func whatDoesNotFitIsTooLong() {
    var harness = running()
    var request = SampleRequests.unicast
    request.payload = [UInt8](repeating: 1, count: 231)
    harness.command(.send(id(1), request))
    #expect(harness.result(of: 1) == .failed(.tooLong))
    request.payload = [UInt8](repeating: 1, count: 230)
    harness.command(.send(id(2), request))
    #expect(harness.result(of: 2) == .delivered)
    #expect(harness.coordinator.requests.map(\.id) == [MTCommandID(.af, 0x02)])
  }

  @Test func aResetEndsEverythingInFlightTypedAndNothingIsSentAgain() {
    var harness = running()
    harness.coordinator.confirmation = nil
    for number in 1...30 { harness.command(.send(id(UInt64(number)), SampleRequests.unicast)) }
    let sent = harness.coordinator.requests.filter { $0.id.subsystem == .af }.count
    harness.indicate(harness.coordinator.reset()[0])
    harness.run(for: .seconds(10)) { $0.state == .running }
    #expect(harness.state == .running)
    for number in 1...30 { #expect(harness.result(of: UInt64(number)) == .failed(.adapterLost)) }
    #expect(harness.coordinator.requests.filter { $0.id == MTCommandID(.af, 0x01) }.count == sent)
    #expect(harness.coordinator.formations == 0)
  }

  @Test func aLostLinkEndsEverythingAndSendsAreRefusedUntilItIsBack() {
    var harness = running()
    harness.coordinator.confirmation = nil
    harness.command(.send(id(1), SampleRequests.unicast))
    harness.session.linkClosed(reason: "hang-up", at: harness.now)
    harness.exchange()
    harness.command(.send(id(2), SampleRequests.unicast))
    #expect(harness.result(of: 1) == .failed(.adapterLost))
    #expect(harness.result(of: 2) == .failed(.notRunning))
    #expect(harness.state == .lost(reason: "hang-up"))
  }

  @Test func anIdleLinkIsPingedAndGivenUpAfterThreeSilentPings() {
    var harness = running()
    harness.run(for: .seconds(95))
    #expect(
      harness.coordinator.requests.map(\.id) == [MTCommandID](repeating: MTCommandID(.sys, 1), count: 3))
    harness.coordinator.isDead = true
    harness.run(for: .seconds(60))
    #expect(harness.closeReasons == ["the adapter did not answer 3 pings"])
    #expect(harness.session.nextDeadline == nil)
  }
}
