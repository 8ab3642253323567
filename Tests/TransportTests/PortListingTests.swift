import Foundation
import Reactor
import SansIO
import Testing
import Transport

@Suite struct PortListingTests {
  @Test func `ports are found by name and by link where there is no udev`() throws {
    let directory = NSTemporaryDirectory() + "gatehouse-dev-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/serial/by-id", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: directory) }
    for name in ["ttyUSB0", "ttyACM1", "ttyAMA0", "ttyS0", "tty1", "null", "strange"] {
      try Data().write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    }
    try files.createSymbolicLink(
      atPath: directory + "/serial/by-id/usb-Stick_123-if00", withDestinationPath: "../../ttyUSB0")
    try files.createSymbolicLink(
      atPath: directory + "/serial/by-id/usb-Other-if00", withDestinationPath: "../../strange")
    let ports = PortListing.ports(deviceDirectory: directory)
    #expect(
      ports.map(\.devicePath) == ["strange", "ttyACM1", "ttyAMA0", "ttyUSB0"].map { "\(directory)/\($0)" })
    #expect(ports.last?.recommendedPath == directory + "/serial/by-id/usb-Stick_123-if00")
    #expect(ports[1].stablePath == nil)
  }

  @Test func `a holder of a port is listed`() throws {
    let directory = NSTemporaryDirectory() + "gatehouse-dev-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/ttyUSB7"
    try Data().write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let ports = PortListing.ports(deviceDirectory: directory)
    #expect(ports.first?.holders.map(\.processID) == [getpid()])
  }

  @Test func `the system's own ports can be listed`() {
    for port in PortListing.ports() { #expect(port.devicePath.hasPrefix("/dev/")) }
  }

  @Test func `a monitor starts or says that it cannot, and stops`() throws {
    let loop = try EventLoop()
    let monitor = PortMonitor(loop: loop)
    let isStarted = monitor.start()
    let isStartedAgain = monitor.start()
    #expect(isStarted == isStartedAgain)
    loop.schedule(at: loop.now.monotonic) { loop.stop() }
    try loop.run()
    monitor.stop()
  }
}
