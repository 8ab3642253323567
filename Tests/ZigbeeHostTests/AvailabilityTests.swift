import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct AvailabilityTests {
  private func record(_ device: VirtualDevice, silentFor span: TimeSpan) -> ZigbeeDevice {
    var record = ZigbeeDevice(
      ieee: device.ieee, networkAddress: device.address, joinedAt: WallTime(milliseconds: 0))
    record.interview = .complete
    record.isSleepy = device.isSleepy
    record.isRouter = !device.isSleepy
    record.endpoints = device.endpoints.map {
      ZigbeeEndpoint(
        id: $0.endpoint, profile: $0.profile, deviceID: $0.deviceID, inputClusters: $0.inputClusters)
    }
    record.lastSeen = WallTime(milliseconds: HostHarness.wallStart - span.milliseconds)
    return record
  }

  private func pings(_ harness: HostHarness) -> [MonotonicInstant] {
    harness.sent.filter { $0.request.cluster == .basic }.map(\.at)
  }

  @Test("A silent mains device is pinged after ten minutes and stays available while it answers")
  func pinged() {
    let lamp = VirtualDevice.lamp()
    var harness = HostHarness(records: [record(lamp, silentFor: .zero)], devices: [lamp])
    harness.bringUp()
    harness.run(for: .minutes(9))
    #expect(pings(harness).isEmpty)
    harness.run(for: .minutes(24))
    #expect((2...3).contains(pings(harness).count))
    #expect(!harness.events.contains(.availabilityChanged(lamp.ieee, isAvailable: false)))
  }

  @Test("Two failed pings make a device unavailable, any frame brings it back, each said once")
  func unavailable() {
    var lamp = VirtualDevice.lamp()
    lamp.isAnswering = false
    lamp.hasLeft = true
    var harness = HostHarness(records: [record(lamp, silentFor: .zero)], devices: [lamp])
    harness.bringUp()
    harness.run(for: .hours(5))
    #expect(harness.count(.availabilityChanged(lamp.ieee, isAvailable: false)) == 1)
    // Three tries a ping, spaced ever wider: not more than a few dozen frames in five hours.
    #expect((6...80).contains(pings(harness).count))
    harness.devices[lamp.ieee]?.hasLeft = false
    harness.devices[lamp.ieee]?.isAnswering = true
    harness.announce(lamp.ieee)
    #expect(harness.count(.availabilityChanged(lamp.ieee, isAvailable: true)) == 1)
    #expect(harness.host.device(lamp.ieee)?.isAvailable == true)
  }

  @Test("A sleeper is only watched, for 25 hours")
  func sleeper() {
    let sensor = VirtualDevice.thermometer()
    var harness = HostHarness(records: [record(sensor, silentFor: .zero)], devices: [sensor])
    harness.bringUp()
    harness.run(for: .hours(24))
    #expect(harness.host.device(sensor.ieee)?.isAvailable == true)
    harness.run(for: .hours(2))
    #expect(harness.count(.availabilityChanged(sensor.ieee, isAvailable: false)) == 1)
    #expect(harness.sent.isEmpty)
  }

  @Test("After a restart the silence before counts, and a sleeper gets an hour to speak")
  func restart() {
    let lamp = VirtualDevice.lamp()
    let quiet = VirtualDevice.thermometer(10)
    let overdue = VirtualDevice.thermometer(11)
    var harness = HostHarness(
      records: [
        record(lamp, silentFor: .minutes(8)), record(quiet, silentFor: .hours(20)),
        record(overdue, silentFor: .hours(30)),
      ], devices: [lamp, quiet, overdue])
    harness.bringUp()
    harness.run(for: .minutes(3))
    #expect(pings(harness).count == 1)
    #expect(harness.host.device(overdue.ieee)?.isAvailable == true)
    harness.run(for: .minutes(60))
    #expect(harness.host.device(overdue.ieee)?.isAvailable == false)
    #expect(harness.host.device(quiet.ieee)?.isAvailable == true)
    harness.run(for: .hours(5))
    #expect(harness.host.device(quiet.ieee)?.isAvailable == false)
  }

  @Test("After a start 100 silent lamps are pinged one every two seconds, not all at once")
  func spread() {
    let lamps = (1...100).map { VirtualDevice.lamp(UInt64($0)) }
    var harness = HostHarness(
      records: lamps.map { record($0, silentFor: .hours(1)) }, devices: lamps)
    harness.bringUp()
    harness.run(for: .minutes(5))
    let times = pings(harness)
    #expect(times.count == 100)
    for (first, second) in zip(times, times.dropFirst()) { #expect(second - first >= .seconds(2)) }
  }

  @Test("Nobody is called unavailable because the adapter was away")
  func outage() {
    let lamp = VirtualDevice.lamp()
    var harness = HostHarness(records: [record(lamp, silentFor: .zero)], devices: [lamp])
    harness.bringUp()
    harness.input(.stateChanged(.lost(reason: "unplugged")))
    harness.run(for: .hours(3))
    #expect(harness.host.device(lamp.ieee)?.isAvailable == true)
    harness.bringUp()
    harness.run(for: .minutes(3))
    #expect(harness.host.device(lamp.ieee)?.isAvailable == true)
    #expect(pings(harness).count == 1)
  }

  @Test("Being seen is told at most once a second")
  func seen() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    for sequence in 0..<50 {
      harness.speak(
        lamp.ieee,
        ZCLFrame(
          kind: .global, direction: .serverToClient, disablesDefaultResponse: true,
          sequence: UInt8(sequence), command: GlobalCommand.reportAttributes,
          payload: [0, 0, 0x10, 1]), cluster: .onOff)
      harness.run(for: .milliseconds(100))
    }
    let seen = harness.events.count {
      if case .deviceSeen = $0 { return true }
      return false
    }
    #expect((5...6).contains(seen))
    #expect(harness.updates.count == 50)
  }
}
