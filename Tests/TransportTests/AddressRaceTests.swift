import Glibc
import SansIO
import Testing

@testable import Transport

@Suite struct AddressRaceTests {
  /// Two IPv6 addresses, then three IPv4 ones.
  private static let addresses: [SocketAddress] = [
    "2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3",
  ]
  .compactMap { AddressLookup.literal(host: $0, port: 1883) }

  private func at(_ milliseconds: Int64) -> MonotonicInstant { .zero + .milliseconds(milliseconds) }

  private func drain(_ race: inout AddressRace) -> [AddressRace.Output] {
    var outputs: [AddressRace.Output] = []
    while let output = race.nextOutput() { outputs.append(output) }
    return outputs
  }

  @Test func `the families take turns, beginning with the one that the system prefers`() {
    #expect(Self.addresses.count == 5)
    #expect(
      AddressRace.interleaved(Self.addresses).map(\.text)
        == ["2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "192.0.2.3"])
    #expect(
      AddressRace.interleaved(Self.addresses.reversed()).map(\.text)
        == ["192.0.2.3", "2001:db8::2", "192.0.2.2", "2001:db8::1", "192.0.2.1"])
    #expect(AddressRace.interleaved([]) == [])
  }

  @Test func `each attempt waits a quarter of a second for the one before`() {
    let order = AddressRace.interleaved(Self.addresses)
    var race = AddressRace(addresses: Self.addresses)
    race.start(at: at(0))
    #expect(drain(&race) == [.attempt(order[0])])
    #expect(race.nextDeadline == at(250))
    race.deadlinePassed(at: at(249))
    #expect(drain(&race) == [])
    race.deadlinePassed(at: at(250))
    #expect(drain(&race) == [.attempt(order[1])])
    #expect(race.nextDeadline == at(500))
    race.connected(order[0])
    #expect(drain(&race) == [.abandon(order[1]), .won(order[0])])
    #expect(race.nextDeadline == nil)
    race.connected(order[1])
    race.failed(order[1], at: at(300))
    race.deadlinePassed(at: at(900))
    #expect(drain(&race) == [])
  }

  @Test func `a failure has the next attempt begin at once`() {
    let order = AddressRace.interleaved(Self.addresses)
    var race = AddressRace(addresses: Self.addresses)
    race.start(at: at(0))
    race.failed(order[0], at: at(10))
    #expect(drain(&race) == [.attempt(order[0]), .attempt(order[1])])
    #expect(race.nextDeadline == at(260))
    race.connected(order[1])
    #expect(drain(&race) == [.won(order[1])])
  }

  @Test func `when all have failed it is lost, and not before`() {
    let order = AddressRace.interleaved(Self.addresses)
    var race = AddressRace(addresses: Self.addresses)
    race.start(at: at(0))
    for time in 1...4 { race.deadlinePassed(at: at(Int64(time) * 250)) }
    #expect(drain(&race) == order.map { .attempt($0) })
    #expect(race.nextDeadline == nil)
    for address in order.dropLast() { race.failed(address, at: at(2_000)) }
    #expect(drain(&race) == [])
    race.failed(order[4], at: at(2_001))
    #expect(drain(&race) == [.lost])
  }

  @Test func `no address is a race that is lost`() {
    var race = AddressRace(addresses: [])
    race.start(at: at(0))
    #expect(drain(&race) == [.lost])
  }

  @Test func `of all failures the one that came furthest is the reason, and all are told`() {
    var failures = ConnectFailures()
    failures.add(ENETUNREACH, at: Self.addresses[0])
    failures.add(ECONNREFUSED, at: Self.addresses[2])
    let closure = failures.closure(of: "broker:1883")
    #expect(closure.reason == .refused)
    #expect(
      closure.description
        == "broker:1883: cannot connect to 2001:db8::1 (Network is unreachable) or 192.0.2.1 (Connection refused); "
        + "nothing listens there: is the server running, and on this port?")
  }

  @Test func `a name is no literal`() {
    #expect(AddressLookup.literal(host: "localhost", port: 1) == nil)
    #expect(AddressLookup.literal(host: "", port: 1) == nil)
    #expect(AddressLookup.literal(host: "::1", port: 1)?.family == AF_INET6)
  }
}
