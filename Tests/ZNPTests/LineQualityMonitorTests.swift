import SansIO
import Testing

@testable import ZNP

@Suite struct LineQualityMonitorTests {
  private func minute(_ value: Int64) -> MonotonicInstant { .zero + .minutes(value) }

  @Test func aBadLineIsToldOnceInAnHour() {
    var monitor = LineQualityMonitor()
    #expect(monitor.check(bytes: 0, failures: 0, at: minute(0)) == nil)
    #expect(monitor.check(bytes: 50_000, failures: 2, at: minute(1)) == nil)
    #expect(monitor.check(bytes: 60_000, failures: 3, at: minute(2))?.contains("3 in 60000 bytes") == true)
    #expect(monitor.check(bytes: 70_000, failures: 30, at: minute(3)) == nil)
    #expect(monitor.check(bytes: 80_000, failures: 40, at: minute(61)) == nil)
    #expect(monitor.check(bytes: 90_000, failures: 50, at: minute(62)) != nil)
  }

  @Test func aFewDamagedFramesAmongManyAreNoAlarm() {
    var monitor = LineQualityMonitor()
    #expect(monitor.check(bytes: 0, failures: 0, at: minute(0)) == nil)
    #expect(monitor.check(bytes: 10_000_000, failures: 50, at: minute(30)) == nil)
  }
}
