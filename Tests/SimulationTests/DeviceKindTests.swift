import SansIO
import Testing
import ZCL
import Zigbee

@testable import Simulation

@Suite struct DeviceKindTests {
  private func running(_ kind: DeviceKind) -> (HostProbe, NetworkAddress, IEEEAddress) {
    var host = HostProbe()
    host.formNetwork()
    let address = host.join(kind, "device")
    return (host, address, host.house.device(named: "device")?.ieee ?? .unknown)
  }

  // MARK: Lamp

  @Test func `a lamp fades in steps and ends where it should`() {
    var (host, address, _) = running(.lamp)
    _ = host.ask(.onOff, 1, of: address)
    #expect(host.ask(.levelControl, 0, [54, 20, 0], of: address, seconds: 1)?.payload == [0, 0])
    let middle = host.house.device(named: "device")?.core.integer(.levelControl, 0) ?? 0
    #expect((100...200).contains(middle))
    host.run(for: .seconds(2))
    #expect(host.read(.levelControl, 0, of: address)?.value == .unsigned(54))
    _ = host.ask(.levelControl, 2, [0, 10, 0, 0], of: address)
    #expect(host.read(.levelControl, 0, of: address)?.value == .unsigned(64))
    _ = host.ask(.levelControl, 4, [0, 5, 0], of: address)
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(false))
    _ = host.ask(.levelControl, 4, [200, 0, 0], of: address)
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(true))
  }

  @Test func `colours are held within what the lamp can do`() {
    var (host, address, _) = running(.lamp)
    #expect(host.ask(.colorControl, 0x0A, [0x10, 0, 0, 0], of: address)?.payload == [0x0A, 0])
    #expect(host.read(.colorControl, 7, of: address)?.value == .unsigned(153))
    #expect(host.ask(.colorControl, 7, [0xFF, 0xFF, 0, 0, 0, 0], of: address)?.payload == [7, 0x87])
    #expect(host.ask(.colorControl, 7, [0, 0x40, 0, 0x50, 0, 0], of: address)?.payload == [7, 0])
    #expect(host.read(.colorControl, 3, of: address)?.value == .unsigned(0x4000))
    #expect(host.read(.colorControl, 8, of: address)?.value == .unsigned(1))
  }

  @Test func `a light that is on for a time goes off`() {
    var (host, address, _) = running(.lamp)
    #expect(host.ask(.onOff, 0x42, [0, 30, 0, 0, 0], of: address, seconds: 1)?.payload == [0x42, 0])
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(true))
    host.run(for: .seconds(3))
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(false))
  }

  @Test func `groups and scenes are kept, listed and recalled`() {
    var (host, address, _) = running(.lamp)
    #expect(host.ask(.groups, 0, [5, 0, 0], of: address)?.payload == [0, 5, 0])
    #expect(host.ask(.groups, 0, [5, 0, 0], of: address)?.payload == [0x8A, 5, 0])
    #expect(host.ask(.groups, 2, [0], of: address)?.payload == [15, 1, 5, 0])
    #expect(host.ask(.groups, 3, [6, 0], of: address)?.payload == [0x8B, 6, 0])
    #expect(host.ask(.scenes, 4, [6, 0, 1], of: address)?.payload == [0x85, 6, 0, 1])
    _ = host.ask(.onOff, 1, of: address)
    #expect(host.ask(.scenes, 4, [5, 0, 1], of: address)?.payload == [0, 5, 0, 1])
    _ = host.ask(.onOff, 0, of: address)
    #expect(host.ask(.scenes, 5, [5, 0, 1], of: address)?.payload == [5, 0])
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(true))
    #expect(host.ask(.scenes, 6, [5, 0], of: address)?.payload == [0, 15, 5, 0, 1, 1])
    #expect(host.ask(.scenes, 5, [5, 0, 2], of: address)?.payload == [5, 0x8B])
    #expect(host.ask(.scenes, 2, [5, 0, 1], of: address)?.payload == [0, 5, 0, 1])
  }

  // MARK: Plug

  @Test func `a plug measures what is plugged in and counts the energy`() throws {
    var (host, address, _) = running(.plug)
    #expect(host.read(.electricalMeasurement, 0x050B, of: address)?.value == .signed(0))
    try host.execute("set device power 1000")
    let before = host.read(.metering, 0, of: address)?.value.integer ?? 0
    host.run(for: .seconds(3600))
    let power = host.read(.electricalMeasurement, 0x050B, of: address)?.value.integer ?? 0
    #expect((9800...10_200).contains(power))
    let used = (host.read(.metering, 0, of: address)?.value.integer ?? 0) - before
    #expect((980...1020).contains(used))
    _ = host.ask(.onOff, 0, of: address)
    #expect(host.read(.electricalMeasurement, 0x050B, of: address)?.value == .signed(0))
  }

  // MARK: Contact

  @Test func `a contact enrols, then tells every change with its zone`() throws {
    var (host, address, _) = running(.contact)
    try host.execute("open device")
    host.run(for: .seconds(1))
    #expect(host.takeZCL(.iasZone).isEmpty)
    let coordinator = littleEndian(host.house.coordinator.ieeeAddress.rawValue)
    let written = host.askGlobal(
      .iasZone, GlobalCommand.writeAttributes, [0x10, 0, 0xF0] + coordinator, of: address)
    #expect(written?.payload == [0])
    host.forgetFrames()
    _ = host.askGlobal(.iasZone, GlobalCommand.writeAttributes, [0x10, 0, 0xF0] + coordinator, of: address)
    #expect(host.read(.iasZone, 0, of: address)?.value == .unsigned(0))
    let enrol = ZCLFrame(
      kind: .cluster, direction: .clientToServer, sequence: 5, command: CommandID(0), payload: [0, 23])
    _ = host.sendZCL(enrol, .iasZone, to: address)
    host.run(for: .seconds(7))
    #expect(host.read(.iasZone, 0, of: address)?.value == .unsigned(1))
    host.forgetFrames()
    try host.execute("close device")
    try host.execute("tamper device")
    try host.execute("low-battery device")
    try host.execute("low-battery device")
    host.run(for: .seconds(1))
    let changes = host.takeZCL(.iasZone).filter { $0.command == CommandID(0) && $0.kind == .cluster }
    #expect(changes.map(\.payload) == [[0, 0, 0, 23, 0, 0], [4, 0, 0, 23, 0, 0], [12, 0, 0, 23, 0, 0]])
  }

  @Test func `writing its CIE address makes a contact ask for enrolment`() {
    var (host, address, _) = running(.contact)
    let coordinator = littleEndian(host.house.coordinator.ieeeAddress.rawValue)
    let write = ZCLFrame(
      kind: .global, direction: .clientToServer, sequence: 3, command: GlobalCommand.writeAttributes,
      payload: [0x10, 0, 0xF0] + coordinator)
    _ = host.sendZCL(write, .iasZone, to: address)
    host.run(for: .seconds(2))
    let requests = host.takeZCL(.iasZone).filter { $0.kind == .cluster && $0.command == CommandID(1) }
    #expect(requests.map(\.payload) == [[0x15, 0, 0x00, 0x1F]])
  }

  // MARK: Poll control

  @Test func `a bound sleeper checks in and stays awake when asked to`() {
    var (host, address, ieee) = running(.sensor)
    #expect(host.bind(.pollControl, of: address, ieee)?.last == 0)
    let interval: [UInt8] = [0, 0, 0x23] + littleEndian(UInt32(400))
    #expect(
      host.askGlobal(.pollControl, GlobalCommand.writeAttributes, interval, of: address)?.payload == [0])
    host.forgetFrames()
    host.run(for: .seconds(101))
    let checkIns = host.takeZCL(.pollControl)
    #expect(checkIns.count == 1)
    let sequence = checkIns.first?.sequence ?? 0
    let stay = ZCLFrame(
      kind: .cluster, direction: .clientToServer, sequence: sequence, command: CommandID(0),
      payload: [1, 120, 0])
    _ = host.sendZCL(stay, .pollControl, to: address)
    host.run(for: .seconds(2))
    // Awake: an answer within half a second.
    #expect(
      host.askGlobal(.temperatureMeasurement, GlobalCommand.readAttributes, [0, 0], of: address) != nil)
  }

  @Test func `identify counts down and answers a query`() {
    var (host, address, _) = running(.lamp)
    #expect(host.ask(.identify, 1, of: address) == nil)
    #expect(host.ask(.identify, 0, [10, 0], of: address)?.payload == [0, 0])
    #expect(host.ask(.identify, 1, of: address)?.command == CommandID(0))
    host.run(for: .seconds(10))
    #expect(host.ask(.identify, 1, of: address) == nil)
  }

  @Test func `a factory reset of the attributes keeps the network`() {
    var (host, address, _) = running(.lamp)
    _ = host.ask(.onOff, 1, of: address)
    #expect(host.ask(.basic, 0, of: address)?.payload == [0, 0])
    #expect(host.read(.onOff, 0, of: address)?.value == .boolean(false))
  }
}
