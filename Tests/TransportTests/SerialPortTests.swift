import Foundation
import Reactor
import SansIO
import Testing
import Transport

@Suite struct SerialPortTests {
  /// A pretended port and the serial port opened on it.
  private func opened(
    on loop: EventLoop, _ settings: (String) -> SerialSettings = { SerialSettings(path: $0) }
  ) throws -> (PseudoTerminal, SerialPort) {
    let terminal = PseudoTerminal(loop: loop)
    terminal.open()
    let port = SerialPort(loop: loop, settings: settings(try #require(terminal.devicePath)))
    return (terminal, port)
  }

  @Test func `bytes of every value pass both ways unchanged`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop)
    let (far, near) = (StreamRecorder(terminal), StreamRecorder(port))
    port.open()
    #expect(try turn(loop) { terminal.hasClient && near.isOpen })
    let all = Array(UInt8.min...UInt8.max)
    #expect(port.write(all) && terminal.write(all))
    #expect(try turn(loop) { far.bytes.count == 256 && near.bytes.count == 256 })
    #expect(far.bytes == all && near.bytes == all)
  }

  @Test(
    arguments: [38400, 57600, 115_200, 230_400, 460_800, 921_600] as [UInt32],
    SerialSettings.FlowControl.allCases)
  func `every speed and flow control can be set`(
    baud: UInt32, flow: SerialSettings.FlowControl
  ) throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop) {
      SerialSettings(path: $0, baud: baud, flowControl: flow, dtr: false, rts: true)
    }
    let near = StreamRecorder(port)
    port.open()
    #expect(try turn(loop) { near.isOpen || !near.closures.isEmpty })
    #expect(near.closures.isEmpty)
    let path = try #require(terminal.devicePath)
    let descriptor = Foundation.open(path, O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    var termios = termios()
    #expect(tcgetattr(descriptor, &termios) == 0)
    #expect((termios.c_cflag & UInt32(CRTSCTS) != 0) == (flow == .hardware))
    #expect((termios.c_iflag & UInt32(IXON) != 0) == (flow == .software))
    #expect(termios.c_cflag & UInt32(HUPCL) == 0)
    #expect(termios.c_lflag & UInt32(ICANON | ECHO) == 0)
    let constants: [UInt32: Int32] = [
      38400: B38400, 57600: B57600, 115_200: B115200, 230_400: B230400, 460_800: B460800,
      921_600: B921600,
    ]
    #expect(constants[baud].map(UInt32.init) == cfgetospeed(&termios))
  }

  @Test func `an impossible speed is named with the possible ones`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop) { SerialSettings(path: $0, baud: 12345) }
    let near = StreamRecorder(port)
    port.open()
    #expect(try turn(loop) { !near.closures.isEmpty })
    #expect(near.closures.first?.reason == .unusableSetting)
    #expect(near.closures.first?.description.contains("12345 baud; allowed are 9600, ") == true)
    terminal.close()
  }

  @Test func `a missing port and a file that is none are told apart`() throws {
    let loop = try EventLoop()
    let missing = SerialPort(loop: loop, settings: SerialSettings(path: "/dev/no-such-port"))
    let file = SerialPort(loop: loop, settings: SerialSettings(path: "/dev/null"))
    let recorders = [StreamRecorder(missing), StreamRecorder(file)]
    missing.open()
    file.open()
    #expect(try turn(loop) { recorders.allSatisfy { !$0.closures.isEmpty } })
    #expect(recorders.map { $0.closures.first?.reason } == [.absent, .unusableSetting])
    #expect(recorders[0].closures[0].description.contains("gatehouse ports"))
  }

  @Test func `a port in use is refused with the name of the process that holds it`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop)
    let path = try #require(terminal.devicePath)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = ["-n", "--no-fork", path, "sleep", "30"]
    try holder.run()
    defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
    usleep(300_000)
    let near = StreamRecorder(port)
    port.open()
    #expect(try turn(loop) { !near.closures.isEmpty })
    let closure = try #require(near.closures.first)
    #expect(closure.reason == .busy)
    #expect(closure.description.contains("process \(holder.processIdentifier) (sleep)"))
  }

  @Test func `a port that this process holds itself is refused too`() throws {
    let loop = try EventLoop()
    let (terminal, first) = try opened(on: loop)
    let second = SerialPort(loop: loop, settings: first.settings)
    let (one, two) = (StreamRecorder(first), StreamRecorder(second))
    first.open()
    #expect(try turn(loop) { one.isOpen })
    second.open()
    #expect(try turn(loop) { !two.closures.isEmpty })
    #expect(two.closures.first?.reason == .busy)
    #expect(two.closures.first?.description.contains("process \(getpid())") == true)
    first.close()
    let third = SerialPort(loop: loop, settings: first.settings)
    let three = StreamRecorder(third)
    third.open()
    #expect(try turn(loop) { three.isOpen })
    terminal.close()
  }

  @Test func `a hang-up closes the port once, and a new one opens under the same link`() throws {
    let loop = try EventLoop()
    let link = NSTemporaryDirectory() + "gatehouse-test-\(UUID().uuidString)"
    let terminal = PseudoTerminal(loop: loop, linkPath: link)
    terminal.open()
    for round in 0..<20 {
      let port = SerialPort(loop: loop, settings: SerialSettings(path: link))
      let near = StreamRecorder(port)
      port.open()
      #expect(try turn(loop) { near.isOpen && terminal.hasClient })
      terminal.write([UInt8(round)])
      #expect(try turn(loop) { near.bytes == [UInt8(round)] })
      terminal.hangUp()
      #expect(try turn(loop) { !near.closures.isEmpty })
      #expect(near.closures.map(\.reason) == [.hangUp])
      #expect(!port.write([1]))
      #expect(!FileManager.default.fileExists(atPath: link))
      try terminal.reopen()
    }
    terminal.close()
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
  }

  @Test func `what one turn writes leaves together`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop)
    let (far, near) = (StreamRecorder(terminal), StreamRecorder(port))
    port.open()
    #expect(try turn(loop) { near.isOpen && terminal.hasClient })
    loop.schedule(at: loop.now.monotonic) { for byte in UInt8(0)..<50 { port.write([byte]) } }
    #expect(try turn(loop) { far.bytes.count == 50 })
    #expect(far.pieces == 1)
    #expect(near.drains == 1)
  }

  @Test func `a full send buffer refuses and drains when the peer reads again`() throws {
    let loop = try EventLoop()
    let terminal = PseudoTerminal(loop: loop)
    terminal.open()
    let path = try #require(terminal.devicePath)
    let port = SerialPort(
      loop: loop, settings: SerialSettings(path: path), sendLimit: 100_000)
    let (far, near) = (StreamRecorder(terminal), StreamRecorder(port))
    port.open()
    #expect(try turn(loop) { near.isOpen && terminal.hasClient })
    terminal.pauseReading()
    let piece = [UInt8](repeating: 7, count: 1000)
    var taken = 0
    while port.write(piece) { taken += 1 }
    #expect(taken == 100)
    #expect(!port.write(piece) && port.bufferedByteCount == 100_000)
    terminal.resumeReading()
    #expect(try turn(loop) { far.bytes.count == 100_000 })
    #expect(port.bufferedByteCount == 0 && near.drains > 0)
  }

  @Test func `modem lines that a port does not have are not an error`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop)
    let near = StreamRecorder(port)
    port.open()
    #expect(try turn(loop) { near.isOpen })
    #expect(!port.set(dtr: true, rts: false))
    terminal.close()
  }

  @Test func `an owner's close is final and silent`() throws {
    let loop = try EventLoop()
    let (terminal, port) = try opened(on: loop)
    let (far, near) = (StreamRecorder(terminal), StreamRecorder(port))
    port.open()
    #expect(try turn(loop) { near.isOpen && terminal.hasClient })
    loop.schedule(at: loop.now.monotonic) {
      port.write([1, 2, 3])
      port.close()
    }
    #expect(try turn(loop) { far.bytes == [1, 2, 3] && !terminal.hasClient })
    #expect(near.closures.isEmpty && far.closures.isEmpty)
    #expect(!port.write([4]))
  }
}
