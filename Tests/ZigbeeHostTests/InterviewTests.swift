import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct InterviewTests {
  private func interviewed(_ device: VirtualDevice) -> HostHarness {
    var harness = HostHarness(devices: [device])
    harness.bringUp()
    harness.join(device.ieee)
    harness.run(for: .seconds(60))
    return harness
  }

  @Test("A mains lamp is interviewed, bound and made to report")
  func lamp() throws {
    let lamp = VirtualDevice.lamp()
    let harness = interviewed(lamp)
    let record = try #require(harness.host.device(lamp.ieee))
    #expect(record.interview == .complete)
    #expect(record.isRouter && record.isMainsPowered && !record.isSleepy)
    #expect(record.manufacturerCode == ManufacturerCode(rawValue: 0x1234))
    #expect(record.manufacturerName == "Acme" && record.modelIdentifier == "Lamp")
    #expect(record.softwareBuild == "1.2.3" && record.powerSource == 1)
    #expect(record.applicationVersion == 7 && record.hardwareVersion == 2)
    #expect(record.endpoints.first?.inputClusters.contains(.colorControl) == true)
    let device = try #require(harness.devices[lamp.ieee])
    #expect(device.bindings.map(\.cluster) == [.onOff, .levelControl, .colorControl])
    #expect(device.bindings.allSatisfy { $0.destination == .device(HostHarness.coordinator, EndpointID(1)) })
    #expect(device.reporting[.onOff] == [AttributeID(0x0000)])
    #expect(device.reporting[.colorControl]?.contains(AttributeID(0x0007)) == true)
    #expect(harness.count(.deviceReady(lamp.ieee)) == 1)
    #expect(harness.count(.deviceJoined(lamp.ieee)) == 1)
    #expect(harness.updates.contains { $0.cluster == .onOff && $0.origin == .readResponse })
    #expect(harness.stored(lamp.ieee)?.interview == .complete)
  }

  @Test("Each step is stored when it is done, in order")
  func steps() {
    let lamp = VirtualDevice.lamp()
    let harness = interviewed(lamp)
    let states = harness.events.compactMap { event -> InterviewState? in
      if case .interviewProgressed(lamp.ieee, let state) = event { return state }
      return nil
    }
    let steps = InterviewState.Step.allCases.dropFirst().map { InterviewState.waiting(step: $0) }
    #expect(states == steps + [.complete])
  }

  @Test("A sleeper that stays awake for a while is interviewed, with Poll Control bound")
  func sleeper() throws {
    let sensor = VirtualDevice.thermometer()
    let harness = interviewed(sensor)
    let record = try #require(harness.host.device(sensor.ieee))
    #expect(record.interview == .complete && record.isSleepy)
    let device = try #require(harness.devices[sensor.ieee])
    #expect(device.bindings.map(\.cluster).contains(.pollControl))
    #expect(device.reporting[.temperatureMeasurement] == [AttributeID(0x0000)])
  }

  @Test("A sleeper that falls asleep at once is interviewed bit by bit when it speaks")
  func dozing() throws {
    let sensor = VirtualDevice.thermometer()
    var harness = HostHarness(devices: [sensor])
    harness.bringUp()
    harness.join(sensor.ieee, awakeFor: .milliseconds(100))
    // It never stays awake by being asked: each wake-up is as short as this.
    let report = ZCLFrame.global(
      GlobalCommand.reportAttributes,
      ReportAttributes([
        AttributeRecord(attribute: AttributeID(0x0000), value: TypedValue(.int16, .signed(2000)))
      ]), direction: .serverToClient)
    for wake in 0..<60 {
      harness.run(for: .seconds(60))
      var frame = report
      frame.sequence = UInt8(wake)
      harness.speak(
        sensor.ieee, frame, cluster: .temperatureMeasurement, awakeFor: .milliseconds(200))
      if harness.host.device(sensor.ieee)?.interview == .complete { break }
    }
    harness.run(for: .seconds(30))
    #expect(harness.host.device(sensor.ieee)?.interview == .complete)
    #expect(harness.count(.deviceReady(sensor.ieee)) == 1)
  }

  @Test("A lock gives its limits and state")
  func lock() throws {
    let lock = VirtualDevice.lock()
    let harness = interviewed(lock)
    #expect(harness.host.device(lock.ieee)?.interview == .complete)
    let read = harness.updates.filter { $0.cluster == .doorLock }.flatMap(\.records).map(\.attribute)
    #expect(read.contains(AttributeID(0x0000)))
    #expect(read.contains(AttributeID(0x0012)))
    #expect(read.contains(AttributeID(0x0033)))
    let device = try #require(harness.devices[lock.ieee])
    #expect(Set(device.bindings.map(\.cluster)).isSuperset(of: [.doorLock, .alarms, .pollControl]))
    #expect(device.reporting[.doorLock]?.first == AttributeID(0x0000))
  }

  @Test("An alarm sensor gets the gateway's address and a zone id, and is read back as enrolled")
  func zone() throws {
    let contact = VirtualDevice.contact()
    let harness = interviewed(contact)
    #expect(harness.host.device(contact.ieee)?.interview == .complete)
    let device = try #require(harness.devices[contact.ieee])
    #expect(
      device.attributes[.iasZone]?[AttributeID(0x0010)]
        == TypedValue(.ieeeAddress, .unsigned(HostHarness.coordinator.rawValue)))
    let enrolment = try #require(device.receivedCommands.first { $0.cluster == .iasZone })
    #expect(enrolment.frame.payload == [0, ZigbeeHost.zoneID])
    #expect(harness.warnings.filter { $0.contains("enrol") }.isEmpty)
  }

  @Test("An unasked zone enroll request is answered")
  func enrollRequest() throws {
    let contact = VirtualDevice.contact()
    var harness = interviewed(contact)
    harness.speak(
      contact.ieee,
      ZCLFrame(
        kind: .cluster, direction: .serverToClient, sequence: 77, command: CommandID(0x01),
        payload: [0x15, 0x00, 0x34, 0x12]), cluster: .iasZone)
    harness.run(for: .seconds(1))
    let device = try #require(harness.devices[contact.ieee])
    let answer = try #require(device.receivedCommands.last?.frame)
    #expect(answer.sequence == 77 && answer.command == CommandID(0x00))
    #expect(device.defaultResponses.isEmpty)
  }

  @Test("Lies about endpoints are put up with")
  func lies() throws {
    var lamp = VirtualDevice.lamp()
    lamp.listedEndpoints = [0, 1, 1, 7, 242, 255].map { EndpointID($0) }
    lamp.refusedDescriptors = [EndpointID(7)]
    let harness = interviewed(lamp)
    let record = try #require(harness.host.device(lamp.ieee))
    #expect(record.interview == .complete)
    #expect(record.endpoints.map(\.id) == [EndpointID(1), EndpointID(7)])
    var silent = VirtualDevice.lamp(9)
    silent.listedEndpoints = []
    let second = interviewed(silent)
    #expect(second.host.device(silent.ieee)?.modelIdentifier == "Lamp")
  }

  @Test("A full binding table is said once and does not stop the interview")
  func fullTable() throws {
    var lamp = VirtualDevice.lamp()
    lamp.bindingLimit = 1
    let harness = interviewed(lamp)
    #expect(harness.host.device(lamp.ieee)?.interview == .complete)
    #expect(harness.warnings.filter { $0.contains("binding table") }.count == 1)
    #expect(harness.devices[lamp.ieee]?.deviceObjectRequests.filter { $0 == .bindRequest }.count == 2)
  }

  @Test("Announcements during the interview do not restart it")
  func announcements() {
    let lamp = VirtualDevice.lamp()
    var harness = HostHarness(devices: [lamp])
    harness.bringUp()
    harness.join(lamp.ieee)
    for _ in 0..<5 {
      harness.announce(lamp.ieee)
      harness.run(for: .milliseconds(30))
    }
    harness.run(for: .seconds(60))
    #expect(
      harness.devices[lamp.ieee]?.deviceObjectRequests.filter { $0 == .nodeDescriptorRequest }.count == 1)
    #expect(harness.count(.deviceReady(lamp.ieee)) == 1)
  }

  @Test("A device without a model is usable all the same")
  func nameless() {
    var lamp = VirtualDevice.lamp()
    lamp.attributes[.basic] = [:]
    let harness = interviewed(lamp)
    #expect(harness.host.device(lamp.ieee)?.interview == .complete)
    #expect(harness.count(.deviceReady(lamp.ieee)) == 1)
  }

  @Test("A mains device that is silent stops with a reason and goes on when it answers again")
  func silence() throws {
    var lamp = VirtualDevice.lamp()
    lamp.isAnswering = false
    var harness = HostHarness(devices: [lamp])
    harness.bringUp()
    harness.join(lamp.ieee)
    harness.run(for: .minutes(3))
    guard case .stopped(.nodeDescriptor, let reason) = try #require(harness.stored(lamp.ieee)).interview
    else {
      Issue.record("not stopped")
      return
    }
    #expect(reason.contains("node descriptor"))
    harness.devices[lamp.ieee]?.isAnswering = true
    harness.run(for: .hours(2))
    #expect(harness.host.device(lamp.ieee)?.interview == .complete)
  }

  @Test("After a restart the interview goes on at the missing step", arguments: InterviewState.Step.allCases)
  func resume(step: InterviewState.Step) throws {
    for device in [VirtualDevice.lamp(), .contact(), .lock(), .thermometer()] {
      let first = interviewed(device)
      let record = try #require(
        step == .nodeDescriptor
          ? ZigbeeDevice(
            ieee: device.ieee, networkAddress: device.address, joinedAt: WallTime(milliseconds: 0))
          : first.events.compactMap { event -> ZigbeeDevice? in
            if case .deviceChanged(let record) = event, record.interview == .waiting(step: step) {
              return record
            }
            return nil
          }.first)
      var second = HostHarness(records: [record], devices: [device])
      second.bringUp()
      second.run(for: .seconds(2))
      let awakeUntil = second.monotonic + .seconds(30)
      second.devices[device.ieee]?.awakeUntil = awakeUntil
      second.announce(device.ieee)
      second.run(for: .seconds(60))
      #expect(second.host.device(device.ieee)?.interview == .complete)
      #expect(
        second.host.device(device.ieee)?.modelIdentifier == first.host.device(device.ieee)?.modelIdentifier)
      let asked = second.devices[device.ieee]?.deviceObjectRequests ?? []
      #expect(asked.contains(.nodeDescriptorRequest) == (step == .nodeDescriptor))
    }
  }

  @Test("An interview can be asked for again, and the device stays usable meanwhile")
  func again() throws {
    let lamp = VirtualDevice.lamp()
    var harness = interviewed(lamp)
    harness.devices[lamp.ieee]?.attributes[.basic]?[AttributeID(0x4000)] = VirtualDevice.text("2.0")
    harness.call { host, now in host.interview(lamp.ieee, at: now) }
    #expect(harness.host.device(lamp.ieee)?.endpoint(serving: .onOff) != nil)
    harness.run(for: .seconds(60))
    #expect(harness.host.device(lamp.ieee)?.softwareBuild == "2.0")
    #expect(harness.count(.deviceReady(lamp.ieee)) == 2)
  }
}
