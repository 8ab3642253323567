import GatewayCore
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// A flood must not make the gateway forget a call whose copy could still be obeyed.
@Suite struct RememberedCallTests {
  private func harness(remembering limit: Int) -> CoreHarness {
    var harness = CoreHarness { $0.limits.rememberedCalls = limit }
    harness.radioRuns()
    harness.join(Devices.lock)
    return harness
  }

  @Test func aFloodDoesNotMakeAnUnlockRepeatable() {
    var harness = harness(remembering: 8)
    let issued = harness.now.wall
    harness.call(Devices.unlock, on: Devices.lockName, message: "unlock", at: issued)
    harness.complete(.response(CommandID(1), payload: [0]))
    for number in 0..<20 { harness.call(.getDeviceList, message: "list \(number)") }
    let copy = harness.call(Devices.unlock, on: Devices.lockName, message: "unlock", at: issued)
    #expect(harness.unlocks.count == 1)
    #expect(harness.result(of: copy) == .ok)
  }

  @Test func whatIsNoLongerFreshIsForgottenAboveTheLimit() {
    var harness = harness(remembering: 8)
    for number in 0..<20 { harness.call(.lockStatus, on: Devices.lockName, message: "a \(number)") }
    harness.advance(.minutes(5))
    let id = harness.call(.getDeviceList, message: "later")
    #expect(harness.result(of: id)?.code == .ok)
  }

  @Test func moreFreshCallsThanCanBeRememberedAreRefused() {
    var harness = harness(remembering: 2)
    var codes: [CallResult.Code?] = []
    for number in 0..<12 {
      let id = harness.call(.lockStatus, on: Devices.lockName, message: "\(number)")
      harness.complete(
        .attributes([
          AttributeReadResult(
            attribute: AttributeID(0), status: .success, value: TypedValue(.enum8, .unsigned(1)))
        ]))
      codes.append(harness.result(of: id)?.code)
    }
    #expect(codes.prefix(8).allSatisfy { $0 == .ok })
    #expect(codes.last == .gatewayFault)
    harness.advance(.minutes(5))
    let later = harness.call(.getDeviceList, message: "later")
    #expect(harness.result(of: later)?.code == .ok)
  }
}
