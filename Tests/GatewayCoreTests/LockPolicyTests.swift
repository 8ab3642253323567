import GatewayCore
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// The rules around a door.
@Suite struct LockPolicyTests {
  private func tryPIN(_ harness: inout CoreHarness, right: Bool, by user: String = CoreHarness.user)
    -> CallResult.Code?
  {
    let id = harness.call(
      Devices.unlock, on: Devices.lockName, by: user, message: "\(harness.replies.count)")
    if harness.result(of: id) == nil {
      harness.complete(.response(CommandID(1), payload: [right ? 0 : 1]))
    }
    return harness.result(of: id)?.code
  }

  @Test func fiveWrongPINsLockOutForAMinuteThenTwiceAsLong() {
    var harness = CallTests.harness()
    for _ in 0..<5 { #expect(tryPIN(&harness, right: false) == .deviceFault) }
    #expect(harness.unlocks.count == 5)
    #expect(tryPIN(&harness, right: true) == .forbidden)
    harness.advance(.seconds(59))
    #expect(tryPIN(&harness, right: true) == .forbidden)
    harness.advance(.seconds(2))
    for _ in 0..<5 { #expect(tryPIN(&harness, right: false) == .deviceFault) }
    harness.advance(.seconds(90))
    #expect(tryPIN(&harness, right: true) == .forbidden)
    harness.advance(.seconds(31))
    #expect(tryPIN(&harness, right: true) == .ok)
    #expect(harness.disk.lockouts.isEmpty)
  }

  @Test func lockOutsGrowToAnHourAndNoLonger() {
    var harness = CallTests.harness()
    for expected in [60, 120, 240, 480, 960, 1_920, 3_600, 3_600] as [Int64] {
      for _ in 0..<5 { #expect(tryPIN(&harness, right: false) == .deviceFault) }
      harness.advance(.seconds(expected - 1))
      #expect(tryPIN(&harness, right: false) == .forbidden)
      harness.advance(.seconds(2))
    }
  }

  @Test func aLockOutOutlivesARestartAndHoldsForEveryCallerAtThisLock() {
    var harness = CoreHarness { $0.security.users.insert("other") }
    harness.radioRuns()
    harness.join(Devices.lock)
    for _ in 0..<5 { _ = tryPIN(&harness, right: false) }
    harness.restart()
    harness.radioRuns()
    #expect(tryPIN(&harness, right: true, by: "other") == .forbidden)
    let local = harness.localCall(Devices.unlock, on: Devices.lockName)
    #expect(harness.result(of: local)?.code == .forbidden)
  }

  @Test func aCallerIsLockedOutAtEveryLock() {
    var harness = CallTests.harness()
    harness.join(Devices.device(0x0012_4B00_0000_0077, model: "ZG01182510077", clusters: [.doorLock]))
    for _ in 0..<5 { _ = tryPIN(&harness, right: false) }
    let id = harness.call(Devices.unlock, on: "ZG01182510077", message: "99")
    #expect(harness.result(of: id)?.code == .forbidden)
  }

  @Test func manyPINsAtOnceAreNoWayAroundTheLimit() {
    var harness = CoreHarness { $0.security.users.formUnion(["b", "c", "d"]) }
    harness.radioRuns()
    harness.join(Devices.lock)
    for number in 0..<40 {
      harness.call(
        Devices.unlock, on: Devices.lockName, by: [CoreHarness.user, "b", "c", "d"][number % 4],
        message: "\(number)")
    }
    #expect(harness.unlocks.count == 5)
  }

  @Test func aWrongPINWhoseAnswerCameLateIsCounted() {
    var harness = CallTests.harness()
    for _ in 0..<5 {
      harness.call(Devices.unlock, on: Devices.lockName, message: "\(harness.replies.count)")
      harness.advance(.seconds(10))
      harness.complete(.response(CommandID(1), payload: [1]))
    }
    #expect(tryPIN(&harness, right: true) == .forbidden)
  }

  @Test func wrongPINsOverALongTimeDoNotLockOut() {
    var harness = CallTests.harness()
    for _ in 0..<12 {
      #expect(tryPIN(&harness, right: false) == .deviceFault)
      harness.advance(.seconds(100))
    }
  }

  @Test func aLockedOutCallerMayStillLockWithoutAPIN() {
    var harness = CallTests.harness()
    for _ in 0..<5 { _ = tryPIN(&harness, right: false) }
    let count = harness.requests.count
    harness.call(Devices.lockIt, on: Devices.lockName, message: "lock")
    #expect(harness.requests.count == count + 1)
    let withPIN = harness.call(
      .openLock(LockCommand(.lock, pin: Devices.pin)), on: Devices.lockName, message: "probe")
    #expect(harness.result(of: withPIN)?.code == .forbidden)
  }

  @Test func withoutATrustedClockNobodyUnlocksAndEverybodyLocks() {
    var harness = CallTests.harness()
    harness.now.wallIsTrusted = false
    let cloud = harness.call(Devices.unlock, on: Devices.lockName, message: "1")
    let local = harness.localCall(Devices.unlock, on: Devices.lockName)
    #expect(harness.result(of: cloud)?.code == .forbidden)
    #expect(harness.result(of: local)?.code == .forbidden)
    harness.call(Devices.lockIt, on: Devices.lockName, message: "2")
    #expect(harness.unlocks.isEmpty)
    #expect(harness.requests.count == 1)
    #expect(harness.core.state.clockIsTrusted == false)
  }

  @Test func trustThatGoesWhileTheRecordIsWrittenStopsTheUnlock() {
    var harness = CallTests.harness()
    harness.diskMode = .waits
    let id = harness.call(Devices.unlock, on: Devices.lockName)
    harness.now.wallIsTrusted = false
    harness.finishWrites()
    #expect(harness.unlocks.isEmpty)
    #expect(harness.result(of: id)?.code == .forbidden)
  }

  @Test func anUnlockNeedsAPIN() {
    var harness = CallTests.harness()
    for pin in [nil, Secret([]), Secret([UInt8](repeating: 49, count: 33))] as [Secret<[UInt8]>?] {
      harness.call(.openLock(LockCommand(.unlock, pin: pin)), on: Devices.lockName)
    }
    #expect(harness.replies.map(\.result.code) == [.badArguments, .badArguments, .badArguments])
    #expect(harness.requests.isEmpty)
  }

  private static let lockCluster = ClusterTarget(cluster: .doorLock)

  /// Ways to open a door without openLock.
  static let bypasses: [GatewayFunction] =
    (0...0xFF).filter { ![0x00, 0x0A, 0x0C, 0x0F, 0x12, 0x15].contains($0) }.map {
      .sendCommand(lockCluster, CommandID(UInt8($0)), payload: [], response: nil)
    } + [
      .sendCommand(lockCluster, CommandID(0), payload: [4, 49, 50, 51, 52], response: nil),
      .sendCommand(
        ClusterTarget(cluster: .doorLock, manufacturer: ManufacturerCode(rawValue: 0x1234)), CommandID(0),
        payload: [], response: nil),
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(10), cluster: .onOff), CommandID(1), payload: [], response: nil),
      .sendCommand(ClusterTarget(cluster: .onOff), CommandID(2), payload: [], response: nil),
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(10), cluster: .scenes), CommandID(5), payload: [0, 0, 1],
        response: nil),
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(10), cluster: .levelControl), CommandID(4), payload: [254, 0, 0],
        response: nil),
      .sendCommand(ClusterTarget(cluster: .basic), CommandID(0), payload: [], response: nil),
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(10), cluster: ClusterID(rawValue: 0xFC00)), CommandID(1),
        payload: [],
        response: nil),
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(10), cluster: .tuya), CommandID(0), payload: [1, 1], response: nil),
      .setControlLight(LightCommand(on: true)),
      .writeAttribute(lockCluster, AttributeID(0x0025), .typed(TypedValue(.enum8, .unsigned(4)))),
      .writeAttribute(lockCluster, AttributeID(0x0025), .typed(TypedValue(.enum8, .unsigned(3)))),
      .writeAttribute(lockCluster, AttributeID(0x0025), .untyped(.string(Array("4".utf8)))),
      .writeAttribute(lockCluster, AttributeID(0x0033), .typed(TypedValue(.boolean, .boolean(false)))),
      .writeAttribute(lockCluster, AttributeID(0x0030), .typed(TypedValue(.uint8, .unsigned(255)))),
      .writeAttribute(lockCluster, AttributeID(0x0000), .typed(TypedValue(.enum8, .unsigned(2)))),
      .writeAttribute(
        ClusterTarget(cluster: .doorLock, manufacturer: ManufacturerCode(rawValue: 0x1234)),
        AttributeID(0x0024),
        .typed(TypedValue(.uint8, .unsigned(1)))),
      .writeAttribute(
        ClusterTarget(endpoint: EndpointID(10), cluster: .onOff), AttributeID(0x4003),
        .typed(TypedValue(.enum8, .unsigned(1)))),
    ]

  @Test func noGenericCallOpensADoorOrChangesWhoMay() {
    for function in Self.bypasses {
      for isLocal in [false, true] {
        var harness = CallTests.harness()
        let id =
          isLocal
          ? harness.localCall(function, on: Devices.lockName) : harness.call(function, on: Devices.lockName)
        #expect(harness.result(of: id)?.code == .forbidden, "\(function)")
        #expect(harness.actions.isEmpty, "\(function)")
      }
    }
  }

  @Test func theLockClusterOfADeviceThatDoesNotDeclareItIsClosedToo() {
    var harness = CallTests.harness()
    let id = harness.call(
      .sendCommand(
        ClusterTarget(endpoint: EndpointID(1), cluster: .doorLock), CommandID(1), payload: [], response: nil),
      on: Devices.lampName)
    #expect(harness.result(of: id)?.code == .forbidden)
  }

  @Test(arguments: [
    GatewayFunction.sendCommand(lockCluster, CommandID(0), payload: [], response: nil),
    .sendCommand(lockCluster, CommandID(0x0A), payload: [1, 0], response: CommandID(0x0A)),
    .sendCommand(ClusterTarget(cluster: .identify), CommandID(0), payload: [5, 0], response: nil),
    .writeAttribute(lockCluster, AttributeID(0x0024), .typed(TypedValue(.uint8, .unsigned(1)))),
    .writeAttribute(lockCluster, AttributeID(0x0025), .typed(TypedValue(.enum8, .unsigned(2)))),
    .readAttribute(lockCluster, [AttributeID(0x0012)]),
  ])
  func harmlessGenericCallsReachALock(_ function: GatewayFunction) {
    var harness = CallTests.harness()
    harness.call(function, on: Devices.lockName)
    #expect(harness.requests.count == 1)
  }

  @Test func noPINIsEverStoredAuditedOrSaid() {
    var harness = CallTests.harness()
    for right in [true, false] { _ = tryPIN(&harness, right: right) }
    harness.call(Devices.unlock, on: Devices.lockName, message: "cut")
    let said = "\(harness.disk) \(harness.audit) \(harness.replies) \(harness.diagnostics) \(harness.events)"
    #expect(!said.contains("482915"))
    #expect(!said.contains("52, 56, 50, 57, 49, 53"))
    #expect(said.contains("openLock"))
  }

  @Test func aLocalUnlockIsAuditedUnderTheAccount() {
    var harness = CallTests.harness()
    harness.localCall(Devices.unlock, on: Devices.lockName, by: "anna")
    harness.complete(.response(CommandID(1), payload: [0]))
    #expect(harness.audit.last?.who == "local:anna")
  }

  @Test func refusedTriesAreAuditedButCannotFillTheDisk() {
    var harness = CallTests.harness()
    for number in 0..<500 {
      harness.call(Devices.unlock, on: Devices.lockName, by: "stranger", message: "\(number)")
    }
    #expect(harness.audit.count == 20)
    #expect(harness.audit.allSatisfy { $0.result.hasPrefix("forbidden") })
    #expect(harness.diagnostics.count < 20)
    harness.advance(.seconds(61))
    harness.call(Devices.unlock, on: Devices.lockName, by: "stranger", message: "x")
    #expect(harness.audit.count == 21)
  }

  @Test func aCommandThatPeopleCopyFromTheLogIsOneWord() {
    var harness = CallTests.harness()
    harness.call(.getPower, on: Devices.lockName, by: "a;reboot")
    harness.call(.getPower, on: Devices.lockName, by: "it's")
    let texts = harness.diagnostics.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(texts.map { $0.hasSuffix("gatehouse users allow 'a;reboot'") } == [true, false])
    #expect(texts.map { $0.hasSuffix(#"gatehouse users allow 'it'\''s'"#) } == [false, true])
  }
}
