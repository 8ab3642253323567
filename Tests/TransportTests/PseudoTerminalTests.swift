import Foundation
import Reactor
import SansIO
import Testing
import Transport

@Suite struct PseudoTerminalTests {
  @Test func `clients come and go, and nobody spins meanwhile`() throws {
    let loop = try EventLoop()
    let terminal = PseudoTerminal(loop: loop)
    let far = StreamRecorder(terminal)
    var changes: [Bool] = []
    terminal.onClientChange = { changes.append($0) }
    terminal.open()
    let path = try #require(terminal.devicePath)
    for round in 1...3 {
      let client = Foundation.open(path, O_RDWR | O_NOCTTY)
      #expect(client >= 0)
      #expect(try turn(loop) { terminal.hasClient })
      #expect(write(client, "x", 1) == 1)
      #expect(try turn(loop) { far.bytes.count == round })
      close(client)
      #expect(try turn(loop) { !terminal.hasClient })
    }
    #expect(try turn(loop) { changes.count == 6 })
    #expect(changes == [true, false, true, false, true, false])
    let before = processorSeconds()
    loop.schedule(at: loop.now.monotonic + .milliseconds(300)) { loop.stop() }
    try loop.run()
    #expect(processorSeconds() - before < 0.05)
    #expect(far.closures.isEmpty)
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `what is written while nobody listens is lost`() throws {
    let loop = try EventLoop()
    let terminal = PseudoTerminal(loop: loop)
    let far = StreamRecorder(terminal)
    terminal.open()
    #expect(try turn(loop) { far.isOpen })
    #expect(terminal.write([1, 2, 3]))
    let client = Foundation.open(try #require(terminal.devicePath), O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(client) }
    #expect(try turn(loop) { terminal.hasClient })
    terminal.write([9])
    var received: [UInt8] = []
    #expect(
      try turn(loop) {
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = read(client, &bytes, 8)
        received += bytes.prefix(max(count, 0))
        return !received.isEmpty
      })
    #expect(received == [9])
  }

  @Test func `a client that wrote and left at once is heard`() throws {
    let loop = try EventLoop()
    let terminal = PseudoTerminal(loop: loop)
    let far = StreamRecorder(terminal)
    terminal.open()
    #expect(try turn(loop) { far.isOpen })
    let client = Foundation.open(try #require(terminal.devicePath), O_RDWR | O_NOCTTY)
    #expect(write(client, "hello", 5) == 5)
    close(client)
    #expect(try turn(loop) { far.text == "hello" })
  }

  @Test func `a file in the link's place is left alone`() throws {
    let loop = try EventLoop()
    let path = NSTemporaryDirectory() + "gatehouse-test-\(UUID().uuidString)"
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let terminal = PseudoTerminal(loop: loop, linkPath: path)
    let far = StreamRecorder(terminal)
    terminal.open()
    #expect(try turn(loop) { !far.closures.isEmpty })
    #expect(far.closures.first?.reason == .unusableSetting)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }
}
