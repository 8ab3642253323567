import SansIO
import Testing
import ZCL
import ZNP
import Zigbee

@testable import Simulation

@Suite struct JoiningTests {
  @Test func `nobody joins a closed network, and who waits joins when it opens`() throws {
    var host = HostProbe()
    host.formNetwork()
    host.house.add(.lamp, name: "lamp")
    _ = try host.execute("join lamp")
    host.run(for: .seconds(30))
    #expect(host.house.device(named: "lamp")?.isJoined == false)
    host.permitJoining(10)
    host.run(for: .seconds(1))
    let lamp = try #require(host.house.device(named: "lamp"))
    #expect(lamp.isJoined)
    let maybeIndication = host.take(.zdo, 0xCA)
    let indication = try #require(maybeIndication)
    #expect(indication == littleEndian(lamp.address.rawValue) + littleEndian(lamp.ieee.rawValue) + [0, 0])
    let maybeAnnouncement = host.take(.zdo, 0xC1)
    let announcement = try #require(maybeAnnouncement)
    #expect(announcement.count == 13)
    #expect(Array(announcement[2..<4]) == littleEndian(lamp.address.rawValue))
    #expect(announcement[12] == 0x8E)
  }

  @Test func `the network closes by itself`() throws {
    var host = HostProbe()
    host.formNetwork()
    host.permitJoining(5)
    host.run(for: .seconds(6))
    host.house.add(.lamp, name: "lamp")
    _ = try host.execute("join lamp")
    host.run(for: .seconds(5))
    #expect(host.house.device(named: "lamp")?.isJoined == false)
  }

  @Test func `with install codes only a known device gets in`() throws {
    var host = HostProbe()
    host.formNetwork()
    host.house.add(.lamp, name: "known")
    host.house.add(.lamp, name: "stranger")
    let ieee = try #require(host.house.device(named: "known")?.ieee)
    let key = [UInt8](repeating: 7, count: 16)
    #expect(host.request(.appConfig, 0x04, [2] + littleEndian(ieee.rawValue) + key) == [0])
    #expect(host.request(.appConfig, 0x06, [1]) == [0])
    host.permitJoining()
    _ = try host.execute("join all")
    host.run(for: .seconds(2))
    #expect(host.house.device(named: "known")?.isJoined == true)
    #expect(host.house.device(named: "stranger")?.isJoined == false)
  }

  @Test func `a moved device announces another address and answers there`() throws {
    var host = HostProbe()
    host.formNetwork()
    let old = host.join(.lamp, "lamp")
    _ = try host.execute("move lamp")
    host.run(for: .seconds(1))
    let new = try #require(host.house.device(named: "lamp")?.address)
    #expect(new != old)
    #expect(host.take(.zdo, 0xC1)?.prefix(2) == littleEndian(new.rawValue)[...])
    #expect(host.ask(.onOff, 2, of: new)?.payload == [2, 0])
    #expect(host.ask(.onOff, 2, of: old) == nil)
  }

  @Test func `leaving is told, and a leave request is obeyed`() throws {
    var host = HostProbe()
    host.formNetwork()
    _ = host.join(.lamp, "one")
    let two = host.join(.lamp, "two")
    _ = try host.execute("leave one")
    let maybeTold = host.take(.zdo, 0xC9)
    let told = try #require(maybeTold)
    let one = try #require(host.house.device(named: "one"))
    #expect(Array(told[2..<10]) == littleEndian(one.ieee.rawValue))
    #expect(!one.isJoined)
    let ieee = try #require(host.house.device(named: "two")?.ieee)
    _ = host.request(.zdo, 0x34, littleEndian(two.rawValue) + littleEndian(ieee.rawValue) + [0])
    host.run(for: .seconds(1))
    #expect(host.take(.zdo, 0xB4) == littleEndian(two.rawValue) + [0])
    #expect(host.take(.zdo, 0xC9) != nil)
    #expect(host.house.device(named: "two")?.isJoined == false)
  }

  @Test func `devices of an erased network do not reach the new one`() {
    var host = HostProbe()
    host.formNetwork()
    let address = host.join(.lamp, "lamp")
    _ = host.request(.sys, 0x09, [0x03, 0, 0, 1, 3])
    host.send(.asynchronousRequest, .sys, 0x00, [1])
    host.run(for: .seconds(1))
    host.formNetwork()
    #expect(host.ask(.onOff, 2, of: address) == nil)
  }

  @Test func `a silent router is not acknowledged, a silent sleeper expires`() throws {
    var host = HostProbe()
    host.formNetwork()
    let lamp = host.join(.lamp, "lamp")
    let sensor = host.join(.sensor, "sensor")
    _ = try host.execute("drop all")
    _ = host.request(.af, 0x01, littleEndian(lamp.rawValue) + [1, 1, 6, 0, 11, 0, 30, 3, 1, 1, 2])
    _ = host.request(.af, 0x01, littleEndian(sensor.rawValue) + [1, 1, 6, 0, 12, 0, 30, 3, 1, 1, 2])
    host.run(for: .milliseconds(7600))
    #expect(host.takeAll(.af, 0x80) == [[0xE9, 1, 11]])
    host.run(for: .milliseconds(200))
    #expect(host.takeAll(.af, 0x80) == [[0xF0, 1, 12]])
    _ = try host.execute("return all")
    #expect(host.ask(.onOff, 2, of: lamp)?.payload == [2, 0])
  }

  @Test func `a sleeper answers when it polls, not before`() {
    var host = HostProbe()
    host.formNetwork()
    let sensor = host.join(.sensor, "sensor")
    // Out of the fast polling that follows joining; then it polls every 6 s.
    host.run(for: .seconds(61))
    host.forgetFrames()
    _ = host.request(
      .af, 0x01, littleEndian(sensor.rawValue) + [1, 1, 2, 4, 11, 0, 30, 5, 0, 77, 0, 0, 0])
    var waited = 0
    while host.takeZCL(.temperatureMeasurement).isEmpty, waited < 80 {
      host.run(for: .milliseconds(100))
      waited += 1
    }
    #expect((2...65).contains(waited))
    #expect(host.takeAll(.af, 0x80) == [[0, 1, 11]])
  }

  @Test func `a group command reaches its members alone`() {
    var host = HostProbe()
    host.formNetwork()
    let one = host.join(.lamp, "one")
    let two = host.join(.lamp, "two")
    #expect(host.ask(.groups, 0, [0x34, 0x12, 0], of: one)?.payload == [0, 0x34, 0x12])
    let head: [UInt8] = [1, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 0, 3, 0, 30, 3, 0]
    #expect(host.request(.af, 0x02, head + [0x01, 5, 0x01]) == [0])
    host.run(for: .seconds(1))
    #expect(host.read(.onOff, 0, of: one)?.value == .boolean(true))
    #expect(host.read(.onOff, 0, of: two)?.value == .boolean(false))
  }

  @Test func `the same seed gives the same bytes, another seed others`() throws {
    func life(seed: UInt64) throws -> [UInt8] {
      var host = HostProbe(release: .release3x0, seed: seed)
      host.formNetwork()
      for kind in DeviceKind.allCases { _ = host.join(kind, kind.rawValue) }
      _ = try host.execute("press sensor")
      _ = try host.execute("unlock lock manual")
      host.run(for: .seconds(60))
      return host.bytes
    }
    let first = try life(seed: 5)
    #expect(try life(seed: 5) == first)
    #expect(try life(seed: 6) != first)
  }
}
