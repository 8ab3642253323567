import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

/// Random lives of a house. Seeds are in the test names, so a failing one can be run again.
@Suite struct InvariantTests {
  private struct Life {
    var harness: HostHarness
    var generator: SeededGenerator
    var accepted: Set<UInt64> = []
    var atMostOnce: [UInt64: [UInt8]] = [:]
    var nextID: UInt64 = 1

    mutating func random(_ bound: UInt64) -> UInt64 { generator.next() % bound }

    mutating func request(_ devices: [VirtualDevice]) {
      let device = devices[Int(random(UInt64(devices.count)))]
      let id = nextID
      nextID += 1
      accepted.insert(id)
      var request = ExchangeTests.request(device, .onOff, ExchangeTests.on)
      switch random(5) {
      case 0:
        // The payload names the request, so that its frames can be counted.
        let mark = withUnsafeBytes(of: id) { Array($0) }
        atMostOnce[id] = mark
        request.cluster = .doorLock
        request.operation = .command(CommandID(0x01), payload: mark, response: CommandID(0x01))
        request.isAtMostOnce = true
      case 1:
        request.cluster = .basic
        request.operation = .read([AttributeID(4), AttributeID(5)])
      case 2: request.operation = .write([AttributeID(0x4003): TypedValue(.enum8, .unsigned(1))])
      case 3: request.priority = .poll
      default: break
      }
      if random(3) == 0 { request.deadlineMilliseconds = Int64(random(20_000)) }
      harness.call { host, now in host.request(request, id: HostRequestID(rawValue: id), at: now) }
    }

    mutating func step(_ devices: [VirtualDevice]) {
      let device = devices[Int(random(UInt64(devices.count)))]
      switch random(24) {
      case 0...9: request(devices)
      case 10: harness.announce(device.ieee)
      case 11:
        let address = NetworkAddress(rawValue: UInt16(0x2000 + random(0x4000)))
        harness.devices[device.ieee]?.address = address
        if random(2) == 0 { harness.announce(device.ieee) }
      case 12:
        let id = 1 + random(nextID)
        harness.call { host, now in host.cancel(HostRequestID(rawValue: id), at: now) }
      case 13:
        harness.scriptedResults = [
          .failed(.congested(status: 0x11)), .failed(.adapterLost), .failed(.unconfirmed),
        ]
      case 14:
        harness.input(.stateChanged(.lost(reason: "test")))
        harness.run(for: .milliseconds(Int64(random(20_000))))
        harness.bringUp()
      case 15:
        let id = nextID
        nextID += 1
        accepted.insert(id)
        let isForced = random(2) == 0
        harness.call { host, now in
          host.removeDevice(device.ieee, force: isForced, id: HostRequestID(rawValue: id), at: now)
        }
      case 16:
        harness.devices[device.ieee]?.hasLeft = false
        harness.join(device.ieee)
      case 17: harness.input(.deviceLeft(device.ieee, device.address, rejoins: random(2) == 0))
      default:
        let sequence = UInt8(random(256))
        harness.speak(
          device.ieee,
          ZCLFrame(
            kind: .global, direction: .serverToClient, sequence: sequence,
            command: GlobalCommand.reportAttributes, payload: [0x21, 0, 0x20, 100]),
          cluster: .powerConfiguration)
      }
    }
  }

  @Test(
    "Whatever happens, each request ends exactly once and an unlock is handed over once at most",
    arguments: 1...40)
  func lives(seed: Int) {
    let devices = LoadTests.house(12)
    var life = Life(
      harness: HostHarness(devices: devices, seed: UInt64(seed)),
      generator: SeededGenerator(seed: UInt64(seed)))
    life.harness.lossPercent = 30
    life.harness.bringUp()
    for device in devices { life.harness.join(device.ieee) }
    for _ in 0..<400 {
      life.step(devices)
      life.harness.run(for: .milliseconds(Int64(life.random(3_000))))
    }
    // Longer than any deadline, answer time and retry together.
    life.harness.run(for: .hours(3))
    for id in life.accepted.sorted() {
      #expect(life.harness.results(of: id).count == 1, "request \(id), seed \(seed)")
    }
    for (id, mark) in life.atMostOnce {
      let frames = life.harness.sent.count {
        $0.request.cluster == .doorLock && $0.request.payload.suffix(8).elementsEqual(mark)
      }
      #expect(frames <= 1, "unlock \(id), seed \(seed)")
    }
    let snapshot = life.harness.host.snapshot(at: life.harness.monotonic)
    #expect(snapshot.sendsInFlight <= 8)
    #expect(snapshot.concurrency >= 1)
    #expect(snapshot.devices.allSatisfy { $0.queued <= 32 })
  }

  @Test("With 30 % loss every device of a house is interviewed in the end", arguments: 1...10)
  func lossyInterviews(seed: Int) {
    let devices = LoadTests.house(30)
    var harness = HostHarness(devices: devices, seed: UInt64(seed))
    harness.lossPercent = 30
    harness.bringUp()
    for device in devices { harness.join(device.ieee) }
    for round in 0..<240 {
      harness.run(for: .minutes(1))
      for device in devices where device.isSleepy {
        var frame = ZCLFrame(
          kind: .global, direction: .serverToClient, disablesDefaultResponse: true,
          command: GlobalCommand.reportAttributes, payload: [0x21, 0, 0x20, 100])
        frame.sequence = UInt8(truncatingIfNeeded: round)
        harness.speak(device.ieee, frame, cluster: .powerConfiguration)
      }
    }
    let open = harness.host.devices.filter { $0.interview != .complete }
    #expect(open.map(\.interview).isEmpty, "seed \(seed)")
    #expect(harness.host.devices.allSatisfy { $0.modelIdentifier != nil }, "seed \(seed)")
    #expect(harness.host.snapshot(at: harness.monotonic).exchanges < 10)
  }

  @Test("The same seed gives the same life")
  func repeatable() {
    func life() -> ([HostEvent], [APSRequest]) {
      let devices = LoadTests.house(10)
      var harness = HostHarness(devices: devices, seed: 5)
      harness.lossPercent = 20
      harness.bringUp()
      for device in devices { harness.join(device.ieee) }
      harness.run(for: .hours(2))
      return (harness.events, harness.sent.map(\.request))
    }
    let first = life()
    let second = life()
    #expect(first.0 == second.0)
    #expect(first.1 == second.1)
  }

  @Test("A host is a value: a copy goes its own way")
  func copies() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    let copy = harness.host
    harness.call { host, now in
      host.request(
        ExchangeTests.request(lamp, .onOff, ExchangeTests.on), id: HostRequestID(rawValue: 1), at: now)
    }
    #expect(copy.snapshot(at: harness.monotonic).exchanges == 0)
    #expect(harness.host.snapshot(at: harness.monotonic).exchanges == 1)
  }
}
