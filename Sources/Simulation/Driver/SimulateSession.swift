import CLinux
import Glibc
import JSON
import Reactor
import SansIO
import Transport

/// One run of `gatehouse simulate`: the loop, the pseudo-terminal, standard input and the state file.
final class SimulateSession {
  private let command: SimulateCommand
  private let loop: EventLoop
  private let line: PseudoTerminalLine
  private var runner: SimulatorRunner?
  private var input: WatchToken?
  private var exitCode: Int32 = 0

  init(_ command: SimulateCommand) throws(SystemError) {
    self.command = command
    loop = try EventLoop()
    line = PseudoTerminalLine(loop: loop, linkPath: command.linkPath)
  }

  func run() throws -> Int32 {
    let now = loop.now
    var options = HouseOptions(
      coordinator: CoordinatorOptions(release: command.release, resetDelay: command.resetDelay),
      ezsp: command.isEZSP
        ? EZSPCoordinatorOptions(version: command.ezspVersion, resetDelay: command.resetDelay) : nil,
      seed: command.seed)
    options.clock = VirtualClock(
      wallAtZero: WallTime(
        milliseconds: now.wall.milliseconds - now.monotonic.nanoseconds / 1_000_000))
    var house = VirtualHouse(options: options)
    var isRestored = false
    if let path = command.statePath, let bytes = try FileBytes.read(path, limit: HouseState.sizeLimit) {
      try house.restore(try JSONValue(parsing: bytes, limits: HouseState.jsonLimits))
      isRestored = true
    }
    let runner = SimulatorRunner(
      Simulator(house: house, startingAt: now.monotonic), on: loop, line: line)
    self.runner = runner
    runner.onAnswer = { StandardStream.output.write($0 + "\n") }
    runner.onQuit = { [weak self] in self?.loop.stop() }
    try loop.onSignal { [weak self] signal in
      if signal != .hangUp { self?.loop.stop() }
    }
    try runner.start()
    sayReady()
    if !command.faults.isEmpty {
      runner.script(Array((command.faults.joined(separator: "\n") + "\n").utf8), from: .file)
    }
    try play(isRestored: isRestored)
    try watchInput()
    try loop.run()
    runner.stop()
    try saveState()
    return exitCode
  }

  private func sayReady() {
    let object = JSONObject([
      ("ready", .bool(true)), ("link", .string(command.linkPath)),
      ("tty", line.devicePath.map { .string($0) } ?? .null),
    ])
    StandardStream.output.write(JSONValue.object(object).description + "\n")
  }

  private func play(isRestored: Bool) throws {
    guard let path = command.scriptPath else {
      // A restored house has its devices already.
      if !isRestored { runner?.script(Array(DefaultHouse.script.utf8), from: .file) }
      return
    }
    guard let bytes = try FileBytes.read(path, limit: HouseState.sizeLimit) else {
      throw SystemError(number: ENOENT, call: "open \(path)")
    }
    runner?.script(bytes, from: .file)
    runner?.scriptEnded(.file)
  }

  private func watchInput() throws(SystemError) {
    guard clinux_set_nonblocking(0) >= 0 else { return }
    do throws(SystemError) {
      input = try loop.watch(fd: 0, interest: .read) { [weak self] _ in self?.readInput() }
    } catch {
      // A file or /dev/null cannot be watched: it is read at once.
      readInput()
    }
  }

  private func readInput() {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(0, &chunk, chunk.count)
      if count > 0 {
        runner?.script(Array(chunk[..<count]), from: .input)
        continue
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      runner?.scriptEnded(.input)
      if let input { loop.unwatch(input) }
      input = nil
      return
    }
  }

  private func saveState() throws {
    guard let path = command.statePath, let runner else { return }
    try FileBytes.replace(path, with: runner.simulator.house.json.encoded() + [0x0A])
  }
}
