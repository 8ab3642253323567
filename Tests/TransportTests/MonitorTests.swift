import Reactor
import SansIO
import Testing

@testable import Transport

@Suite struct MonitorTests {
  @Test func `the monitor of the network comes to know this machine's addresses`() throws {
    let loop = try EventLoop()
    let monitor = NetworkMonitor(loop: loop)
    let loopback = try #require(IPAddress("127.0.0.1"))
    #expect(monitor.holds(loopback) == nil)
    guard monitor.start() else { return }
    #expect(try turn(loop) { monitor.holds(loopback) != nil })
    #expect(monitor.holds(loopback) == true)
    #expect(monitor.holds(try #require(IPAddress("192.0.2.123"))) == false)
    monitor.stop()
    #expect(monitor.holds(loopback) == nil)
  }

  @Test func `the monitor of the clocks stays silent while nothing happens`() throws {
    let loop = try EventLoop()
    let monitor = ClockMonitor(loop: loop)
    var notices: [ClockNotice] = []
    monitor.onNotice = { notices.append($0) }
    #expect(monitor.start())
    loop.schedule(at: loop.now.monotonic + .milliseconds(50)) { loop.stop() }
    try loop.run()
    monitor.check()
    #expect(notices == [])
    monitor.stop()
  }

  private func reading(monotonic: Int64, boot: Int64, wall: Int64) -> ClockReading {
    ClockReading(
      monotonic: MonotonicInstant(nanoseconds: monotonic * 1_000_000),
      boot: MonotonicInstant(nanoseconds: boot * 1_000_000), wall: WallTime(milliseconds: wall))
  }

  @Test func `readings tell a set clock and a suspended machine apart`() {
    var comparison = ClockComparison(reading(monotonic: 1_000, boot: 5_000, wall: 1_700_000_000_000))
    #expect(comparison.notices(reading(monotonic: 2_000, boot: 6_001, wall: 1_700_000_001_002)) == [])
    // An hour is slept through, and the wall clock goes on by it.
    #expect(
      comparison.notices(reading(monotonic: 2_500, boot: 3_606_501, wall: 1_700_003_601_502))
        == [.resumed(after: .milliseconds(3_600_000))])
    #expect(
      comparison.notices(reading(monotonic: 2_600, boot: 3_606_601, wall: 1_600_003_601_602))
        == [.set(by: .milliseconds(-100_000_000_000))])
    #expect(
      comparison.notices(reading(monotonic: 2_700, boot: 3_607_701, wall: 1_600_003_604_702)) == [
        .resumed(after: .milliseconds(1_000)), .set(by: .milliseconds(2_000)),
      ])
  }

  @Test func `readings at the ends of the numbers do not trap`() {
    var comparison = ClockComparison(reading(monotonic: 0, boot: 0, wall: .min))
    _ = comparison.notices(
      ClockReading(
        monotonic: MonotonicInstant(nanoseconds: .max), boot: MonotonicInstant(nanoseconds: -.max),
        wall: WallTime(milliseconds: .max)))
    _ = comparison.notices(reading(monotonic: 0, boot: 0, wall: .min))
  }
}
