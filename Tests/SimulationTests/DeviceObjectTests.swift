import SansIO
import Testing
import ZNP
import Zigbee

@testable import Simulation

/// One array of many: long sums of arrays take the type checker too long.
private func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

@Suite struct DeviceObjectTests {
  private func running(_ kind: DeviceKind = .lamp) -> (HostProbe, NetworkAddress) {
    var host = HostProbe()
    host.formNetwork()
    let address = host.join(kind, "device")
    return (host, address)
  }

  private func ask(_ host: inout HostProbe, _ command: UInt8, _ payload: [UInt8]) -> [UInt8]? {
    _ = host.request(.zdo, command, payload)
    host.run(for: .seconds(1))
    return host.take(.zdo, command | 0x80)
  }

  @Test func `a device describes its node, power and endpoints`() {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    let node = ask(&host, 0x02, joined(me, me))
    #expect(node?.prefix(8) == (joined(me, [0], me, [0x01, 0x40, 0x8E]))[...])
    #expect(node?.count == 18)
    #expect(ask(&host, 0x03, joined(me, me)) == joined(me, [0], me, [0x10, 0xC1]))
    #expect(ask(&host, 0x05, joined(me, me)) == joined(me, [0], me, [1, 1]))
    let simple = ask(&host, 0x04, joined(me, me, [1]))
    #expect(simple?.prefix(13) == (joined(me, [0], me, [24, 1, 0x04, 0x01, 0x0D, 0x01, 1, 7]))[...])
    #expect(ask(&host, 0x04, joined(me, me, [9])) == joined(me, [0x83], me, [0]))
  }

  @Test func `a sleeper says that it sleeps`() {
    var (host, address) = running(.sensor)
    let me = littleEndian(address.rawValue)
    let node = ask(&host, 0x02, joined(me, me))
    #expect(node?[5] == 0x02)
    #expect(node?[7] == 0x80)
  }

  @Test func `addresses are found both ways`() throws {
    var (host, address) = running()
    let ieee = try #require(host.house.device(named: "device")?.ieee)
    let both = littleEndian(ieee.rawValue) + littleEndian(address.rawValue)
    #expect(ask(&host, 0x01, littleEndian(address.rawValue) + [0, 0]) == joined([0], both, [0, 0]))
    #expect(ask(&host, 0x00, littleEndian(ieee.rawValue) + [0, 0]) == joined([0], both, [0, 0]))
  }

  @Test func `matching clusters answer a match request`() {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    #expect(ask(&host, 0x06, joined(me, me, [0x04, 0x01, 1, 6, 0, 0])) == joined(me, [0], me, [1, 1]))
    #expect(ask(&host, 0x06, joined(me, me, [0x04, 0x01, 1, 0x02, 0x04, 0])) == joined(me, [0], me, [0]))
  }

  @Test func `bindings are added once, listed and removed`() throws {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    let ieee = littleEndian(try #require(host.house.device(named: "device")?.ieee.rawValue))
    let coordinator = littleEndian(host.house.coordinator.ieeeAddress.rawValue)
    let binding = joined(ieee, [1, 6, 0, 3], coordinator, [1])
    #expect(ask(&host, 0x21, joined(me, binding)) == joined(me, [0]))
    #expect(ask(&host, 0x21, joined(me, binding)) == joined(me, [0]))
    #expect(ask(&host, 0x33, joined(me, [0])) == joined(me, [0, 1, 0, 1], binding))
    #expect(ask(&host, 0x22, joined(me, binding)) == joined(me, [0]))
    #expect(ask(&host, 0x22, joined(me, binding)) == joined(me, [0x88]))
    #expect(ask(&host, 0x33, joined(me, [0])) == joined(me, [0, 0, 0, 0]))
    // A group as destination, padded as hosts do it.
    #expect(ask(&host, 0x21, joined(me, ieee, [1, 6, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0])) == joined(me, [0]))
    #expect(ask(&host, 0x21, joined(me, coordinator, [1, 6, 0, 3], coordinator, [1])) == joined(me, [0x88]))
  }

  @Test func `the binding table has an end`() throws {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    let ieee = littleEndian(try #require(host.house.device(named: "device")?.ieee.rawValue))
    var statuses: [UInt8] = []
    for cluster in UInt8(0)..<40 {
      let answer = ask(&host, 0x21, joined(me, ieee, [1, cluster, 0, 1, cluster, 0]))
      statuses.append(answer?.last ?? 0xFF)
    }
    #expect(statuses.filter { $0 == 0 }.count == DeviceObjectServer.bindingLimit)
    #expect(statuses.last == 0x8C)
  }

  @Test func `the coordinator lists its neighbours page by page`() {
    var (host, _) = running()
    _ = host.join(.sensor, "sensor")
    _ = host.join(.plug, "plug")
    let first = ask(&host, 0x31, [0, 0, 0])
    #expect(first?.prefix(6) == [0, 0, 0, 3, 0, 2])
    #expect(first?.count == 6 + 2 * 22)
    #expect(ask(&host, 0x31, [0, 0, 2])?.prefix(6) == [0, 0, 0, 3, 2, 1])
    #expect(ask(&host, 0x32, [0, 0, 0])?[3] == 2)
  }

  @Test func `typed answers need the direct callback, raw ones the registration`() {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    _ = host.request(.sys, 0x09, [0x8F, 0, 0, 1, 0])
    #expect(ask(&host, 0x05, joined(me, me)) == nil)
    #expect(host.request(.zdo, 0x3E, [0xFF, 0xFF]) == [0])
    #expect(ask(&host, 0x05, joined(me, me)) == nil)
    let raw = host.take(.zdo, 0xFF)
    #expect(raw?.prefix(5) == (joined(me, [0, 0x05, 0x80]))[...])
    #expect(raw?.suffix(5) == (joined([0], me, [1, 1]))[...])
  }

  @Test func `a request through AF to endpoint 0 is answered raw and not confirmed`() {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    _ = host.request(.zdo, 0x3E, [0xFF, 0xFF])
    #expect(host.request(.af, 0x01, joined(me, [0, 0, 5, 0, 33, 0, 30, 3, 99], me)) == [0])
    host.run(for: .seconds(1))
    #expect(host.take(.zdo, 0xFF)?[6] == 99)
    #expect(host.take(.af, 0x80) == nil)
  }

  @Test func `an unknown request is refused, nonsense does no harm`() {
    var (host, address) = running()
    let me = littleEndian(address.rawValue)
    _ = host.request(.zdo, 0x3E, [0xFF, 0xFF])
    #expect(host.request(.af, 0x01, joined(me, [0, 0, 0x2A, 0, 33, 0, 30, 2, 99, 1])) == [0])
    host.run(for: .seconds(1))
    #expect(host.take(.zdo, 0xFF)?.last == 0x84)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let length = UInt8.random(in: 0...40, using: &generator)
      let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let cluster = [UInt8.random(in: 0...0x3F, using: &generator), 0]
      let endpoint = UInt8.random(in: 0...1, using: &generator)
      _ = host.request(.af, 0x01, joined(me, [endpoint, 1], cluster, [1, 0, 30, length], payload))
    }
    host.run(for: .seconds(5))
    host.forgetFrames()
    #expect(ask(&host, 0x05, joined(me, me)) == joined(me, [0], me, [1, 1]))
  }
}
