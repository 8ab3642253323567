import Foundation
import Reactor
import SansIO
import ServiceManager
import Testing

/// The environment is the process's and may not be changed under other threads, so whatever needs it runs
/// in a process of its own, which ends with the number of the first step that went wrong.
@Suite struct NotificationTests {
  /// What arrives at a notification socket while `body` runs.
  private static func notices(_ body: () -> Void) throws -> [String] {
    let path = "/tmp/gatehouse-notify-\(UUID().uuidString.prefix(8))"
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(receiver)
      unlink(path)
    }
    var address = sockaddr_un()
    address.sun_family = UInt16(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafeBytes(of: &address) {
      bind(receiver, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), UInt32($0.count))
    }
    try #require(bound == 0)
    setenv("NOTIFY_SOCKET", path, 1)
    body()
    unsetenv("NOTIFY_SOCKET")
    var found: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(receiver, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return found }
      found.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }

  @Test func `each state is told as systemd wants it`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let notifier = ServiceNotifier()
      let found = try NotificationTests.notices {
        notifier.ready()
        notifier.reloading()
        notifier.status("running,\n2 devices")
        notifier.ping()
        notifier.extendTimeout(seconds: 5)
        notifier.stopping()
      }
      guard found.count == 6 else { exit(1) }
      guard found[0] == "READY=1" else { exit(2) }
      let reloading = try Regex("RELOADING=1\nMONOTONIC_USEC=[0-9]+")
      guard found[1].wholeMatch(of: reloading) != nil else { exit(3) }
      guard found[2] == "STATUS=running,\\n2 devices" else { exit(4) }
      let rest = ["WATCHDOG=1", "EXTEND_TIMEOUT_USEC=5000000", "STOPPING=1"]
      exit(Array(found[3...]) == rest ? 0 : 5)
    }
  }

  @Test func `nothing happens outside of systemd`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      unsetenv("NOTIFY_SOCKET")
      ServiceNotifier().ready()
      unsetenv("WATCHDOG_USEC")
      exit(Watchdog.demandedInterval() == nil ? 0 : 1)
    }
  }

  @Test func `the interval that systemd demands is read, and another process's is not`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      setenv("WATCHDOG_USEC", "30000000", 1)
      guard Watchdog.demandedInterval() == .seconds(30) else { exit(1) }
      setenv("WATCHDOG_PID", "1", 1)
      exit(Watchdog.demandedInterval() == nil ? 0 : 2)
    }
  }

  @Test func `the watchdog pings twice in its interval, and only while all is well`() {
    let loop = SimulatedLoop()
    var pings = 0
    var isHealthy = true
    let watchdog = Watchdog(
      loop: loop, interval: .seconds(30), ping: { pings += 1 }, isHealthy: { isHealthy })
    watchdog.start()
    loop.advance(by: .minutes(1))
    #expect(pings == 5)
    isHealthy = false
    loop.advance(by: .minutes(1))
    #expect(pings == 5)
    isHealthy = true
    loop.advance(by: .seconds(15))
    #expect(pings == 6)
    watchdog.stop()
    #expect(loop.runUntilIdle(limit: .minutes(5)))
    #expect(pings == 6)
  }
}
