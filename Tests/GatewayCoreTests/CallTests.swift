import GatewayCore
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// What each function does on its good way, and how its end is told.
@Suite struct CallTests {
  static func harness() -> CoreHarness {
    var harness = CoreHarness()
    harness.radioRuns()
    harness.join(Devices.lock)
    harness.join(Devices.lamp)
    harness.join(Devices.sensor)
    return harness
  }

  static func read(_ value: TypedValue?, status: ZCLStatus = .success, attribute: UInt16 = 0) -> HostResult {
    .attributes([AttributeReadResult(attribute: AttributeID(attribute), status: status, value: value)])
  }

  @Test func anUnlockIsSentOnceWithItsPINAndItsRemainingTime() throws {
    var harness = Self.harness()
    harness.advance(.seconds(20))
    let id = harness.call(
      Devices.unlock, on: Devices.lockName,
      at: WallTime(milliseconds: harness.now.wall.milliseconds - 25_000))
    let request = try #require(harness.requests.last?.request)
    #expect(
      request.operation
        == .command(CommandID(1), payload: [6] + Array("482915".utf8), response: CommandID(1)))
    #expect(request.endpoint == EndpointID(10))
    #expect(request.isAtMostOnce)
    #expect(request.deadlineMilliseconds == 5_000)
    #expect(harness.accepted == [id])
    #expect(harness.replies.isEmpty)
    harness.complete(.response(CommandID(1), payload: [0]))
    #expect(harness.result(of: id) == .ok)
    #expect(harness.replies.first?.context == Array("context 1".utf8))
    #expect(harness.audit.last?.what == "openLock unlock")
    #expect(harness.audit.last?.result == "ok")
    #expect(harness.audit.last?.device == Devices.lockName)
  }

  @Test func aLockCommandMayBeRepeatedAndNeedsNoPIN() throws {
    var harness = Self.harness()
    harness.call(Devices.lockIt, on: Devices.lockName)
    let request = try #require(harness.requests.last?.request)
    #expect(request.operation == .command(CommandID(0), payload: [], response: CommandID(0)))
    #expect(!request.isAtMostOnce)
  }

  @Test(arguments: [
    (read(TypedValue(.enum8, .unsigned(1))), CallResult.ok(.lockState(.locked))),
    (read(TypedValue(.enum8, .unsigned(2))), .ok(.lockState(.unlocked))),
    (read(TypedValue(.enum8, .unsigned(0))), .ok(.lockState(.notFullyLocked))),
    (
      read(TypedValue(.enum8, .unsigned(0xFF))),
      CallResult(.deviceFault, reason: "the device does not know the value")
    ),
    (.failed(.timedOut), CallResult(.timedOut)),
    (
      .failed(.undelivered(.noRoute(status: 0xCD))),
      CallResult(.timedOut, reason: "the device cannot be reached")
    ),
    (.failed(.undelivered(.notRunning)), CallResult(.gatewayFault, reason: "the coordinator does not run")),
    (.failed(.unknownOutcome), .unknown),
    (.failed(.deviceGone), CallResult(.deviceNotFound)),
    (.failed(.queueFull), CallResult(.gatewayFault, reason: "busy")),
    (
      .refused(.unsupportedAttribute),
      CallResult(.unsupported, reason: "the device does not support it (status 0x86)")
    ),
    (.refused(.failure), CallResult(.deviceFault, reason: "the device refused (status 0x01)")),
    (.attributes([]), CallResult(.executionFailed, reason: "the answer names no attribute")),
  ])
  func everyEndOfALockStatusIsTold(_ end: HostResult, _ expected: CallResult) {
    var harness = Self.harness()
    let id = harness.call(.lockStatus, on: Devices.lockName)
    harness.complete(end)
    #expect(harness.result(of: id) == expected)
  }

  @Test(
    arguments: [
      (160, CallResult.ok(.power(160))), (0, .ok(.power(0))), (200, .ok(.power(200))),
      (255, CallResult(.deviceFault, reason: "the device does not know the value")),
      (201, CallResult(.deviceFault, reason: "the device does not know the value")),
    ] as [(UInt64, CallResult)])
  func powerIsTheRawHalfPercentOrUnknown(_ raw: UInt64, _ expected: CallResult) {
    var harness = Self.harness()
    let id = harness.call(.getPower, on: Devices.lockName)
    harness.complete(Self.read(TypedValue(.uint8, .unsigned(raw)), attribute: 0x21))
    #expect(harness.result(of: id) == expected)
  }

  @Test func listsInfoAndSignalNeedNoRadio() {
    var harness = Self.harness()
    let list = harness.call(.getDeviceList, message: "1")
    let info = harness.call(.basicInfo, on: Devices.lockName, message: "2")
    let signal = harness.call(.getSignal, on: Devices.lockName, message: "3")
    #expect(harness.requests.isEmpty)
    guard case .devices(let devices)? = harness.result(of: list)?.value else {
      Issue.record("no list")
      return
    }
    #expect(devices.map(\.identity.deviceID).contains(Devices.lockName))
    #expect(devices.count == 3)
    guard case .basicInfo(let basic)? = harness.result(of: info)?.value else {
      Issue.record("no info")
      return
    }
    #expect(basic.software == "V1.02.040")
    #expect(basic.hardware == "3")
    #expect(harness.result(of: signal) == .ok(.signal(-20)))
  }

  @Test func joiningOpensTheNetworkAndIsAnsweredWhenItIsOpen() {
    var harness = Self.harness()
    let id = harness.call(.setJoinAllow(seconds: 120))
    guard case .permitJoin(let request, seconds: 120)? = harness.actions.last else {
      Issue.record("not opened")
      return
    }
    #expect(harness.result(of: id) == nil)
    harness.host(.requestCompleted(request, .succeeded))
    #expect(harness.result(of: id) == .ok)
  }

  @Test func withoutARunningCoordinatorNothingIsOpenedOrRemoved() {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    let join = harness.call(.setJoinAllow(seconds: 120), message: "1")
    let delete = harness.call(.delDevice, on: Devices.lockName, message: "2")
    #expect(harness.actions.isEmpty)
    #expect(harness.result(of: join)?.code == .gatewayFault)
    #expect(harness.result(of: delete)?.code == .gatewayFault)
  }

  @Test func aRemovedDeviceLeavesOrIsForgottenAfterAWhile() {
    for answers in [true, false] {
      var harness = Self.harness()
      let id = harness.call(.delDevice, on: Devices.lockName)
      guard case .remove(_, Devices.lock.ieee, force: false)? = harness.actions.last else {
        Issue.record("not asked to leave")
        return
      }
      if answers {
        harness.host(.deviceLeft(Devices.lock.ieee))
      } else {
        harness.advance(.seconds(7))
        guard case .remove(_, Devices.lock.ieee, force: true)? = harness.actions.last else {
          Issue.record("not forgotten")
          return
        }
        harness.host(.deviceLeft(Devices.lock.ieee))
      }
      #expect(harness.result(of: id) == .ok)
      #expect(harness.core.device(Devices.lockName) == nil)
      let deletions = harness.criticalEvents.count { if case .deviceDeleted = $0 { true } else { false } }
      #expect(deletions == 1)
    }
  }

  @Test func aLampIsSwitchedSetAndColouredOneRequestAfterTheOther() {
    var harness = Self.harness()
    let id = harness.call(
      .setControlLight(LightCommand(on: true, level: 128, mireds: 370)), on: Devices.lampName)
    #expect(harness.requests.count == 1)
    #expect(harness.requests[0].request.cluster == .levelControl)
    #expect(
      harness.requests[0].request.operation
        == .command(CommandID(4), payload: [128, 4, 0], response: nil))
    harness.complete(.succeeded)
    #expect(harness.requests.count == 2)
    #expect(
      harness.requests[1].request.operation
        == .command(CommandID(0x0A), payload: [0x72, 0x01, 4, 0], response: nil))
    harness.complete(.succeeded)
    #expect(harness.result(of: id) == .ok)
    harness.call(.setControlLight(LightCommand(on: false)), on: Devices.lampName, message: "2")
    #expect(
      harness.requests.last?.request.operation == .command(CommandID(0), payload: [], response: nil))
  }

  @Test func whatFailsEndsTheSequence() {
    var harness = Self.harness()
    let id = harness.call(
      .setControlLight(LightCommand(on: true, level: 128, mireds: 370)), on: Devices.lampName)
    harness.complete(.failed(.timedOut))
    #expect(harness.requests.count == 1)
    #expect(harness.result(of: id)?.code == .timedOut)
  }

  @Test func attributesAreReadWithTheirUnits() {
    var harness = Self.harness()
    let id = harness.call(
      .readAttribute(ClusterTarget(cluster: .temperatureMeasurement), [AttributeID(0), AttributeID(9)]),
      on: "00158d0001234567")
    harness.complete(
      .attributes([
        AttributeReadResult(
          attribute: AttributeID(0), status: .success, value: TypedValue(.int16, .signed(-525))),
        AttributeReadResult(attribute: AttributeID(9), status: .unsupportedAttribute, value: nil),
      ]))
    guard case .attributes(let readings)? = harness.result(of: id)?.value else {
      Issue.record("no readings")
      return
    }
    #expect(readings.map(\.value) == [.number(-5.25), nil])
    #expect(readings.map(\.unit) == ["°C", ""])
    #expect(readings.map(\.status) == [.success, .unsupportedAttribute])
  }

  @Test func aValueWithoutATypeIsWrittenInTheTypeInWhichTheDeviceGaveIt() {
    var harness = Self.harness()
    let target = ClusterTarget(cluster: .onOff)
    let write = GatewayFunction.writeAttribute(target, AttributeID(0x4003), .untyped(.unsigned(1)))
    let first = harness.call(write, on: Devices.lampName, message: "1")
    #expect(harness.result(of: first)?.code == .badArguments)
    harness.host(Devices.report(Devices.lamp, .onOff, 0x4003, TypedValue(.enum8, .unsigned(255))))
    harness.call(write, on: Devices.lampName, message: "2")
    #expect(
      harness.requests.last?.request.operation
        == .write([AttributeID(0x4003): TypedValue(.enum8, .unsigned(1))]))
  }

  @Test func aCommandOfAnyClusterIsSentAndItsAnswerGivenBack() {
    var harness = Self.harness()
    let id = harness.call(
      .sendCommand(
        ClusterTarget(
          endpoint: EndpointID(1), cluster: ClusterID(rawValue: 0xFC01),
          manufacturer: ManufacturerCode(rawValue: 0x115F)), CommandID(2), payload: [1, 2],
        response: CommandID(3)), on: Devices.lampName)
    #expect(harness.requests.last?.request.manufacturer == ManufacturerCode(rawValue: 0x115F))
    harness.complete(.response(CommandID(3), payload: [9]))
    #expect(harness.result(of: id) == .ok(.response(CommandID(3), payload: [9])))
  }

  @Test func aCallThatTakesTooLongIsAnsweredInTimeAndItsEndIsAnEvent() {
    var harness = Self.harness()
    let id = harness.call(.lockStatus, on: Devices.lockName)
    harness.advance(.seconds(9))
    #expect(harness.result(of: id)?.code == .timedOut)
    harness.complete(Self.read(TypedValue(.enum8, .unsigned(1))))
    #expect(harness.replies.count == 1)
    guard case .lateResult(let late)? = harness.events.last?.kind else {
      Issue.record("no event")
      return
    }
    #expect(late.result == .ok(.lockState(.locked)))
  }

  @Test func usersAreAllowedListedAndRemovedLocallyAndOutliveARestart() {
    var harness = Self.harness()
    harness.call(.lockStatus, on: Devices.lockName, by: "stranger")
    #expect(harness.replies.last?.result.code == .forbidden)
    let refused = harness.diagnostics.contains {
      if case .warning(let text) = $0 { text.contains("gatehouse users allow stranger") } else { false }
    }
    #expect(refused)
    #expect(harness.core.refusedCalls == ["stranger": 1])
    harness.localCall(.allowUser("stranger"))
    harness.restart()
    harness.radioRuns()
    harness.call(.lockStatus, on: Devices.lockName, by: "stranger", message: "2")
    #expect(harness.requests.count == 1)
    let list = harness.localCall(.listUsers)
    #expect(
      harness.result(of: list)
        == .ok(
          .users([
            UserSummary(userID: CoreHarness.user, isConfigured: true),
            UserSummary(userID: "stranger", isConfigured: false),
          ])))
    harness.localCall(.removeUser("stranger"))
    harness.call(.getPower, on: Devices.lockName, by: "stranger", message: "3")
    #expect(harness.replies.last?.result.code == .forbidden)
    let configured = harness.localCall(.removeUser(CoreHarness.user))
    #expect(harness.result(of: configured)?.code == .badArguments)
  }

  @Test func whatIsOfTheLocalSocketIsUnknownToTheCloud() {
    for function in [
      GatewayFunction.renameDevice(to: "x"), .listUsers, .allowUser("evil"), .removeUser(CoreHarness.user),
    ] {
      var harness = Self.harness()
      let id = harness.call(function, on: Devices.lockName)
      #expect(harness.result(of: id)?.code == .unsupported)
      #expect(harness.disk.users.isEmpty)
    }
  }
}
