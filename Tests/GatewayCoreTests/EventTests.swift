import GatewayCore
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

@Suite struct EventTests {
  private func lockHarness(frontDoors: Int = 1) -> CoreHarness {
    var harness = CoreHarness(frontDoors: frontDoors)
    harness.join(Devices.lock)
    return harness
  }

  @Test func aLockEventIsAnsweredOnlyWhenTheDiskAndEveryFrontDoorHaveIt() {
    var harness = lockHarness(frontDoors: 2)
    harness.events = []
    harness.diskMode = .waits
    harness.storesEvents = false
    harness.host(Devices.lockEvent())
    #expect(harness.events.isEmpty)
    harness.finishOneWrite()
    #expect(harness.events.count == 1)
    #expect(harness.acknowledged.isEmpty)
    let id = harness.events[0].id
    harness.core.eventStored(id, at: harness.now)
    harness.drain()
    #expect(harness.acknowledged.isEmpty)
    harness.core.eventStored(id, at: harness.now)
    harness.drain()
    #expect(harness.acknowledged == [AcknowledgementToken(rawValue: 7)])
    harness.finishWrites()
    #expect(!harness.disk.pendingEvents.contains { $0.id == id })
  }

  @Test func withoutDurableFrontDoorsTheRecordIsEnough() {
    var harness = lockHarness(frontDoors: 0)
    harness.diskMode = .waits
    harness.host(Devices.lockEvent())
    #expect(harness.acknowledged.isEmpty)
    harness.finishWrites()
    #expect(harness.acknowledged == [AcknowledgementToken(rawValue: 7)])
  }

  @Test func theLockEventCarriesWhatTheLockSaidButNoPIN() {
    var harness = lockHarness()
    harness.host(Devices.lockEvent(pin: Array("482915".utf8)))
    guard case .lockOperation(let device, let operation)? = harness.criticalEvents.last else {
      Issue.record("no lock operation")
      return
    }
    #expect(device.deviceID == Devices.lockName)
    #expect(device.isLock)
    #expect(operation == LockOperation(source: 0, code: 2, userID: 3, localTime: 700_000_000))
    #expect(!"\(harness.events) \(harness.disk)".contains("482915"))
  }

  @Test func aFullDiskAcknowledgesNothingSaysSoAndCatchesUp() {
    var harness = lockHarness()
    harness.events = []
    harness.diskMode = .refuses
    harness.host(Devices.lockEvent(sequence: 1, token: 1))
    harness.host(Devices.lockEvent(code: .lock, sequence: 2, token: 2))
    #expect(harness.acknowledged.isEmpty)
    #expect(harness.core.state.storageFault == "no space")
    #expect(
      harness.events.contains {
        if case .gatewayState(let state) = $0.kind { state.storageFault == "no space" } else { false }
      })
    harness.advance(.seconds(30))
    #expect(harness.acknowledged.isEmpty)
    harness.diskMode = .works
    harness.advance(.seconds(6))
    #expect(harness.core.state.storageFault == nil)
    #expect(harness.acknowledged.map(\.rawValue) == [1, 2])
    let codes = harness.criticalEvents.compactMap {
      if case .lockOperation(_, let operation) = $0 { operation.code } else { nil }
    }
    #expect(codes == [2, 1])
  }

  @Test func eventsAreToldInTheirOrderAlsoWhenTheirRecordsAreNot() {
    var harness = lockHarness()
    harness.events = []
    harness.diskMode = .refuses
    harness.host(Devices.lockEvent(sequence: 1, token: 1))
    harness.diskMode = .waits
    harness.host(Devices.lockEvent(code: .lock, sequence: 2, token: 2))
    // The later record is first on the disk.
    harness.finishOneWrite()
    #expect(harness.criticalEvents.isEmpty)
    harness.finishWrites()
    #expect(harness.criticalEvents.count == 2)
    let ids = harness.events.filter(\.isCritical).map(\.id)
    #expect(ids == ids.sorted())
  }

  @Test func anEventThatNoFrontDoorStoredIsToldAgainAfterARestartAndThenForgotten() {
    var harness = lockHarness()
    harness.storesEvents = false
    harness.host(Devices.lockEvent())
    let first = harness.events.last
    harness.events = []
    harness.restart()
    #expect(harness.events == [first].compactMap { $0 })
    harness.storesEvents = true
    harness.events = []
    harness.restart()
    harness.events = []
    harness.restart()
    #expect(harness.events.isEmpty)
  }

  @Test func eventNumbersGrowOverRestarts() {
    var harness = lockHarness()
    var last = EventID(rawValue: 0)
    for round in 0..<20 {
      harness.host(Devices.lockEvent(sequence: UInt8(round)))
      if let id = harness.events.last?.id {
        #expect(id > last)
        last = id
      }
      harness.host(.permitJoinChanged(seconds: UInt8(round)))
      harness.restart()
    }
  }

  @Test func anAlarmAndAProgrammingEventAreCritical() {
    var harness = lockHarness()
    let alarm = ZCLFrame(
      kind: .cluster, direction: .serverToClient, command: CommandID(0), payload: [0x09, 0x01, 0x01])
    harness.host(
      .command(
        DeviceCommand(
          device: Devices.lock.ieee, endpoint: EndpointID(10), cluster: .alarms, frame: alarm,
          token: AcknowledgementToken(rawValue: 1))))
    let change = DoorLock.ProgrammingEvent(
      source: DoorLock.EventSource(rawValue: 1), code: DoorLock.ProgrammingCode(rawValue: 2), userID: 4)
    harness.host(
      .command(
        DeviceCommand(
          device: Devices.lock.ieee, endpoint: EndpointID(10), cluster: .doorLock, frame: ZCLFrame(change),
          token: AcknowledgementToken(rawValue: 2))))
    let identity = harness.core.device(Devices.lockName)?.identity
    #expect(
      harness.criticalEvents.suffix(2) == [
        .alarm(
          identity ?? DeviceIdentity(ieee: .unknown, deviceID: "", name: ""), code: 9, cluster: .doorLock),
        .lockProgramming(
          identity ?? DeviceIdentity(ieee: .unknown, deviceID: "", name: ""),
          LockProgramming(
            source: 1, code: 2, userID: 4, userType: 0, userStatus: 1, localTime: .max)),
      ])
    #expect(harness.acknowledged.map(\.rawValue) == [1, 2])
  }

  @Test func whatALockSaysAndNobodyUnderstandsIsAnsweredAndNotTold() {
    var harness = lockHarness()
    harness.events = []
    let odd = ZCLFrame(
      kind: .cluster, direction: .serverToClient, command: CommandID(0x20), payload: [0x00])
    harness.host(
      .command(
        DeviceCommand(
          device: Devices.lock.ieee, endpoint: EndpointID(10), cluster: .doorLock, frame: odd,
          token: AcknowledgementToken(rawValue: 3))))
    #expect(harness.events.isEmpty)
    #expect(harness.acknowledged.map(\.rawValue) == [3])
  }

  @Test func onlineOfflineAndDeleteFollowTheLifeOfADevice() {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    harness.host(.availabilityChanged(Devices.lock.ieee, isAvailable: false))
    harness.host(.availabilityChanged(Devices.lock.ieee, isAvailable: false))
    harness.host(.availabilityChanged(Devices.lock.ieee, isAvailable: true))
    harness.host(.deviceLeft(Devices.lock.ieee))
    let words = harness.criticalEvents.map { kind in
      switch kind {
      case .deviceOnline(_, let joined): joined ? "joined" : "online"
      case .deviceOffline: "offline"
      case .deviceDeleted: "deleted"
      default: "?"
      }
    }
    #expect(words == ["joined", "offline", "online", "deleted"])
    #expect(harness.core.devices.isEmpty)
    #expect(harness.disk.devices.isEmpty)
  }

  @Test func aZoneStatusBecomesAnAttributeReportThatIsKept() {
    var harness = CoreHarness()
    let sensor = Devices.device(0x0015_8D00_0000_0042, model: "MCT", clusters: [.iasZone])
    harness.join(sensor)
    let change = ZCLFrame(
      kind: .cluster, direction: .serverToClient, command: CommandID(0),
      payload: [0x21, 0x00, 0x00, 0x01, 0x00, 0x00])
    harness.host(
      .command(
        DeviceCommand(
          device: sensor.ieee, endpoint: EndpointID(1), cluster: .iasZone, frame: change,
          token: AcknowledgementToken(rawValue: 5))))
    guard case .attributeReport(_, let reading)? = harness.events.last?.kind else {
      Issue.record("no report")
      return
    }
    #expect(reading.value == .integer(0x21))
    #expect(reading.key.attribute == AttributeID(2))
    #expect(harness.acknowledged.map(\.rawValue) == [5])
    #expect(harness.core.values(of: sensor.ieee)[reading.key]?.value == reading.raw)
  }

  @Test func aReadIsNewsOnlyWhenTheValueChanged() {
    var harness = CoreHarness()
    harness.join(Devices.sensor)
    harness.events = []
    let cold = TypedValue(.int16, .signed(100))
    harness.host(Devices.report(Devices.sensor, .temperatureMeasurement, 0, cold, origin: .readResponse))
    #expect(harness.events.isEmpty)
    harness.host(Devices.report(Devices.sensor, .temperatureMeasurement, 0, cold, origin: .report))
    #expect(harness.events.count == 1)
    harness.host(Devices.report(Devices.sensor, .temperatureMeasurement, 0, cold, origin: .readResponse))
    #expect(harness.events.count == 1)
    let warm = TypedValue(.int16, .signed(2_500))
    harness.host(Devices.report(Devices.sensor, .temperatureMeasurement, 0, warm, origin: .readResponse))
    #expect(harness.events.count == 2)
  }

  @Test func aLockStateReportIsAnsweredWhenItIsOnTheDisk() {
    var harness = lockHarness()
    harness.diskMode = .waits
    harness.host(Devices.report(Devices.lock, .doorLock, 0, TypedValue(.enum8, .unsigned(2)), token: 11))
    #expect(harness.acknowledged.isEmpty)
    harness.finishWrites()
    #expect(harness.acknowledged.map(\.rawValue) == [11])
    #expect(harness.disk.values.count == 1)
  }

  @Test func tooManyEventsAreNotTakenAndNotAnswered() {
    var harness = CoreHarness { $0.limits.pendingEvents = 3 }
    harness.join(Devices.lock)
    harness.storesEvents = false
    for number in UInt64(1)...10 { harness.host(Devices.lockEvent(sequence: UInt8(number), token: number)) }
    #expect(harness.acknowledged.isEmpty)
    #expect(harness.disk.pendingEvents.count == 3)
  }

  @Test func aResetTakesAllDevicesAndTellsIt() {
    var harness = lockHarness()
    harness.join(Devices.lamp)
    harness.core.gatewayReset(at: harness.now)
    harness.drain()
    #expect(harness.criticalEvents.last == .gatewayReset)
    #expect(harness.disk.devices.isEmpty)
  }
}
