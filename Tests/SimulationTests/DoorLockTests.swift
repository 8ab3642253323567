import ByteCoding
import JSON
import SansIO
import Testing
import ZCL
import Zigbee

@testable import Simulation

@Suite struct DoorLockTests {
  private static let pin: [UInt8] = [4, 0x31, 0x32, 0x33, 0x34]

  private func running() -> (HostProbe, NetworkAddress) {
    var host = HostProbe()
    host.formNetwork()
    let address = host.join(.lock, "lock")
    return (host, address)
  }

  private func setPIN(_ host: inout HostProbe, _ address: NetworkAddress, user: UInt16 = 1) -> [UInt8]? {
    host.ask(.doorLock, 0x05, littleEndian(user) + [1, 0] + Self.pin, of: address)?.payload
  }

  private func events(_ host: HostProbe) -> [LockEvents.Event] {
    (host.house.device(named: "lock")?.application as? VirtualLock)?.events.events ?? []
  }

  private func acknowledge(_ host: inout HostProbe, _ frame: ZCLFrame, _ address: NetworkAddress) {
    let cluster: ClusterID = frame.command == CommandID(0) ? .alarms : .doorLock
    _ = host.sendZCL(.defaultResponse(to: frame, status: .success), cluster, to: address)
  }

  /// The notifications that came, each acknowledged.
  private func takeEvents(
    _ host: inout HostProbe, _ address: NetworkAddress, _ cluster: ClusterID = .doorLock
  ) -> [ZCLFrame] {
    let frames = host.takeZCL(cluster).filter { $0.kind == .cluster && $0.sequence != 77 }
    for frame in frames { acknowledge(&host, frame, address) }
    host.run(for: .seconds(1))
    return frames
  }

  @Test func `an unlock by radio turns the bolt, is counted once and raises its event`() throws {
    var (host, address) = running()
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(1))
    #expect(host.ask(.doorLock, 1, of: address, seconds: 0) == nil)
    host.run(for: .seconds(2))
    let frames = host.takeZCL(.doorLock)
    #expect(frames.first { $0.sequence == 77 }?.payload == [0])
    let event = try #require(frames.first { $0.command == CommandID(0x20) })
    #expect(event.payload == [1, 2, 0xFF, 0xFF, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0])
    #expect(!event.disablesDefaultResponse)
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(2))
    let lock = host.house.device(named: "lock")?.application as? VirtualLock
    #expect(lock?.unlockFrames.count == 1)
    #expect(lock?.unlockFrames.entries.first?.sequence == 77)
  }

  @Test func `an event that nobody acknowledges is repeated with its sequence number, then given up`() {
    var (host, address) = running()
    _ = host.ask(.doorLock, 1, of: address)
    host.run(for: .seconds(60))
    let all = host.takeZCL(.doorLock).filter { $0.command == CommandID(0x20) }
    let event = events(host).last
    #expect(event?.transmissions == 8)
    #expect(event?.outcome == .gaveUp)
    // The first one was taken by `ask` with the answer.
    #expect(all.count >= 7)
    #expect(Set(all.map(\.sequence)) == [event?.sequence ?? 0])
    host.run(for: .seconds(60))
    #expect(host.takeZCL(.doorLock).isEmpty)
  }

  @Test func `the default response ends the repetition and is in the ledger`() throws {
    var (host, address) = running()
    try host.execute("unlock lock manual")
    host.run(for: .milliseconds(3700))
    let frames = host.takeZCL(.doorLock).filter { $0.command == CommandID(0x20) }
    #expect(frames.count == 2)
    #expect(Set(frames).count == 1)
    acknowledge(&host, try #require(frames.first), address)
    host.run(for: .seconds(30))
    #expect(host.takeZCL(.doorLock).isEmpty)
    #expect(events(host).last?.outcome == .acknowledged(.success))
    #expect(events(host).last?.transmissions == 2)
    #expect(try host.execute("ledger lock").contains(#""outcome":"acknowledged""#))
  }

  @Test func `an acknowledgement with another sequence number or command counts for nothing`() throws {
    var (host, address) = running()
    try host.execute("unlock lock manual")
    host.run(for: .seconds(1))
    let taken = host.takeZCL(.doorLock)
    var wrong = try #require(taken.first)
    wrong.sequence &+= 1
    acknowledge(&host, wrong, address)
    wrong.sequence &-= 1
    wrong.command = CommandID(0x21)
    acknowledge(&host, wrong, address)
    host.run(for: .seconds(1))
    #expect(events(host).last?.outcome == .waiting)
  }

  @Test func `an event raised out of reach arrives when the lock is back in time`() throws {
    var (host, address) = running()
    try host.execute("drop lock")
    try host.execute("unlock lock manual")
    host.run(for: .seconds(8))
    #expect(host.takeZCL(.doorLock).isEmpty)
    try host.execute("return lock")
    host.run(for: .seconds(4))
    #expect(takeEvents(&host, address).map(\.payload.first) == [2])
    #expect(events(host).last?.outcome == .acknowledged(.success))
  }

  @Test func `PINs are set, masked, checked for doubles and length, and cleared`() {
    var (host, address) = running()
    #expect(setPIN(&host, address) == [0])
    #expect(setPIN(&host, address, user: 2) == [3])
    #expect(host.ask(.doorLock, 0x05, [2, 0, 1, 0, 3, 0x31, 0x32, 0x33], of: address)?.payload == [1])
    #expect(host.ask(.doorLock, 0x05, [20, 0, 1, 0] + Self.pin, of: address)?.payload == [2])
    #expect(host.ask(.doorLock, 0x06, [1, 0], of: address)?.payload == [1, 0, 1, 0, 0])
    _ = host.askGlobal(.doorLock, GlobalCommand.writeAttributes, [0x32, 0, 0x10, 1], of: address)
    #expect(host.ask(.doorLock, 0x06, [1, 0], of: address)?.payload == [1, 0, 1, 0] + Self.pin)
    #expect(host.ask(.doorLock, 0x09, [1, 0, 3], of: address)?.payload == [0])
    #expect(host.ask(.doorLock, 0x0A, [1, 0], of: address)?.payload == [1, 0, 3])
    #expect(host.ask(.doorLock, 0x07, [1, 0], of: address)?.payload == [0])
    #expect(host.ask(.doorLock, 0x0A, [1, 0], of: address)?.payload == [1, 0, 0])
    let programming = events(host).filter { $0.kind == .programming }
    #expect(programming.map(\.code) == [2, 3])
    #expect(programming.map(\.user) == [1, 1])
  }

  @Test func `a required PIN must be right, and a disabled user stays out`() {
    var (host, address) = running()
    _ = setPIN(&host, address)
    _ = host.askGlobal(.doorLock, GlobalCommand.writeAttributes, [0x33, 0, 0x10, 1], of: address)
    #expect(host.ask(.doorLock, 1, of: address)?.payload == [1])
    #expect(host.ask(.doorLock, 1, [4, 0x39, 0x39, 0x39, 0x39], of: address)?.payload == [1])
    #expect(host.ask(.doorLock, 1, Self.pin, of: address)?.payload == [0])
    #expect(events(host).last?.user == 1)
    #expect(host.ask(.doorLock, 0, Self.pin, of: address)?.payload == [0])
    _ = host.ask(.doorLock, 0x09, [1, 0, 3], of: address)
    #expect(host.ask(.doorLock, 1, Self.pin, of: address)?.payload == [1])
    let ledger = (host.house.device(named: "lock")?.application as? VirtualLock)?.unlockFrames
    #expect(ledger?.entries.map(\.succeeded) == [false, false, true, false])
  }

  @Test func `too many wrong codes raise an alarm and close the keypad for a while`() throws {
    var (host, address) = running()
    _ = setPIN(&host, address)
    _ = takeEvents(&host, address)
    for _ in 0..<5 { try host.execute("wrong-code lock") }
    host.run(for: .seconds(1))
    let alarms = takeEvents(&host, address, .alarms)
    #expect(alarms.map(\.payload) == [[4, 0x01, 0x01]])
    try host.execute("unlock lock pin 1234")
    host.run(for: .seconds(1))
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(1))
    host.run(for: .seconds(31))
    try host.execute("unlock lock pin 1234")
    host.run(for: .seconds(1))
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(2))
    #expect(events(host).last?.user == 1)
    #expect(events(host).filter { $0.code == 5 }.count == 5)
  }

  @Test func `schedules decide when a user may come in`() {
    var schedules = LockSchedules()
    func set(_ command: UInt8, _ payload: [UInt8]) -> CommandAnswer? {
      try? payload.withReader { (reader) throws(DecodingFailure) in
        try schedules.handle(command, &reader)
      }
    }
    // Monday to Friday, 8 to 18 o'clock.
    #expect(set(0x0B, [0, 1, 0, 0b0011_1110, 8, 0, 18, 0]) == .response(0x0B, [0]))
    #expect(set(0x0C, [0, 1, 0]) == .response(0x0C, [0, 1, 0, 0, 0b0011_1110, 8, 0, 18, 0]))
    #expect(set(0x0C, [1, 1, 0]) == .response(0x0C, [1, 1, 0, 0x8B]))
    #expect(set(0x0B, [2, 1, 0, 1, 8, 0, 18, 0]) == .response(0x0B, [1]))
    // 2000-01-03 was a Monday.
    let monday: UInt32 = 2 * 86_400
    #expect(schedules.admits(user: 1, type: 2, at: monday + 9 * 3600))
    #expect(!schedules.admits(user: 1, type: 2, at: monday + 19 * 3600))
    #expect(!schedules.admits(user: 1, type: 2, at: monday - 86_400 + 9 * 3600))
    #expect(!schedules.admits(user: 2, type: 2, at: monday + 9 * 3600))
    #expect(set(0x0E, [0, 1, 0] + littleEndian(UInt32(1000)) + littleEndian(UInt32(2000))) != nil)
    #expect(schedules.admits(user: 1, type: 1, at: 1500))
    #expect(!schedules.admits(user: 1, type: 1, at: 2500))
    #expect(schedules.admits(user: 1, type: 0, at: 0))
    #expect(!schedules.admits(user: 1, type: 4, at: 1500))
    #expect(set(0x0D, [0, 1, 0]) == .response(0x0D, [0]))
    #expect(!schedules.admits(user: 1, type: 2, at: monday + 9 * 3600))
    #expect(set(0x11, [0] + [UInt8](repeating: 1, count: 8) + [0]) == .response(0x11, [0]))
    #expect(set(0x12, [0]) == .response(0x12, [0, 0] + [UInt8](repeating: 1, count: 8) + [0]))
    #expect(set(0x12, [9]) == .response(0x12, [9, 0x85]))
  }

  @Test func `it locks again by itself`() throws {
    var (host, address) = running()
    #expect(host.ask(.doorLock, 3, [5, 0], of: address, seconds: 1)?.payload == [0])
    host.run(for: .seconds(3))
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(2))
    host.run(for: .seconds(3))
    #expect(host.read(.doorLock, 0, of: address)?.value == .unsigned(1))
    #expect(events(host).last?.code == 0x0A)
    #expect(events(host).last?.source == 2)
  }

  @Test func `event masks keep events back, the log keeps them all`() throws {
    var (host, address) = running()
    _ = host.askGlobal(.doorLock, GlobalCommand.writeAttributes, [0x43, 0, 0x19, 0, 0], of: address)
    try host.execute("unlock lock manual")
    host.run(for: .seconds(2))
    #expect(events(host).isEmpty)
    let record = host.ask(.doorLock, 0x04, [0, 0], of: address)?.payload
    #expect(record?.prefix(2) == [1, 0])
    #expect(record?.suffix(6) == [0, 2, 0x0E, 0xFF, 0xFF, 0])
    #expect(host.ask(.doorLock, 0x04, [9, 0], of: address)?.payload == [4, 0x8B])
  }

  @Test func `a lock that was told the time stamps its events with it`() throws {
    var (host, address) = running()
    host.run(for: .seconds(20))
    let requests = host.takeZCL(.time)
    let request = try #require(requests.first)
    #expect(request.command == GlobalCommand.readAttributes)
    let answer = ReadAttributesResponse([
      ReadAttributeRecord(attribute: AttributeID(0), value: TypedValue(.utcTime, .unsigned(820_540_800)))
    ])
    _ = host.sendZCL(request.answer(GlobalCommand.readAttributesResponse, answer), .time, to: address)
    host.run(for: .seconds(1))
    try host.execute("lock lock one-touch")
    host.run(for: .seconds(1))
    let events = takeEvents(&host, address)
    let payload = try #require(events.first).payload
    let time = payload[5..<9].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // 2026-01-01 and the seconds that the test has taken.
    #expect((820_540_800..<820_540_900).contains(time))
  }

  @Test func `all unsupported and damaged commands are refused`() {
    var (host, address) = running()
    #expect(host.ask(.doorLock, 0x40, of: address)?.payload == [0x40, 0x81])
    #expect(host.ask(.doorLock, 0x05, [1], of: address)?.payload == [5, 0x80])
    #expect(host.ask(.doorLock, 0x06, [99, 0], of: address)?.payload == [6, 0x85])
  }
}
