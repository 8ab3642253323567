import ByteCoding
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct ExchangeTests {
  static let on = ZCLRequest.Operation.command(CommandID(0x01), payload: [], response: nil)

  /// A network with devices that are interviewed already.
  static func settled(
    _ devices: VirtualDevice..., configuration: HostConfiguration = HostConfiguration()
  ) -> HostHarness {
    var harness = HostHarness(configuration: configuration, devices: devices)
    harness.bringUp()
    for device in devices { harness.join(device.ieee) }
    harness.run(for: .minutes(2))
    harness.events = []
    harness.sent = []
    return harness
  }

  static func request(
    _ device: VirtualDevice, _ cluster: ClusterID, _ operation: ZCLRequest.Operation,
    deadline: Int64? = nil, isAtMostOnce: Bool = false
  ) -> ZCLRequest {
    ZCLRequest(
      device: device.ieee, endpoint: EndpointID(1), cluster: cluster, operation: operation,
      deadlineMilliseconds: deadline, isAtMostOnce: isAtMostOnce)
  }

  private func unlock(_ device: VirtualDevice, deadline: Int64? = nil) -> ZCLRequest {
    Self.request(
      device, .doorLock,
      .command(CommandID(0x01), payload: [4, 0x31, 0x32, 0x33, 0x34], response: CommandID(0x01)),
      deadline: deadline, isAtMostOnce: true)
  }

  @Test("A command, a read, a write and a lock command each end with what the device said")
  func results() {
    let lamp = VirtualDevice.lamp()
    let lock = VirtualDevice.lock()
    var harness = Self.settled(lamp, lock)
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
      host.request(
        Self.request(lamp, .onOff, .read([AttributeID(0), AttributeID(9)])),
        id: HostRequestID(rawValue: 2), at: now)
      host.request(
        Self.request(lamp, .onOff, .write([AttributeID(0x4003): TypedValue(.enum8, .unsigned(1))])),
        id: HostRequestID(rawValue: 3), at: now)
    }
    harness.devices[lock.ieee]?.awakeUntil = MonotonicInstant(nanoseconds: .max)
    harness.call { host, now in
      host.request(unlock(lock), id: HostRequestID(rawValue: 4), at: now)
    }
    harness.run(for: .seconds(5))
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(
      harness.results(of: 2) == [
        .attributes([
          AttributeReadResult(
            attribute: AttributeID(0), status: .success, value: TypedValue(.boolean, .boolean(true))),
          AttributeReadResult(attribute: AttributeID(9), status: .unsupportedAttribute, value: nil),
        ])
      ])
    #expect(harness.results(of: 3) == [.succeeded])
    #expect(harness.results(of: 4) == [.response(CommandID(0x01), payload: [0])])
    #expect(harness.updates.map(\.origin) == [.readResponse])
  }

  @Test("Unknown devices and endpoints are refused at once")
  func refusals() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    var other = Self.request(lamp, .onOff, Self.on)
    other.device = IEEEAddress(rawValue: 42)
    var elsewhere = Self.request(lamp, .onOff, Self.on)
    elsewhere.endpoint = EndpointID(9)
    harness.call { host, now in
      host.request(other, id: HostRequestID(rawValue: 1), at: now)
      host.request(elsewhere, id: HostRequestID(rawValue: 2), at: now)
    }
    #expect(harness.results(of: 1) == [.failed(.unknownDevice)])
    #expect(harness.results(of: 2) == [.failed(.unknownEndpoint)])
    #expect(harness.sent.isEmpty)
  }

  @Test("A refused command ends with the device's status")
  func status() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.devices[lamp.ieee]?.isAnswering = false
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
    }
    guard let sent = harness.sent.last, let frame = try? ZCLFrame(exactly: sent.request.payload) else {
      Issue.record("nothing sent")
      return
    }
    harness.speak(lamp.ieee, .defaultResponse(to: frame, status: .notAuthorized), cluster: .onOff)
    #expect(harness.results(of: 1) == [.refused(.notAuthorized)])
  }

  @Test("An answer of another cluster, endpoint, direction, manufacturer or command ends nothing")
  func strangers() throws {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.devices[lamp.ieee]?.isAnswering = false
    harness.call { host, now in
      host.request(
        Self.request(lamp, .onOff, .read([AttributeID(0)])), id: HostRequestID(rawValue: 1), at: now)
    }
    let sent = try #require(harness.sent.last)
    let frame = try ZCLFrame(exactly: sent.request.payload)
    let record = ReadAttributeRecord(
      attribute: AttributeID(0), value: TypedValue(.boolean, .boolean(true)))
    let answer = frame.answer(GlobalCommand.readAttributesResponse, ReadAttributesResponse([record]))
    harness.speak(lamp.ieee, answer, cluster: .levelControl)
    var wrong = answer
    wrong.manufacturer = ManufacturerCode(rawValue: 0x1111)
    harness.speak(lamp.ieee, wrong, cluster: .onOff)
    wrong = answer
    wrong.direction = .clientToServer
    harness.speak(lamp.ieee, wrong, cluster: .onOff)
    wrong = answer
    wrong.sequence &+= 1
    harness.speak(lamp.ieee, wrong, cluster: .onOff)
    wrong = answer
    wrong.command = GlobalCommand.writeAttributesResponse
    harness.speak(lamp.ieee, wrong, cluster: .onOff)
    #expect(harness.results(of: 1).isEmpty)
    #expect(harness.host.snapshot(at: harness.now.monotonic).unknownAnswers >= 2)
    harness.speak(lamp.ieee, answer, cluster: .onOff)
    #expect(harness.results(of: 1).count == 1)
    harness.speak(lamp.ieee, answer, cluster: .onOff)
    #expect(harness.host.snapshot(at: harness.now.monotonic).lateAnswers == 1)
    #expect(harness.results(of: 1).count == 1)
  }

  @Test("What was not delivered is tried twice more, then fails with its reason")
  func retries() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.scriptedResults = [
      .failed(.noAcknowledgement(status: 0xE9)), .failed(.noRoute(status: 0xCD)), .delivered,
    ]
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(10))
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(harness.sent.count == 3)
    harness.scriptedResults = Array(repeating: .failed(.noAcknowledgement(status: 0xE9)), count: 3)
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 2), at: now)
    }
    harness.run(for: .seconds(20))
    #expect(harness.results(of: 2) == [.failed(.undelivered(.noAcknowledgement(status: 0xE9)))])
  }

  @Test(
    "An at-most-once frame is handed over one single time whatever comes of it",
    arguments: [
      DeliveryFailure.noAcknowledgement(status: 0xE9), .noRoute(status: 0xCD), .congested(status: 0x11),
      .rejected(status: 2), .unconfirmed, .adapterLost, .notRunning, .tooLong,
    ])
  func atMostOnce(failure: DeliveryFailure) {
    let lock = VirtualDevice.lock()
    var harness = Self.settled(lock)
    harness.scriptedResults = [.failed(failure)]
    harness.call { host, now in
      host.request(unlock(lock), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .minutes(5))
    let expected: RequestFailure =
      failure == .adapterLost || failure == .unconfirmed ? .unknownOutcome : .undelivered(failure)
    #expect(harness.results(of: 1) == [.failed(expected)])
    #expect(harness.sent.filter { $0.request.cluster == .doorLock }.count == 1)
  }

  @Test("An at-most-once frame without an answer is not repeated")
  func atMostOnceSilence() {
    let lock = VirtualDevice.lock()
    var harness = Self.settled(lock)
    harness.devices[lock.ieee]?.isAnswering = false
    harness.scriptedResults = [.delivered]
    harness.call { host, now in
      host.request(unlock(lock), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .minutes(5))
    #expect(harness.results(of: 1) == [.failed(.timedOut)])
    #expect(harness.sent.filter { $0.request.cluster == .doorLock }.count == 1)
    // Even what could be repeated without harm is not.
    harness.scriptedResults = [.delivered]
    harness.call { host, now in
      host.request(
        Self.request(
          lock, .doorLock, .write([AttributeID(0x23): TypedValue(.uint32, .unsigned(5))]),
          isAtMostOnce: true), id: HostRequestID(rawValue: 2), at: now)
    }
    harness.run(for: .minutes(5))
    #expect(harness.results(of: 2) == [.failed(.timedOut)])
    #expect(harness.sent.filter { $0.request.cluster == .doorLock }.count == 2)
  }

  @Test("A deadline that passed is seen right before the hand-over, and nothing is sent")
  func deadline() throws {
    let channel = try #require(RadioChannel(rawValue: 11))
    let lock = VirtualDevice.lock()
    var harness = Self.settled(lock)
    harness.input(.stateChanged(.lost(reason: "unplugged")))
    harness.call { host, now in
      host.request(unlock(lock, deadline: 5_000), id: HostRequestID(rawValue: 1), at: now)
      host.request(unlock(lock, deadline: 0), id: HostRequestID(rawValue: 2), at: now)
    }
    // The network comes back in the same instant in which the deadline passes, before the timer was served.
    let late = Instants(
      monotonic: harness.monotonic + .seconds(5), wall: harness.now.wall, wallIsTrusted: true)
    var host = harness.host
    host.radioEvent(
      .networkUp(
        NetworkParameters(
          panID: PANIdentifier(rawValue: 1), extendedPANID: ExtendedPANIdentifier(rawValue: 1),
          channel: channel, coordinator: HostHarness.coordinator,
          networkKey: nil),
        AdapterIdentity(family: "znp", firmware: "", ieee: HostHarness.coordinator)), at: late)
    var unlocks = 0
    var results: [HostResult] = []
    while let output = host.nextOutput() {
      if case .radio(.send(_, let request)) = output, request.cluster == .doorLock { unlocks += 1 }
      if case .event(.requestCompleted(_, let result)) = output { results.append(result) }
    }
    #expect(unlocks == 0)
    #expect(results == [.failed(.expired), .failed(.expired)])
    harness.run(for: .seconds(6))
    #expect(harness.results(of: 1) == [.failed(.expired)])
    #expect(harness.sent.isEmpty)
  }

  @Test("What waits for a sleeper goes the moment it speaks")
  func drained() {
    let sensor = VirtualDevice.thermometer()
    var harness = Self.settled(sensor)
    harness.run(for: .minutes(10))
    harness.sent = []
    var request = Self.request(sensor, .temperatureMeasurement, .read([AttributeID(0)]))
    request.priority = .poll
    for id in 1...2 {
      harness.call { host, now in
        host.request(request, id: HostRequestID(rawValue: UInt64(id)), at: now)
      }
    }
    harness.run(for: .minutes(5))
    #expect(harness.sent.isEmpty)
    #expect(harness.host.snapshot(at: harness.monotonic).devices.first?.queued == 2)
    let spoke = harness.monotonic
    harness.speak(
      sensor.ieee,
      ZCLFrame(
        kind: .global, direction: .serverToClient, disablesDefaultResponse: true, sequence: 3,
        command: GlobalCommand.reportAttributes, payload: [0, 0, 0x29, 1, 1]),
      cluster: .temperatureMeasurement)
    #expect(harness.sent.count == 2)
    #expect(harness.sent.allSatisfy { $0.at == spoke })
    harness.run(for: .seconds(5))
    #expect(harness.results(of: 1).count == 1 && harness.results(of: 2).count == 1)
  }

  @Test("A control request to a sleeper is tried at once, then waits until it speaks")
  func triedOnce() {
    let sensor = VirtualDevice.thermometer()
    var harness = Self.settled(sensor)
    harness.run(for: .minutes(10))
    harness.sent = []
    harness.call { host, now in
      host.request(
        Self.request(
          sensor, .temperatureMeasurement, .write([AttributeID(0x10): TypedValue(.uint8, .unsigned(1))])),
        id: HostRequestID(rawValue: 1), at: now)
    }
    #expect(harness.sent.count == 1)
    harness.run(for: .minutes(10))
    #expect(harness.sent.count == 1)
    #expect(harness.results(of: 1).isEmpty)
    harness.devices[sensor.ieee]?.awakeUntil = MonotonicInstant(nanoseconds: .max)
    harness.announce(sensor.ieee)
    harness.run(for: .seconds(10))
    #expect(harness.results(of: 1) == [.succeeded])
  }

  @Test("A check-in starts fast polling while something waits, and it is stopped afterwards")
  func checkIn() throws {
    let sensor = VirtualDevice.thermometer()
    var harness = Self.settled(sensor)
    harness.run(for: .minutes(10))
    var request = Self.request(sensor, .temperatureMeasurement, .read([AttributeID(0)]))
    request.priority = .background
    harness.call { host, now in host.request(request, id: HostRequestID(rawValue: 1), at: now) }
    harness.devices[sensor.ieee]?.receivedCommands = []
    let checkIn = ZCLFrame(
      kind: .cluster, direction: .serverToClient, sequence: 9, command: CommandID(0x00))
    harness.speak(sensor.ieee, checkIn, cluster: .pollControl)
    harness.run(for: .seconds(5))
    var frames = try #require(harness.devices[sensor.ieee]).receivedCommands.map(\.frame)
    #expect(frames.map(\.command) == [CommandID(0x00), CommandID(0x01)])
    #expect(frames.first?.payload == [1, 40, 0] && frames.first?.sequence == 9)
    #expect(harness.results(of: 1).count == 1)
    harness.run(for: .minutes(1))
    harness.devices[sensor.ieee]?.receivedCommands = []
    var next = checkIn
    next.sequence = 10
    harness.speak(sensor.ieee, next, cluster: .pollControl)
    harness.run(for: .seconds(5))
    frames = try #require(harness.devices[sensor.ieee]).receivedCommands.map(\.frame)
    #expect(frames.map(\.payload) == [[0, 0, 0]])
  }

  @Test("A full queue refuses, and keeps places for control")
  func queueFull() {
    let sensor = VirtualDevice.thermometer()
    var harness = Self.settled(sensor)
    harness.run(for: .minutes(10))
    var request = Self.request(sensor, .temperatureMeasurement, .read([AttributeID(0)]))
    request.priority = .poll
    for id in 1...40 {
      harness.call { host, now in
        host.request(request, id: HostRequestID(rawValue: UInt64(id)), at: now)
      }
    }
    #expect(harness.results(of: 29) == [.failed(.queueFull)])
    #expect(harness.results(of: 28).isEmpty)
    request.priority = .control
    harness.call { host, now in host.request(request, id: HostRequestID(rawValue: 50), at: now) }
    #expect(harness.results(of: 50).isEmpty)
  }

  @Test("A control request does not wait behind a poll of the same device")
  func controlPlace() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.devices[lamp.ieee]?.isAnswering = false
    var poll = Self.request(lamp, .onOff, .read([AttributeID(0)]))
    poll.priority = .poll
    harness.call { host, now in
      for id: UInt64 in 1...5 { host.request(poll, id: HostRequestID(rawValue: id), at: now) }
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 9), at: now)
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 10), at: now)
    }
    harness.run(for: .milliseconds(100))
    let frames = harness.sent.compactMap { try? ZCLFrame(exactly: $0.request.payload) }
    #expect(frames.map(\.kind) == [.global, .cluster])
    #expect(harness.host.snapshot(at: harness.monotonic).devices.first?.inFlight == 2)
  }

  @Test("One babbling device does not take the adapter from the others")
  func babbler() {
    let babbler = VirtualDevice.lamp(1)
    let lamp = VirtualDevice.lamp(2)
    var harness = Self.settled(babbler, lamp)
    harness.isMute = true
    for sequence in 0..<200 {
      harness.speak(
        babbler.ieee,
        ZCLFrame(
          kind: .global, direction: .serverToClient, sequence: UInt8(sequence),
          command: GlobalCommand.reportAttributes, payload: [0, 0, 0x10, 1]), cluster: .onOff)
    }
    #expect(harness.sent.count == 8)
    #expect(harness.host.snapshot(at: harness.monotonic).counters.droppedReplies == 192)
    harness.isMute = false
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(1))
    #expect(harness.results(of: 1) == [.succeeded])
    harness.run(for: .minutes(2))
    harness.speak(
      babbler.ieee,
      ZCLFrame(
        kind: .global, direction: .serverToClient, sequence: 250,
        command: GlobalCommand.reportAttributes, payload: [0, 0, 0x10, 1]), cluster: .onOff)
    #expect(harness.sent.last?.request.destination == .device(babbler.address))
  }

  @Test("Cancelled is ended once, and the late answer changes nothing")
  func cancelled() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
      host.cancel(HostRequestID(rawValue: 1), at: now)
      host.cancel(HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .minutes(1))
    #expect(harness.results(of: 1) == [.failed(.cancelled)])
  }

  @Test("Requests wait through an outage of the adapter and go afterwards")
  func outage() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.input(.stateChanged(.lost(reason: "unplugged")))
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(10))
    #expect(harness.sent.isEmpty)
    harness.bringUp()
    harness.run(for: .seconds(2))
    #expect(harness.results(of: 1) == [.succeeded])
  }

  @Test("An adapter that never confirms is not waited for for ever")
  func mute() {
    let lamp = VirtualDevice.lamp()
    var harness = Self.settled(lamp)
    harness.isMute = true
    harness.call { host, now in
      host.request(Self.request(lamp, .onOff, Self.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .minutes(10))
    #expect(harness.results(of: 1).count == 1)
    #expect(harness.host.snapshot(at: harness.monotonic).exchanges <= 1)
  }

  @Test("Bindings are made and undone by request, and a refusal is told with its ZDO status")
  func bindings() {
    var lamp = VirtualDevice.lamp()
    lamp.bindingLimit = 3
    var harness = Self.settled(lamp)
    harness.call { host, now in
      host.bind(
        BindingRequest(device: lamp.ieee, endpoint: EndpointID(1), cluster: .scenes),
        id: HostRequestID(rawValue: 1), at: now)
      host.unbind(
        BindingRequest(device: lamp.ieee, endpoint: EndpointID(1), cluster: .scenes),
        id: HostRequestID(rawValue: 2), at: now)
    }
    harness.run(for: .minutes(2))
    #expect(harness.results(of: 1) == [.failed(.deviceObject(.tableFull))])
    // The virtual lamp does not know unbind: silence.
    #expect(harness.results(of: 2) == [.failed(.timedOut)])
  }

  @Test("Commands to the adapter end with what it said")
  func adapterCommands() throws {
    var harness = Self.settled(VirtualDevice.lamp())
    harness.call { host, now in
      host.networkCommand(.setTransmitPower(5), id: HostRequestID(rawValue: 1), at: now)
      host.permitJoin(seconds: 255, through: nil, id: HostRequestID(rawValue: 2), at: now)
    }
    guard
      case .setTransmitPower(let id, 5) = try #require(
        harness.otherCommands.first(where: {
          if case .setTransmitPower = $0 { return true }
          return false
        }))
    else { return }
    harness.input(.completed(id, .failed(reason: "too loud")))
    harness.input(.completed(id, .succeeded))
    harness.run(for: .seconds(1))
    #expect(harness.results(of: 1) == [.failed(.adapter(reason: "too loud"))])
    #expect(harness.results(of: 2) == [.succeeded])
    #expect(harness.count(.permitJoinChanged(seconds: 254)) == 1)
    harness.run(for: .seconds(300))
    #expect(harness.count(.permitJoinChanged(seconds: 0)) == 1)
  }
}
