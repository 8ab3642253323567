import GatewayCore
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Who, when and how often: what every function refuses alike.
@Suite struct CallRefusalTests {
  /// All functions with the device they are for.
  static let functions: [(GatewayFunction, String?)] = [
    (.setJoinAllow(seconds: 60), nil), (.getDeviceList, nil), (.delDevice, Devices.lockName),
    (Devices.unlock, Devices.lockName), (Devices.lockIt, Devices.lockName), (.lockStatus, Devices.lockName),
    (.getPower, Devices.lockName), (.basicInfo, Devices.lockName), (.getSignal, Devices.lockName),
    (.readAttribute(ClusterTarget(cluster: .basic), [AttributeID(4)]), Devices.lampName),
    (
      .writeAttribute(
        ClusterTarget(cluster: .onOff), AttributeID(0x4001), .typed(TypedValue(.uint16, .unsigned(5)))),
      Devices.lampName
    ),
    (
      .sendCommand(ClusterTarget(cluster: .onOff), CommandID(2), payload: [], response: nil), Devices.lampName
    ),
    (.setControlLight(LightCommand(on: true)), Devices.lampName),
  ]

  private static let needsDevice = functions.filter { $0.1 != nil }

  @Test(arguments: functions)
  func aStrangerIsRefused(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    let id = harness.call(function, on: target, by: "5c4fe492dc93897aa7d86fff")
    #expect(harness.result(of: id)?.code == .forbidden)
    #expect(harness.actions.isEmpty)
    #expect(harness.disk.calls.isEmpty)
  }

  @Test(arguments: functions)
  func aRetainedMessageIsNoCommand(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    let id = harness.call(function, on: target, retained: true)
    #expect(harness.result(of: id)?.code == .badArguments)
    #expect(harness.actions.isEmpty)
  }

  @Test(arguments: needsDevice)
  func anUnknownDeviceIsNotFound(_ function: GatewayFunction, _: String?) {
    var harness = CallTests.harness()
    let id = harness.call(function, on: "ZG00000000000")
    #expect(harness.result(of: id)?.code == .deviceNotFound)
    #expect(harness.actions.isEmpty)
  }

  @Test(arguments: needsDevice)
  func theGatewayItselfIsNoDevice(_ function: GatewayFunction, _: String?) {
    for target in [nil, "", "GW01182510001"] {
      var harness = CallTests.harness()
      let id = harness.call(function, on: target)
      #expect([.deviceNotFound, .unsupported].contains(harness.result(of: id)?.code))
      #expect(harness.actions.isEmpty)
    }
  }

  @Test(arguments: functions)
  func aRepeatedCallGetsItsAnswerAgainWithoutTheRadio(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    let time = harness.now.wall
    let first = harness.call(function, on: target)
    finish(&harness)
    let result = harness.result(of: first)
    #expect(result != nil)
    let count = harness.actions.count
    harness.advance(.seconds(45))
    for restarts in [false, true] {
      if restarts { harness.restart() }
      let again = harness.call(function, on: target, at: time)
      #expect(harness.result(of: again)?.code == result?.code)
      #expect(harness.actions.count == count)
    }
  }

  @Test(arguments: functions)
  func theSameKeyWithAnotherBodyIsRefused(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    let time = harness.now.wall
    harness.call(function, on: target)
    if function != .delDevice { finish(&harness) }
    let count = harness.actions.count
    let other = harness.call(function, on: target, at: time, body: "other")
    #expect(harness.result(of: other)?.code == .badArguments)
    #expect(harness.actions.count == count)
  }

  @Test(arguments: functions)
  func aRepetitionWhileTheFirstIsUnderWayGetsTheSameAnswer(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    harness.diskMode = .waits
    let first = harness.call(function, on: target)
    let second = harness.call(function, on: target)
    harness.finishWrites()
    finish(&harness)
    harness.finishWrites()
    #expect(harness.replies.map(\.id).sorted { $0.rawValue < $1.rawValue } == [first, second])
    #expect(harness.result(of: first) == harness.result(of: second))
    #expect(harness.actions.count <= 1)
  }

  @Test(arguments: functions)
  func aCallThatARestartCutOffIsUnknownAndNeverSentAgain(_ function: GatewayFunction, _ target: String?) {
    var harness = CallTests.harness()
    harness.call(function, on: target)
    guard !harness.actions.isEmpty else {
      #expect(harness.replies.count == 1)
      return
    }
    let sent = harness.actions.count
    harness.restart()
    harness.radioRuns()
    harness.advance(.seconds(60))
    #expect(harness.replies.map(\.result) == [.unknown])
    #expect(harness.replies.first?.context == Array("context 1".utf8))
    #expect(harness.replies.first?.origin.caller == CoreHarness.user)
    #expect(harness.actions.count == sent)
    harness.restart()
    #expect(harness.disk.calls.allSatisfy { $0.result == .unknown })
  }

  @Test(arguments: functions)
  func aCallThatIsNotOnTheDiskHasNoEffectAndIsNotAcknowledged(_ function: GatewayFunction, _ target: String?)
  {
    var harness = CallTests.harness()
    harness.diskMode = .waits
    let id = harness.call(function, on: target)
    #expect(harness.actions.isEmpty)
    #expect(harness.accepted.isEmpty)
    #expect(harness.replies.isEmpty)
    harness.restart()
    #expect(harness.result(of: id) == nil)
    #expect(harness.actions.isEmpty)
  }

  private static let ages: [(Int64, Bool)] = [
    (0, true), (29_999, true), (30_001, false), (3_600_000, false), (604_800_000, false),
    (-29_000, true), (-31_000, false), (.min / 2, false), (.max / 2, false),
  ]

  @Test(arguments: [Devices.unlock, .setJoinAllow(seconds: 60)], ages)
  func whatOpensMustBeFresh(_ function: GatewayFunction, _ age: (Int64, Bool)) {
    var harness = CallTests.harness()
    let (timestamp, _) = harness.now.wall.milliseconds.subtractingReportingOverflow(age.0)
    let id = harness.call(
      function, on: Devices.lockName, at: WallTime(milliseconds: timestamp))
    #expect(harness.actions.isEmpty == !age.1)
    if !age.1 { #expect(harness.result(of: id)?.code == .tooLate) }
  }

  @Test func withoutATimestampNothingIsOpened() {
    var harness = CallTests.harness()
    harness.call(Devices.unlock, on: Devices.lockName, message: "1", at: .some(nil))
    harness.call(.setJoinAllow(seconds: 60), message: "2", at: .some(nil))
    #expect(harness.replies.map(\.result.code) == [.badArguments, .badArguments])
    #expect(harness.actions.isEmpty)
  }

  @Test func closingTheNetworkIsAlwaysInOrder() {
    var harness = CallTests.harness()
    harness.call(.setJoinAllow(seconds: 0), at: .some(nil))
    #expect(harness.actions.count == 1)
  }

  @Test func freshnessIsCheckedAgainWhenASlowDiskHasTheRecord() {
    var harness = CallTests.harness()
    harness.diskMode = .waits
    let id = harness.call(
      Devices.unlock, on: Devices.lockName,
      at: WallTime(milliseconds: harness.now.wall.milliseconds - 28_000))
    harness.advance(.seconds(3))
    harness.finishWrites()
    #expect(harness.unlocks.isEmpty)
    #expect(harness.result(of: id)?.code == .tooLate)
  }

  @Test func anOldSwitchOrDeletionIsNotObeyed() {
    var harness = CallTests.harness()
    let old = WallTime(milliseconds: harness.now.wall.milliseconds - 86_400_000)
    harness.call(.setControlLight(LightCommand(on: true)), on: Devices.lampName, message: "1", at: old)
    harness.call(Devices.lockIt, on: Devices.lockName, message: "2", at: old)
    var rejoined = Devices.lamp
    rejoined.joinedAt = harness.now.wall
    harness.join(rejoined)
    harness.call(.delDevice, on: Devices.lampName, message: "3", at: old)
    #expect(harness.replies.map(\.result.code) == [.tooLate, .tooLate, .tooLate])
    harness.call(.delDevice, on: Devices.lockName, message: "4", at: old)
    #expect(harness.actions.count == 1)
  }

  @Test func callsWithoutNumberAndTimeAreAllDifferent() {
    var harness = CallTests.harness()
    for _ in 0..<3 {
      harness.call(.lockStatus, on: Devices.lockName, message: nil, at: .some(nil))
      harness.complete(CallTests.read(TypedValue(.enum8, .unsigned(1))))
    }
    #expect(harness.requests.count == 3)
    #expect(harness.replies.count == 3)
  }

  @Test func aNumberWithoutATimeIsSoonFreeAgain() {
    var harness = CallTests.harness()
    for expected in [1, 1, 2] {
      harness.call(.lockStatus, on: Devices.lockName, at: .some(nil))
      harness.complete(CallTests.read(TypedValue(.enum8, .unsigned(1))))
      #expect(harness.requests.count == expected)
      if expected == 1, harness.replies.count == 2 { harness.advance(.seconds(31)) }
    }
  }

  @Test func handledCallsAreForgottenAfterEightDays() {
    var harness = CallTests.harness()
    harness.call(.getPower, on: Devices.lockName, message: "1")
    harness.complete(.failed(.timedOut))
    harness.advance(.hours(8 * 24 - 1))
    harness.call(.getPower, on: Devices.lockName, message: "2")
    #expect(harness.disk.calls.count == 2)
    harness.advance(.hours(2))
    harness.call(.getPower, on: Devices.lockName, message: "3")
    #expect(harness.disk.calls.map(\.identity.messageID).sorted() == ["2", "3"])
  }

  @Test func oneCallerCannotTakeAllPlaces() {
    var harness = CallTests.harness()
    for number in 0..<40 { harness.call(.getPower, on: Devices.lockName, message: "\(number)") }
    #expect(harness.replies.count == 24)
    #expect(harness.replies.allSatisfy { $0.result == CallResult(.gatewayFault, reason: "busy") })
    #expect(harness.requests.count == 16)
  }

  @Test func aFullDiskRefusesEverythingButClosingALock() {
    for (function, target) in Self.functions {
      var harness = CallTests.harness()
      harness.diskMode = .refuses
      let id = harness.call(function, on: target)
      if function == Devices.lockIt {
        #expect(harness.requests.count == 1)
        harness.complete(.response(CommandID(0), payload: [0]))
        #expect(harness.result(of: id) == .ok)
      } else {
        #expect(harness.actions.isEmpty)
        #expect(harness.result(of: id) != nil)
      }
      #expect(harness.accepted.isEmpty)
    }
  }

  @Test func anAnswerThatMayNotHaveGoneOutGoesOutAgainWhileSomebodyMayWait() {
    for (stored, wait, expected) in [(false, 5, 1), (true, 5, 0), (false, 120, 0)] as [(Bool, Int64, Int)] {
      var harness = CallTests.harness()
      let id = harness.call(.basicInfo, on: Devices.lockName)
      if stored {
        harness.core.replyStored(id, at: harness.now)
        harness.drain()
      }
      harness.replies = []
      harness.advance(.seconds(wait))
      harness.restart()
      #expect(harness.replies.count == expected)
    }
  }

  /// Lets whatever the call asked for end well.
  private func finish(_ harness: inout CoreHarness) {
    for _ in 0..<4 {
      switch harness.actions.last {
      case .request(let id, let request):
        switch request.operation {
        case .read(let attributes):
          harness.host(
            .requestCompleted(
              id,
              .attributes(
                attributes.map {
                  AttributeReadResult(
                    attribute: $0, status: .success, value: TypedValue(.uint8, .unsigned(1)))
                })))
        case .command(let command, _, .some):
          harness.host(.requestCompleted(id, .response(command, payload: [0])))
        default: harness.host(.requestCompleted(id, .succeeded))
        }
      case .permitJoin(let id, _): harness.host(.requestCompleted(id, .succeeded))
      case .remove(_, let ieee, _): harness.host(.deviceLeft(ieee))
      default: break
      }
    }
  }
}
