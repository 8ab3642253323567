import ByteCoding
import SansIO
import Testing
import ZCL
import Zigbee

@testable import Simulation

@Suite struct FoundationTests {
  private func running(_ kind: DeviceKind) -> (HostProbe, NetworkAddress, IEEEAddress) {
    var host = HostProbe()
    host.formNetwork()
    let address = host.join(kind, "device")
    return (host, address, host.house.device(named: "device")?.ieee ?? .unknown)
  }

  @Test(arguments: DeviceKind.allCases)
  func `every line of every catalogue entry can be read`(kind: DeviceKind) {
    let device = DeviceCatalogue.make(
      kind, name: "x", ieee: IEEEAddress(rawValue: 1), clock: HouseOptions().clock, seed: 1)
    #expect(device.core.attributes.unreadableLines == [])
    for cluster in device.core.attributes.clusterIDs(DeviceCore.endpoint) {
      let served = device.core.attributes.cluster(DeviceCore.endpoint, cluster)
      #expect(served?.attributes.isEmpty == false, "\(cluster)")
    }
  }

  @Test func `reads give values and refuse what is not there`() throws {
    var (host, address, _) = running(.lamp)
    let answer = host.askGlobal(.basic, GlobalCommand.readAttributes, [4, 0, 0x99, 0x99, 7, 0], of: address)
    let payload = try #require(answer).payload
    let records = try ReadAttributesResponse(prefixOf: payload).list.records
    #expect(records.map(\.status) == [.success, .unsupportedAttribute, .success])
    #expect(records[0].value?.value.text == "Gatehouse")
    #expect(records[2].value == TypedValue(.enum8, .unsigned(1)))
  }

  @Test func `writes check existence, access, type and range`() throws {
    var (host, address, _) = running(.lock)
    func write(_ attribute: UInt16, _ type: UInt8, _ value: [UInt8]) -> [UInt8]? {
      host.askGlobal(
        .doorLock, GlobalCommand.writeAttributes, littleEndian(attribute) + [type] + value, of: address
      )?.payload
    }
    #expect(write(0x0024, 0x20, [2]) == [0])
    #expect(host.read(.doorLock, 0x0024, of: address)?.value == .unsigned(2))
    #expect(write(0x0024, 0x20, [3]) == [0x87, 0x24, 0])
    #expect(write(0x0024, 0x21, [1, 0]) == [0x8D, 0x24, 0])
    #expect(write(0x0000, 0x30, [1]) == [0x88, 0, 0])
    #expect(write(0x5555, 0x20, [1]) == [0x86, 0x55, 0x55])
  }

  @Test func `undivided writes are all or nothing, silent ones stay silent`() {
    var (host, address, _) = running(.lock)
    let both: [UInt8] = [0x24, 0, 0x20, 2, 0, 0, 0x30, 1]
    let undivided = host.askGlobal(.doorLock, GlobalCommand.writeAttributesUndivided, both, of: address)
    #expect(undivided?.payload == [0x88, 0, 0])
    #expect(host.read(.doorLock, 0x0024, of: address)?.value == .unsigned(1))
    let silent = host.askGlobal(.doorLock, GlobalCommand.writeAttributesNoResponse, both, of: address)
    #expect(silent == nil)
    #expect(host.read(.doorLock, 0x0024, of: address)?.value == .unsigned(2))
  }

  @Test func `default responses come when they should and only then`() {
    var (host, address, _) = running(.lamp)
    #expect(host.ask(.onOff, 1, of: address)?.payload == [1, 0])
    #expect(host.ask(.onOff, 0x77, of: address)?.payload == [0x77, 0x81])
    #expect(host.ask(.thermostat, 0, of: address)?.payload == [0, 0xC3])
    let quiet = ZCLFrame(
      kind: .cluster, direction: .clientToServer, disablesDefaultResponse: true, sequence: 77,
      command: CommandID(0))
    _ = host.sendZCL(quiet, .onOff, to: address)
    host.run(for: .seconds(1))
    #expect(host.takeZCL(.onOff).isEmpty)
    let foreign = ZCLFrame(
      kind: .cluster, manufacturer: ManufacturerCode(rawValue: 0x1234), direction: .clientToServer,
      sequence: 77, command: CommandID(0))
    _ = host.sendZCL(foreign, .onOff, to: address)
    host.run(for: .seconds(1))
    #expect(host.takeZCL(.onOff).first?.payload == [0, 0x83])
    #expect(host.askGlobal(.onOff, CommandID(0x0E), [], of: address)?.payload == [0x0E, 0x82])
  }

  @Test func `attributes and commands are discovered page by page`() throws {
    var (host, address, _) = running(.lamp)
    let some = host.askGlobal(.onOff, GlobalCommand.discoverAttributes, [0, 0, 2], of: address)
    #expect(some?.payload == [0, 0, 0, 0x10, 0, 0x40, 0x10])
    let rest = host.askGlobal(.onOff, GlobalCommand.discoverAttributes, [1, 0x40, 9], of: address)
    #expect(rest?.payload.first == 1)
    let extended = host.askGlobal(
      .onOff, GlobalCommand.discoverAttributesExtended, [0, 0, 1], of: address)
    #expect(extended?.payload == [0, 0, 0, 0x10, 5])
    let commands = host.askGlobal(.onOff, GlobalCommand.discoverCommandsReceived, [1, 9], of: address)
    #expect(commands?.payload == [1, 1, 2, 0x40, 0x41, 0x42])
  }

  // MARK: Reporting

  private func configure(
    _ host: inout HostProbe, _ address: NetworkAddress, minimum: UInt16, maximum: UInt16, change: UInt16
  ) -> [UInt8]? {
    let record =
      [0, 0, 0, 0x29] + littleEndian(minimum) + littleEndian(maximum) + littleEndian(change)
    return host.askGlobal(
      .temperatureMeasurement, GlobalCommand.configureReporting, record, of: address)?.payload
  }

  @Test func `reporting is refused for what cannot be reported`() {
    var (host, address, _) = running(.sensor)
    func configure(_ record: [UInt8]) -> [UInt8]? {
      host.askGlobal(.temperatureMeasurement, GlobalCommand.configureReporting, record, of: address)?.payload
    }
    #expect(configure([0, 1, 0, 0x29, 0, 0, 60, 0, 1, 0]) == [0x8C, 0, 1, 0])
    #expect(configure([0, 0, 0, 0x21, 0, 0, 60, 0, 1, 0]) == [0x8D, 0, 0, 0])
    #expect(configure([0, 9, 9, 0x29, 0, 0, 60, 0, 1, 0]) == [0x86, 0, 9, 9])
    #expect(configure([0, 0, 0, 0x29, 61, 0, 60, 0, 1, 0]) == [0x87, 0, 0, 0])
  }

  @Test func `a configuration is read back, and gone after 0xFFFF`() {
    var (host, address, _) = running(.sensor)
    func read() -> [UInt8]? {
      host.askGlobal(
        .temperatureMeasurement, GlobalCommand.readReportingConfiguration, [0, 0, 0], of: address)?.payload
    }
    #expect(read() == [0x8B, 0, 0, 0])
    #expect(configure(&host, address, minimum: 1, maximum: 300, change: 10) == [0])
    #expect(read() == [0, 0, 0, 0, 0x29, 1, 0, 0x2C, 1, 10, 0])
    #expect(configure(&host, address, minimum: 1, maximum: 0xFFFF, change: 10) == [0])
    #expect(read() == [0x8B, 0, 0, 0])
  }

  @Test func `minimum, maximum and change decide when a report is sent`() throws {
    var (host, address, ieee) = running(.sensor)
    #expect(host.bind(.temperatureMeasurement, of: address, ieee)?.last == 0)
    #expect(configure(&host, address, minimum: 10, maximum: 60, change: 50) == [0])
    let start = host.now
    host.forgetFrames()
    func reports() -> [Int64] {
      host.takeZCL(.temperatureMeasurement).compactMap { frame in
        (try? ReportAttributes(prefixOf: frame.payload))?.records.first?.value.value.integer
      }
    }
    // A small change waits for the maximum.
    try host.execute("set device temperature 21.6")
    host.run(for: .seconds(40))
    #expect(reports() == [])
    host.run(for: .seconds(25))
    #expect(reports() == [2160])
    // A large one waits for the minimum only, and the last value counts.
    try host.execute("set device temperature 25")
    host.run(for: .seconds(1))
    #expect(reports() == [])
    try host.execute("set device temperature 26")
    host.run(for: .seconds(10))
    #expect(reports() == [2600])
    #expect(host.now - start < .seconds(80))
    // Back before it was due: nothing to tell.
    try host.execute("set device temperature 28")
    try host.execute("set device temperature 26")
    host.run(for: .seconds(15))
    #expect(reports() == [])
  }

  @Test func `without a binding nothing is reported`() throws {
    var (host, address, _) = running(.sensor)
    #expect(configure(&host, address, minimum: 0, maximum: 5, change: 1) == [0])
    host.forgetFrames()
    try host.execute("set device temperature 30")
    host.run(for: .seconds(30))
    #expect(host.takeZCL(.temperatureMeasurement).isEmpty)
  }
}
