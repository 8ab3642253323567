import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPErrandTests {
  private func id(_ value: UInt64) -> RadioRequestID { RadioRequestID(rawValue: value) }

  private func running(_ family: ZStackFamily = .stack3x0, power: Int8? = nil) -> SessionHarness {
    var harness = SessionHarness(StandInCoordinator(family), ZNPConfiguration(transmitPower: power))
    harness.open()
    return harness
  }

  @Test func joiningIsOpenedOnAllRoutersAndTheCoordinator() {
    var harness = running()
    harness.coordinator.requests = []
    harness.command(.permitJoin(id(1), seconds: 60, through: nil))
    #expect(harness.coordinator.requests.map(\.payload) == [[0x0F, 0xFC, 0xFF, 60, 1], [2, 0, 0, 60, 1]])
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(harness.events.contains(.permitJoinChanged(seconds: 60)))
  }

  @Test func joiningThroughOneRouterAsksThatRouterOnly() {
    var harness = running()
    harness.coordinator.requests = []
    harness.command(.permitJoin(id(1), seconds: 255, through: NetworkAddress(rawValue: 0x1234)))
    #expect(harness.coordinator.requests.map(\.payload) == [[2, 0x34, 0x12, 254, 1]])
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(!harness.events.contains(.permitJoinChanged(seconds: 254)))
  }

  @Test func aRefusedPermitJoinFailsInWords() {
    var harness = running()
    harness.coordinator.unknownCommands = [MTCommandID(.zdo, 0x36)]
    harness.command(.permitJoin(id(1), seconds: 60, through: nil))
    #expect(harness.failure(of: 1)?.contains("does not know") == true)
  }

  @Test func theTransmitPowerIsSetAtStartInBothFormsOfTheAnswer() {
    let newer = running(.stack3x0, power: 9)
    #expect(newer.state == .running)
    #expect(newer.coordinator.requests.contains { $0.id == MTCommandID(.sys, 0x14) && $0.payload == [9] })
    let older = running(.stack30x, power: 9)
    let notices = older.events.compactMap {
      if case .diagnostic(.notice(let text)) = $0 { text } else { nil }
    }
    #expect(notices == ["the adapter took a transmit power of 5 dBm instead of 9"])
  }

  @Test func aNegativeTransmitPowerIsSetOnCommand() {
    var harness = running()
    harness.command(.setTransmitPower(id(1), -20))
    #expect(harness.completion(of: 1) == .succeeded)
    #expect(harness.coordinator.requests.last?.payload == [0xEC])
  }

  @Test func severalErrandsEndInTheirOrder() {
    var harness = running()
    for number in 1...UInt64(ZNPSession.errandLimit) {
      harness.session.command(.permitJoin(id(number), seconds: UInt8(number), through: nil), at: harness.now)
    }
    harness.session.command(.setTransmitPower(id(99), 1), at: harness.now)
    harness.exchange()
    #expect(harness.failure(of: 99) != nil)
    for number in 1...UInt64(ZNPSession.errandLimit) { #expect(harness.completion(of: number) == .succeeded) }
  }
}
