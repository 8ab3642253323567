import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct LoadTests {
  /// A house: lamps, sensors, contacts and a lock for every ten.
  static func house(_ count: Int) -> [VirtualDevice] {
    (1...count).map { number in
      switch number % 10 {
      case 0: VirtualDevice.lock(UInt64(number))
      case 1, 2, 3, 4: VirtualDevice.lamp(UInt64(number))
      case 5, 6, 7: VirtualDevice.thermometer(UInt64(number))
      default: VirtualDevice.contact(UInt64(number))
      }
    }
  }

  @Test("300 joins at once are interviewed within the adapter's limits, none stuck")
  func joins() {
    let devices = Self.house(300)
    var harness = HostHarness(devices: devices)
    harness.bringUp()
    for device in devices { harness.join(device.ieee, awakeFor: .minutes(5)) }
    let first = harness.host.snapshot(at: harness.monotonic)
    #expect(first.interviewsRunning <= 24)
    #expect(first.exchanges <= 24)
    harness.run(for: .seconds(240))
    // Sleepers that were passed over while they were awake speak now and then.
    for _ in 0..<5 {
      for device in harness.host.devices where device.interview != .complete {
        harness.announce(device.ieee)
      }
      harness.run(for: .minutes(3))
    }
    let open = harness.host.devices.filter { $0.interview != .complete }
    #expect(open.isEmpty)
    #expect(harness.largestSendsInFlight <= ConcurrencyLimiter.ceiling)
    for device in devices { #expect(harness.count(.deviceReady(device.ieee)) == 1) }
    #expect(harness.host.snapshot(at: harness.monotonic).interviewsRunning == 0)
  }

  @Test("An old adapter gets two frames at once, never more at the beginning")
  func oldAdapter() {
    let devices = (1...20).map { VirtualDevice.lamp(UInt64($0)) }
    var harness = HostHarness(devices: devices)
    harness.bringUp(firmware: "Z-Stack Home 1.2, build 20211115")
    for device in devices { harness.join(device.ieee) }
    harness.run(for: .milliseconds(30))
    #expect(harness.largestSendsInFlight <= 2)
  }

  @Test("A full adapter halves the load once a burst, and nothing is lost")
  func congestion() {
    let devices = (1...30).map { VirtualDevice.lamp(UInt64($0)) }
    var harness = HostHarness(devices: devices)
    harness.bringUp()
    for device in devices { harness.join(device.ieee) }
    harness.run(for: .minutes(3))
    let before = harness.host.snapshot(at: harness.monotonic).concurrency
    harness.scriptedResults = Array(repeating: .failed(.congested(status: 0x11)), count: 16)
    for (index, device) in devices.enumerated() {
      harness.call { host, now in
        host.request(
          ExchangeTests.request(device, .onOff, ExchangeTests.on),
          id: HostRequestID(rawValue: UInt64(index)), at: now)
      }
    }
    harness.run(for: .milliseconds(15))
    #expect(harness.host.snapshot(at: harness.monotonic).concurrency == before / 2)
    harness.run(for: .minutes(1))
    for index in devices.indices { #expect(harness.results(of: UInt64(index)) == [.succeeded]) }
  }

  @Test("Not more than eight broadcasts in nine seconds")
  func broadcasts() {
    let devices = (1...30).map { VirtualDevice.lamp(UInt64($0)) }
    var records: [ZigbeeDevice] = []
    for device in devices {
      var record = ZigbeeDevice(
        ieee: device.ieee, networkAddress: .unknown, joinedAt: WallTime(milliseconds: 0))
      record.interview = .complete
      record.lastSeen = WallTime(milliseconds: HostHarness.wallStart)
      records.append(record)
    }
    var harness = HostHarness(records: records, devices: devices)
    harness.bringUp()
    for (index, device) in devices.enumerated() {
      harness.call { host, now in
        var request = ExchangeTests.request(device, .onOff, ExchangeTests.on)
        request.deadlineMilliseconds = 120_000
        host.request(request, id: HostRequestID(rawValue: UInt64(index)), at: now)
      }
    }
    harness.run(for: .minutes(2))
    let times = harness.sent.filter { $0.request.cluster == .networkAddressRequest }.map(\.at)
    for (index, start) in times.enumerated() where index + 8 < times.count {
      #expect(times[index + 8] - start >= .seconds(9))
    }
    for index in devices.indices { #expect(harness.results(of: UInt64(index)) == [.succeeded]) }
  }

  @Test("Control goes before interviews and polls")
  func priorities() {
    let devices = (1...40).map { VirtualDevice.lamp(UInt64($0)) }
    var harness = HostHarness(devices: devices)
    harness.bringUp()
    for device in devices { harness.join(device.ieee) }
    harness.run(for: .milliseconds(300))
    harness.sent = []
    harness.call { host, now in
      host.request(
        ExchangeTests.request(devices[39], .onOff, ExchangeTests.on), id: HostRequestID(rawValue: 1),
        at: now)
    }
    harness.run(for: .milliseconds(100))
    #expect(harness.results(of: 1) == [.succeeded])
  }
}
