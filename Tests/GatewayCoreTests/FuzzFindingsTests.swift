import GatewayCore
import SansIO
import Testing
import ZCL
import ZigbeeHost

/// What hostile inputs once did to the core.
@Suite struct FuzzFindingsTests {
  @Test(arguments: [Int.min, -5, 0, 999, Int.max])
  func `a stored lock-out with any count takes wrong PINs and locks out`(count: Int) {
    var harness = CallTests.harness()
    let old = Array(repeating: harness.now.wall, count: 5_000)
    harness.disk.lockouts = [
      Lockout(subject: .caller(CoreHarness.user), failures: Array(old.prefix(4)), count: count),
      Lockout(subject: .lock(Devices.lock.ieee), failures: old, count: count),
    ]
    harness.restart()
    harness.radioRuns()
    for number in 0..<6 {
      let id = harness.call(
        Devices.unlock, on: Devices.lockName, message: "\(number)", body: "\(number)")
      guard harness.result(of: id) == nil else { continue }
      harness.complete(.response(CommandID(1), payload: [1]))
    }
    #expect(harness.unlocks.count == 1, "the first wrong PIN locks out")
    #expect(harness.disk.lockouts.count == 2)
    #expect(harness.disk.lockouts.allSatisfy { (1...1_000).contains($0.count) && $0.failures.isEmpty })
  }

  @Test(arguments: [Int64.max, .max - 1, .min])
  func `a stored event number at the end of its range leaves room for events`(number: Int64) {
    var harness = CallTests.harness()
    harness.disk.reservedEvents = EventID(rawValue: number)
    harness.restart()
    for sequence in UInt8(1)...20 {
      harness.host(Devices.lockEvent(sequence: sequence, token: UInt64(sequence)))
    }
    let told = harness.events.suffix(20).map(\.id)
    #expect(Set(told).count == 20)
    #expect(told.allSatisfy { $0.rawValue > 0 })
  }

  @Test(arguments: [Int64.min, .max, 0])
  func `a call and a device that were recorded at any time let the core start and answer`(time: Int64) {
    var harness = CallTests.harness()
    let recorded = WallTime(milliseconds: time)
    for (number, result) in [CallResult.ok, nil].enumerated() {
      harness.disk.calls.append(
        CallRecord(
          identity: CallIdentity(
            caller: CoreHarness.user, function: "lockStatus", device: Devices.lockName,
            messageID: "\(number)", timestamp: ""),
          bodyDigest: Array("body".utf8), recordedAt: recorded, isLocal: false, replyContext: [],
          result: result, isAnswered: false))
    }
    for index in harness.disk.devices.indices { harness.disk.devices[index].device.joinedAt = recorded }
    harness.restart()
    harness.radioRuns()
    let undated = harness.call(.lockStatus, on: Devices.lockName, message: "0", at: .some(nil))
    let deletion = harness.call(.delDevice, on: Devices.lampName, message: "9")
    harness.advance(.seconds(120))
    #expect(harness.replies.contains { $0.id == undated } || !harness.requests.isEmpty)
    #expect(harness.replies.contains { $0.id == deletion })
  }
}
