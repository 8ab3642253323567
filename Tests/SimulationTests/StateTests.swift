import JSON
import SansIO
import Testing
import ZCL
import ZNP
import Zigbee

@testable import Simulation

@Suite struct StateTests {
  @Test func `a house that was saved goes on as the same house`() throws {
    var host = HostProbe()
    host.formNetwork()
    let lamp = host.join(.lamp, "lamp")
    let lock = host.join(.lock, "lock")
    _ = host.ask(.onOff, 1, of: lamp)
    _ = host.ask(.doorLock, 0x05, [1, 0, 1, 0, 4, 0x31, 0x32, 0x33, 0x34], of: lock)
    let ieee = try #require(host.house.device(named: "lock")?.ieee)
    #expect(host.bind(.doorLock, of: lock, ieee)?.last == 0)
    let saved = try JSONValue(parsing: host.house.json.encoded(), limits: HouseState.jsonLimits)

    var house = VirtualHouse()
    try house.restore(saved)
    var other = HostProbe(restoring: house)
    _ = other.request(.appConfig, 0x05, [0x04])
    other.run(for: .seconds(1))
    other.register()
    #expect(other.read(.onOff, 0, of: lamp)?.value == .boolean(true))
    #expect(other.ask(.doorLock, 1, [4, 0x31, 0x32, 0x33, 0x34], of: lock)?.payload == [0])
    #expect(other.house.device(named: "lock")?.core.server.bindings.count == 1)
    #expect(other.house.zStack.network == host.house.zStack.network)
  }

  @Test func `a file that is no state is refused, damaged values do no harm`() throws {
    var house = VirtualHouse()
    #expect(throws: HouseState.Unreadable.self) { try house.restore(.object(JSONObject())) }
    let odd = try JSONValue(
      parsing:
        #"{"version":1,"coordinator":{"items":{"zz":"00","0001":7}},"devices":[{"name":"a","kind":"lamp","#
        + #""ieee":"00124b0000000001","address":70000,"attributes":{"1/0x0006/0x0000":"","x":1},"bindings":["00",3]}]}"#
    )
    try house.restore(odd)
    #expect(house.device(named: "a")?.isJoined == false)
  }
}
