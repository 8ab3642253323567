import ByteCoding
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct MembershipTests {
  private static func alarm(_ sequence: UInt8) -> ZCLFrame {
    ZCLFrame(
      kind: .cluster, direction: .serverToClient, sequence: sequence, command: CommandID(0),
      payload: [1, 0, 0, 0, 0, 0])
  }

  private func addressQuestions(_ harness: HostHarness) -> Int {
    harness.sent.count { $0.request.cluster == .ieeeAddressRequest }
  }

  @Test("A device that announces another short address keeps its identity, and its requests follow")
  func announced() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.devices[lamp.ieee]?.address = NetworkAddress(rawValue: 0x7777)
    harness.announce(lamp.ieee)
    #expect(harness.stored(lamp.ieee)?.networkAddress == NetworkAddress(rawValue: 0x7777))
    harness.call { host, now in
      host.request(
        ExchangeTests.request(lamp, .onOff, ExchangeTests.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(2))
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(harness.count(.deviceJoined(lamp.ieee)) == 0)
    #expect(harness.count(.deviceReady(lamp.ieee)) == 1)
  }

  @Test("A frame of an unknown address is kept until its owner is known: no alarm is lost")
  func unknownSender() {
    let contact = VirtualDevice.contact()
    var harness = ExchangeTests.settled(contact)
    harness.devices[contact.ieee]?.address = NetworkAddress(rawValue: 0x4242)
    for sequence in 1...3 {
      harness.speak(contact.ieee, Self.alarm(UInt8(sequence)), cluster: .iasZone)
    }
    #expect(harness.commands.isEmpty)
    #expect(addressQuestions(harness) == 1)
    harness.run(for: .seconds(1))
    #expect(harness.commands.map(\.frame.sequence) == [1, 2, 3])
    #expect(harness.commands.allSatisfy { $0.device == contact.ieee && $0.token != nil })
    #expect(harness.host.device(contact.ieee)?.networkAddress == NetworkAddress(rawValue: 0x4242))
  }

  @Test("Frames of strangers that nobody resolves stay bounded, are asked for slowly and are dropped")
  func strangers() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    var stranger = VirtualDevice.contact(50)
    for number in 0..<200 {
      stranger.address = NetworkAddress(rawValue: UInt16(0x9000 + number))
      for sequence in 0..<20 {
        harness.input(
          .received(harness.indication(stranger, Self.alarm(UInt8(sequence)), cluster: .iasZone)))
      }
    }
    #expect(addressQuestions(harness) == 64)
    #expect(harness.host.snapshot(at: harness.monotonic).unknownSenders == 64)
    harness.run(for: .minutes(3))
    let snapshot = harness.host.snapshot(at: harness.monotonic)
    #expect(snapshot.unknownSenders == 0)
    #expect(snapshot.droppedFrames == 200 * 20)
    #expect(harness.host.nextDeadline.map { $0 > harness.monotonic } == true)
  }

  @Test("When another device takes an address, the old owner is looked up before anything is sent to it")
  func conflict() {
    let lamp = VirtualDevice.lamp(1)
    let other = VirtualDevice.lamp(2)
    var harness = ExchangeTests.settled(lamp, other)
    harness.devices[lamp.ieee]?.address = NetworkAddress(rawValue: 0x0BAD)
    harness.devices[other.ieee]?.address = lamp.address
    harness.announce(other.ieee)
    #expect(harness.stored(lamp.ieee)?.networkAddress == .unknown)
    harness.sent = []
    harness.call { host, now in
      host.request(
        ExchangeTests.request(lamp, .onOff, ExchangeTests.on), id: HostRequestID(rawValue: 1), at: now)
    }
    #expect(harness.sent.map(\.request.cluster) == [.networkAddressRequest])
    harness.run(for: .seconds(2))
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(harness.host.device(lamp.ieee)?.networkAddress == NetworkAddress(rawValue: 0x0BAD))
  }

  @Test("A device that nobody let in is taken over with a warning")
  func unknownJoiner() {
    let lamp = VirtualDevice.lamp()
    var harness = HostHarness(devices: [lamp])
    harness.bringUp()
    harness.run(for: .seconds(1))
    harness.join(lamp.ieee)
    #expect(harness.warnings.count == 1)
    #expect(harness.count(.deviceJoined(lamp.ieee)) == 1)
    let second = VirtualDevice.lamp(2)
    harness.devices[second.ieee] = second
    harness.call { host, now in
      host.permitJoin(seconds: 60, through: nil, id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(1))
    harness.join(second.ieee)
    #expect(harness.warnings.count == 1)
  }

  @Test("Joining is closed at every start")
  func closedAtStart() {
    var harness = HostHarness()
    harness.bringUp()
    guard case .permitJoin(_, seconds: 0, through: nil) = harness.otherCommands.first else {
      Issue.record("not closed")
      return
    }
  }

  @Test("A device that is paired anew is set up anew, once")
  func pairedAnew() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.devices[lamp.ieee]?.bindings = []
    harness.call { host, now in
      host.permitJoin(seconds: 60, through: nil, id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(1))
    harness.join(lamp.ieee)
    harness.join(lamp.ieee)
    harness.run(for: .seconds(50))
    #expect(harness.devices[lamp.ieee]?.bindings.count == 3)
    #expect(harness.count(.deviceReady(lamp.ieee)) == 1)
    #expect(harness.count(.deviceJoined(lamp.ieee)) == 0)
  }

  @Test("A removed device leaves, everything that waited for it ends, and it is forgotten")
  func removed() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.devices[lamp.ieee]?.isAnswering = false
    harness.call { host, now in
      host.request(
        ExchangeTests.request(lamp, .onOff, ExchangeTests.on), id: HostRequestID(rawValue: 1), at: now)
    }
    harness.devices[lamp.ieee]?.isAnswering = true
    harness.call { host, now in
      host.removeDevice(lamp.ieee, force: false, id: HostRequestID(rawValue: 2), at: now)
    }
    #expect(harness.results(of: 1) == [.failed(.deviceGone)])
    harness.run(for: .seconds(1))
    #expect(harness.results(of: 2) == [.succeeded])
    #expect(harness.count(.deviceLeft(lamp.ieee)) == 1)
    #expect(harness.devices[lamp.ieee]?.hasLeft == true)
    #expect(harness.host.devices.isEmpty)
    #expect(harness.warnings.isEmpty)
  }

  @Test("A removed device that never answers is gone after its time, and sent away when it turns up")
  func stubborn() {
    let sensor = VirtualDevice.thermometer()
    var harness = ExchangeTests.settled(sensor)
    harness.run(for: .minutes(10))
    harness.call { host, now in
      host.removeDevice(sensor.ieee, force: false, id: HostRequestID(rawValue: 1), at: now)
    }
    harness.run(for: .seconds(40))
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(harness.count(.deviceLeft(sensor.ieee)) == 1)
    #expect(harness.warnings.count == 1)
    harness.speak(
      sensor.ieee,
      ZCLFrame(
        kind: .global, direction: .serverToClient, sequence: 3,
        command: GlobalCommand.reportAttributes, payload: [0, 0, 0x29, 1, 1]),
      cluster: .temperatureMeasurement)
    harness.run(for: .seconds(1))
    #expect(harness.devices[sensor.ieee]?.hasLeft == true)
    #expect(harness.count(.deviceJoined(sensor.ieee)) == 0)
    #expect(harness.host.devices.isEmpty)
  }

  @Test("A forced removal is done at once")
  func forced() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.call { host, now in
      host.removeDevice(lamp.ieee, force: true, id: HostRequestID(rawValue: 1), at: now)
      host.removeDevice(lamp.ieee, force: true, id: HostRequestID(rawValue: 2), at: now)
    }
    #expect(harness.results(of: 1) == [.succeeded])
    #expect(harness.results(of: 2) == [.failed(.unknownDevice)])
    #expect(harness.sent.last?.request.cluster == .managementLeaveRequest)
    // Paired again on purpose, it is welcome.
    harness.call { host, now in
      host.permitJoin(seconds: 60, through: nil, id: HostRequestID(rawValue: 3), at: now)
    }
    harness.run(for: .seconds(1))
    harness.devices[lamp.ieee]?.hasLeft = false
    harness.join(lamp.ieee)
    harness.run(for: .seconds(30))
    #expect(harness.host.device(lamp.ieee)?.interview == .complete)
  }

  @Test("A device that leaves by itself is gone; one that leaves to rejoin is not")
  func left() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.input(.deviceLeft(lamp.ieee, lamp.address, rejoins: true))
    #expect(harness.host.devices.count == 1)
    harness.input(.deviceLeft(lamp.ieee, lamp.address, rejoins: false))
    #expect(harness.host.devices.isEmpty)
    #expect(harness.count(.deviceLeft(lamp.ieee)) == 1)
  }

  @Test("A device cannot announce another one, nor answer unasked for it")
  func impostor() {
    let lock = VirtualDevice.lock()
    let impostor = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lock, impostor)
    let address = NetworkAddress(rawValue: 0x6666)
    let messages = [
      ZDOMessage(
        sequence: 1,
        DeviceAnnounce(
          networkAddress: address, ieee: lock.ieee, capability: VirtualDevice.sleepy)),
      ZDOMessage(
        sequence: 2, NetworkAddressResponse(AddressAnswer(ieee: lock.ieee, networkAddress: address))),
      ZDOMessage(
        sequence: 3, IEEEAddressResponse(AddressAnswer(ieee: lock.ieee, networkAddress: address))),
    ]
    for message in messages {
      harness.input(
        .received(
          APSIndication(
            source: impostor.address, sourceEndpoint: .deviceObject, destination: .broadcast,
            destinationEndpoint: .deviceObject, cluster: message.cluster, payload: message.payload,
            linkQuality: LinkQuality(rawValue: 9))))
    }
    #expect(harness.host.device(lock.ieee)?.networkAddress == lock.address)
  }

  @Test("A new device is stored before its first answer")
  func storedAtOnce() {
    var lamp = VirtualDevice.lamp()
    lamp.isAnswering = false
    var harness = HostHarness(devices: [lamp])
    harness.bringUp()
    harness.join(lamp.ieee)
    #expect(harness.stored(lamp.ieee)?.interview == .waiting(step: .nodeDescriptor))
    #expect(harness.stored(lamp.ieee)?.isRouter == true)
  }

  @Test("Nonsense addresses make no devices")
  func nonsense() {
    var harness = ExchangeTests.settled(VirtualDevice.lamp())
    for (ieee, address) in [
      (IEEEAddress.unknown, 0x1111), (IEEEAddress(rawValue: 0), 0x1111),
      (HostHarness.coordinator, 0x1111), (IEEEAddress(rawValue: 5), 0xFFFF),
      (IEEEAddress(rawValue: 5), 0x0000), (IEEEAddress(rawValue: 5), 0xFFFE),
    ] {
      harness.input(.deviceJoined(ieee, NetworkAddress(rawValue: UInt16(address)), parent: nil))
    }
    #expect(harness.host.devices.count == 1)
  }

  @Test("Frames of any content from known and unknown senders are survived")
  func garbage() {
    let lamp = VirtualDevice.lamp()
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lamp, lock)
    var generator = SeededGenerator(seed: 7)
    let clusters: [UInt16] = [
      0, 1, 2, 4, 5, 6, 0x13, 0x20, 0x500, 0x101, 0xA, 0x19, 0x8000, 0x8001, 0x8002, 0x8004, 0x8005,
      0x8021, 0xFC00,
    ]
    for _ in 0..<20_000 {
      let length = Int(generator.next() % 24)
      let payload = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let cluster = clusters[Int(generator.next() % UInt64(clusters.count))]
      let isObject = generator.next() % 2 == 0
      harness.input(
        .received(
          APSIndication(
            source: generator.next() % 3 == 0
              ? NetworkAddress(rawValue: UInt16(truncatingIfNeeded: generator.next()))
              : (generator.next() % 2 == 0 ? lamp : lock).address,
            sourceEndpoint: EndpointID(isObject ? 0 : 1),
            destinationEndpoint: EndpointID(isObject ? 0 : 1), cluster: ClusterID(rawValue: cluster),
            payload: payload, linkQuality: LinkQuality(rawValue: 1))))
      harness.run(for: .milliseconds(3))
    }
    let snapshot = harness.host.snapshot(at: harness.monotonic)
    #expect(snapshot.unknownSenders <= 64)
    #expect(snapshot.exchanges < 200)
  }
}
