import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

/// Single frames that are refused or lost, one after the other through the whole start.
@Suite struct ZNPLineFaultTests {
  static let requestNumbers = Array(1...40)

  @Test(arguments: requestNumbers)
  func `one refusal anywhere in the start never looks like a blank adapter`(number: Int) {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.coordinator.refusedRequests = [number]
    harness.open()
    harness.run(for: .seconds(60)) { $0.state == .running || !$0.closeReasons.isEmpty }
    if !harness.closeReasons.isEmpty {
      harness.session.linkClosed(reason: "as it asked", at: harness.now)
      harness.open()
      harness.run(for: .seconds(60)) { $0.state == .running }
    }
    #expect(harness.state == .running)
    #expect(harness.entropyAsked == 0)
    #expect(harness.coordinator.formations == 0)
    #expect(harness.networks.first?.extendedPANID.rawValue == StandInCoordinator.extendedPANID)
  }

  @Test(arguments: requestNumbers)
  func `one lost reply anywhere in the start is asked for again`(number: Int) {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.coordinator.unansweredRequests = [number]
    harness.open()
    harness.run(for: .seconds(60)) { $0.state == .running || !$0.closeReasons.isEmpty }
    #expect(harness.closeReasons == [])
    #expect(harness.state == .running)
    #expect(harness.coordinator.formations == 0)
  }

  @Test func `a send that waited behind lost replies until its time was over never leaves`() throws {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.run(for: .seconds(60)) { $0.state == .running }
    #expect(harness.state == .running)
    let before = harness.coordinator.requests.count
    // The reply to the first send is lost: the line is held up for six seconds and a ping.
    harness.coordinator.unansweredRequests = [before + 1]
    let first = APSRequest(
      destination: .device(NetworkAddress(rawValue: 0x1234)), destinationEndpoint: EndpointID(1),
      cluster: ClusterID(rawValue: 6), payload: [1, 1, 0])
    var late = first
    late.payload = [1, 2, 0x99]
    late.sendBy = harness.now + .seconds(3)
    var inTime = first
    inTime.payload = [1, 3, 0x77]
    inTime.sendBy = harness.now + .seconds(30)
    harness.command(.send(RadioRequestID(rawValue: 1), first))
    harness.command(.send(RadioRequestID(rawValue: 2), late))
    harness.command(.send(RadioRequestID(rawValue: 3), inTime))
    harness.run(for: .seconds(40))
    #expect(harness.result(of: 2) == .failed(.expired))
    #expect(harness.result(of: 3) == .delivered)
    let sent = harness.coordinator.requests.filter { $0.id == MTCommandID(.af, 0x01) }
    #expect(!sent.contains { $0.payload.last == 0x99 })
    #expect(sent.contains { $0.payload.last == 0x77 })
  }
}
