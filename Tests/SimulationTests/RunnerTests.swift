import Reactor
import SansIO
import Testing
import Transport
import ZCL

@testable import Simulation

@Suite struct RunnerTests {
  private static let ping: [UInt8] = [0xFE, 0, 0x21, 1, 0x20]
  private static let pong: [UInt8] = [0xFE, 2, 0x61, 1, 0x59, 0x06, 0x3D]

  @Test func `a simulator in memory answers its host, hangs up and comes back`() throws {
    let loop = SimulatedLoop(seed: 1)
    let line = MemoryLine(loop: loop)
    let runner = SimulatorRunner(Simulator(startingAt: loop.now.monotonic), on: loop, line: line)
    #expect(line.connect() == nil)
    try runner.start()
    loop.advance(by: .seconds(1))

    var received: [UInt8] = []
    var closure: StreamClosure?
    let first = try #require(line.connect())
    first.onBytes = { received += $0 }
    first.onClosed = { closure = $0 }
    first.open()
    loop.advance(by: .milliseconds(10))
    first.write(Self.ping)
    loop.advance(by: .milliseconds(10))
    #expect(received == Self.pong)

    runner.command("hang-up")
    loop.advance(by: .milliseconds(10))
    #expect(closure?.reason == .hangUp)
    #expect(line.connect() == nil)
    runner.command("replug other")
    #expect(line.path == "other")
    received = []
    let second = try #require(line.connect())
    second.onBytes = { received += $0 }
    second.open()
    loop.advance(by: .seconds(1))
    #expect(received.prefix(5) == [0xFE, 6, 0x41, 0x80, 0])
    runner.stop()
  }

  @Test func `answers and the wish to quit are handed on`() throws {
    let loop = SimulatedLoop(seed: 2)
    let runner = SimulatorRunner(
      Simulator(startingAt: loop.now.monotonic), on: loop, line: MemoryLine(loop: loop))
    var answers: [String] = []
    var quits = 0
    runner.onAnswer = { answers.append($0) }
    runner.onQuit = { quits += 1 }
    try runner.start()
    runner.command("add lock door")
    runner.command("nonsense")
    runner.command("quit")
    #expect(answers.count == 3)
    #expect(answers[0].contains(#""kind":"lock""#))
    #expect(answers[1].contains(#""line":2,"column":1"#))
    #expect(quits == 1)
  }

  @Test func `timed commands run when the loop's time has come`() throws {
    let loop = SimulatedLoop(seed: 3)
    let runner = SimulatorRunner(
      Simulator(startingAt: loop.now.monotonic), on: loop, line: MemoryLine(loop: loop))
    var answers = 0
    runner.onAnswer = { _ in answers += 1 }
    try runner.start()
    runner.command("add lamp lamp")
    runner.command("every 2 press lamp")
    loop.advance(by: .seconds(11))
    #expect(answers == 2 + 5)
    #expect(runner.simulator.house.device(named: "lamp")?.core.integer(.onOff, 0) == 1)
  }

  @Test func `a pseudo-terminal carries the bytes and vanishes when pulled`() throws {
    let loop = try EventLoop()
    let path = "/tmp/gatehouse-simulation-\(UInt64.random(in: 0...UInt64.max))"
    let line = PseudoTerminalLine(loop: loop, linkPath: path)
    let runner = SimulatorRunner(Simulator(startingAt: loop.now.monotonic), on: loop, line: line)
    try runner.start()
    #expect(line.path == path)
    let port = SerialPort(loop: loop, settings: SerialSettings(path: path))
    var received: [UInt8] = []
    var isLost = false
    port.onOpen = {
      loop.schedule(at: loop.now.monotonic + .milliseconds(600)) { port.write(Self.ping) }
    }
    port.onBytes = { bytes in
      received += bytes
      if received.suffix(7) == Self.pong[...] { runner.command("hang-up") }
    }
    port.onClosed = { _ in
      isLost = true
      loop.stop()
    }
    port.open()
    loop.schedule(at: loop.now.monotonic + .seconds(10)) { loop.stop() }
    try loop.run()
    #expect(received.suffix(7) == Self.pong[...])
    #expect(isLost)
    #expect(line.path == nil)
    runner.stop()
  }
}
