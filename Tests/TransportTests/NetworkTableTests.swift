import ByteCoding
import Testing

@testable import Transport

/// Messages as the kernel writes them (rtnetlink(7)).
private enum Kernel {
  static func message(_ type: UInt16, sequence: UInt32 = 0, _ body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeLE(UInt32(16 + body.count))
    writer.writeLE(type)
    writer.writeLE(UInt16(2))
    writer.writeLE(sequence)
    writer.writeLE(UInt32(4711))
    writer.write(body)
    writer.write([UInt8](repeating: 0, count: (4 - body.count % 4) % 4))
    return writer.bytes
  }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeLE(UInt16(4 + value.count))
    writer.writeLE(type)
    writer.write(value)
    writer.write([UInt8](repeating: 0, count: (4 - value.count % 4) % 4))
    return writer.bytes
  }

  static func link(
    _ index: UInt32, _ name: String, flags: UInt32, isRemoved: Bool = false
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.write([0, 0, 1, 0])
    writer.writeLE(index)
    writer.writeLE(flags)
    writer.writeLE(UInt32(0))
    writer.write(attribute(3, Array(name.utf8) + [0]))
    return message(isRemoved ? 17 : 16, writer.bytes)
  }

  static func address(_ address: [UInt8], flags: UInt8 = 0x80, isRemoved: Bool = false) -> [UInt8] {
    let body: [UInt8] = [address.count == 4 ? 2 : 10, 24, flags, 0, 2, 0, 0, 0]
    return message(isRemoved ? 21 : 20, body + attribute(1, address) + attribute(2, address))
  }

  static func route(
    length: UInt8, table: UInt8 = 254, kind: UInt8 = 1, isRemoved: Bool = false
  ) -> [UInt8] {
    message(isRemoved ? 25 : 24, [2, length, 0, 0, table, 3, 0, kind, 0, 0, 0, 0])
  }

  static func done(_ sequence: UInt32) -> [UInt8] { message(3, sequence: sequence, [0, 0, 0, 0]) }

  static let up: UInt32 = 0x1_1043
  static let noCarrier: UInt32 = 0x1003
}

private let home: [UInt8] = [192, 0, 2, 7]

@Suite struct NetworkTableTests {
  /// A table that knows one link that is up, and one address.
  private func live(
    links: [UInt8] = Kernel.link(2, "eth0", flags: Kernel.up), addresses: [UInt8] = Kernel.address(home)
  ) -> NetworkTable {
    var table = NetworkTable()
    table.begin()
    table.received(links + Kernel.done(1))
    table.received(addresses + Kernel.done(2))
    _ = drain(&table)
    return table
  }

  private func drain(_ table: inout NetworkTable) -> [NetworkTable.Output] {
    var outputs: [NetworkTable.Output] = []
    while let output = table.nextOutput() { outputs.append(output) }
    return outputs
  }

  private func changes(_ table: inout NetworkTable, _ datagram: [UInt8]) -> [NetworkChange] {
    table.received(datagram)
    return drain(&table).compactMap { if case .change(let change) = $0 { change } else { nil } }
  }

  @Test func `the links and then the addresses are asked for, and what is there is no change`() throws {
    var table = NetworkTable()
    let address = try #require(IPAddress(bytes: home))
    table.begin()
    let links: [UInt8] = [32, 0, 0, 0, 18, 0, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0]
    #expect(drain(&table) == [.send(links + [UInt8](repeating: 0, count: 16))])
    table.received(Kernel.link(2, "eth0", flags: Kernel.up))
    table.received(Kernel.done(1))
    let addresses: [UInt8] = [24, 0, 0, 0, 22, 0, 1, 3, 2, 0, 0, 0, 0, 0, 0, 0]
    #expect(drain(&table) == [.send(addresses + [UInt8](repeating: 0, count: 8))])
    #expect(table.holds(address) == nil)
    table.received(Kernel.address(home) + Kernel.done(2))
    #expect(drain(&table) == [])
    #expect(table.holds(address) == true)
    #expect(table.holds(try #require(IPAddress("192.0.2.8"))) == false)
  }

  @Test func `a link goes down and up once, however often that is said`() {
    var table = live()
    #expect(changes(&table, Kernel.link(2, "eth0", flags: Kernel.up)) == [])
    #expect(
      changes(&table, Kernel.link(2, "eth0", flags: Kernel.noCarrier)) == [.linkDown(interface: "eth0")])
    #expect(changes(&table, Kernel.link(2, "eth0", flags: Kernel.noCarrier)) == [])
    #expect(changes(&table, Kernel.link(2, "eth0", flags: Kernel.up)) == [.linkUp(interface: "eth0")])
    #expect(
      changes(&table, Kernel.link(2, "eth0", flags: Kernel.up, isRemoved: true))
        == [.linkDown(interface: "eth0")])
    #expect(changes(&table, Kernel.link(1, "lo", flags: Kernel.up | 8)) == [])
  }

  @Test func `an address that is refreshed is no change, and a tentative one cannot be used yet`() throws {
    var table = live()
    let version6 = try #require(IPAddress("2001:db8::7"))
    #expect(changes(&table, Kernel.address(home)) == [])
    #expect(changes(&table, Kernel.address(version6.bytes, flags: 0x40)) == [])
    #expect(table.holds(version6) == false)
    #expect(changes(&table, Kernel.address(version6.bytes)) == [.addressAdded(version6)])
    #expect(changes(&table, Kernel.address(version6.bytes, isRemoved: true)) == [.addressRemoved(version6)])
    #expect(changes(&table, Kernel.address(version6.bytes, isRemoved: true)) == [])
  }

  @Test func `routes of the main table are told, the kernel's own are not`() {
    var table = live()
    #expect(changes(&table, Kernel.route(length: 0)) == [.routeAdded(isDefault: true)])
    #expect(changes(&table, Kernel.route(length: 24, isRemoved: true)) == [.routeRemoved(isDefault: false)])
    #expect(changes(&table, Kernel.route(length: 32, table: 255)) == [])
    #expect(changes(&table, Kernel.route(length: 32, kind: 2)) == [])
  }

  @Test func `after lost notices everything is asked for again and compared`() throws {
    var table = live()
    let old = try #require(IPAddress(bytes: home))
    let new = try #require(IPAddress("198.51.100.9"))
    table.overran()
    #expect(table.holds(old) == true)
    #expect(drain(&table).count == 1)
    #expect(changes(&table, Kernel.done(2)) == [], "the end of an earlier dump is not that of this one")
    #expect(changes(&table, Kernel.link(3, "wlan0", flags: Kernel.up) + Kernel.done(3)) == [])
    #expect(
      changes(&table, Kernel.address(new.bytes) + Kernel.done(4)) == [
        .addressRemoved(old), .linkDown(interface: "eth0"), .linkUp(interface: "wlan0"), .addressAdded(new),
      ])
  }

  @Test func `the table and its changes stay bounded`() {
    var table = live()
    for number in 0..<2_000 {
      table.received(Kernel.address([10, 1, UInt8(number / 256), UInt8(number % 256)]))
    }
    #expect(drain(&table).count == NetworkTable.entryLimit - 1)
    for _ in 0..<5_000 { table.received(Kernel.route(length: 0)) }
    #expect(drain(&table).count == NetworkTable.outputLimit)
  }

  @Test func `damaged datagrams say nothing and trap nowhere`() {
    let whole = Kernel.link(2, "eth0", flags: 0) + Kernel.address([10, 0, 0, 1]) + Kernel.route(length: 0)
    for length in 0..<whole.count {
      var table = live()
      table.received(Array(whole.prefix(length)))
      #expect(drain(&table).count <= 2)
      for value: UInt8 in [0, 1, 3, 0x7F, 0xFF] {
        var damaged = whole
        damaged[length] = value
        table.received(damaged)
      }
    }
  }

  @Test(arguments: [
    (NetworkChange.linkUp(interface: "a"), true), (.linkDown(interface: "a"), false),
    (.routeAdded(isDefault: false), true), (.routeRemoved(isDefault: true), false),
  ])
  func `what opens a way is worth a try`(change: NetworkChange, opens: Bool) {
    #expect(change.opensWay == opens)
  }

  @Test func `an address opens a way unless it ends at its link`() throws {
    for (text, opens) in [("192.0.2.1", true), ("169.254.3.4", false), ("fe80::1", false), ("fd00::1", true)]
    {
      #expect(NetworkChange.addressAdded(try #require(IPAddress(text))).opensWay == opens)
      #expect(IPAddress(text)?.description == text)
    }
    #expect(IPAddress("fe80::1%eth0") == nil && IPAddress("broker") == nil && IPAddress("1.2.3") == nil)
  }
}
