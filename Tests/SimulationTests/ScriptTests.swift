import JSON
import SansIO
import Testing
import Zigbee

@testable import Simulation

@Suite struct ScriptTests {
  private func failure(_ text: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try ScriptParser.parse(text, line: 7)
      return nil
    } catch {
      return error
    }
  }

  @Test func `comments and empty lines are nothing`() throws {
    #expect(try ScriptParser.parse("", line: 1) == nil)
    #expect(try ScriptParser.parse("   # add lamp x", line: 1) == nil)
    #expect(try ScriptParser.parse("join all # now", line: 1)?.command == .join(.all))
  }

  @Test(arguments: [
    ("frobnicate lamp", 1), ("add", 4), ("add toaster x", 5), ("add lamp", 9), ("add lamp all", 10),
    ("add lamp x ieee=12", 12), ("add lamp x colour=red", 12), ("add lamp x 5", 12),
    ("add lamp x count=0", 12),
    ("join lamp now", 11), ("set sensor warmth 3", 12), ("set sensor temperature", 23),
    ("set sensor temperature hot", 24), ("unlock lock", 12), ("unlock lock pin", 16),
    ("unlock lock pin 12a4", 17), ("unlock lock one-touch", 13), ("tamper contact maybe", 16),
    ("reset hard", 7),
    ("wait", 5), ("wait -1", 6), ("at 5 at 6 quit", 6), ("every 0 join all", 7), ("storm fast 3", 7),
    ("alarm lock 300", 12), ("  quit  now", 9),
  ])
  func `an error names line and column`(text: String, column: Int) {
    let error = failure(text)
    #expect(error?.line == 7)
    #expect(error?.column == column, "\(error.map { "\($0)" } ?? "no error")")
    #expect(error?.message.isEmpty == false)
  }

  @Test func `commands are read with their options`() throws {
    let ieee = IEEEAddress(rawValue: 0x0012_4B00_0000_0009)
    #expect(
      try ScriptParser.parse("add lock front ieee=00:12:4b:00:00:00:00:09 model=ZG01182510003", line: 1)?
        .command
        == .add(.lock, name: "front", ieee: ieee, model: "ZG01182510003", count: 1))
    #expect(
      try ScriptParser.parse("unlock front pin 0042", line: 1)?.command
        == .act("front", .unlockWithPIN("0042")))
    #expect(
      try ScriptParser.parse("report s 0x0402/0x0000 2150", line: 1)?.command
        == .report("s", attribute: "0x0402/0x0000", value: 2150))
    let nested = try ScriptParser.parse("every 0.5 press lamp", line: 3)
    #expect(
      nested?.command
        == .every(.milliseconds(500), ScriptLine(line: 3, column: 17, command: .act("lamp", .press))))
  }

  private func answers(_ simulator: inout Simulator) -> [JSONValue] {
    var result: [JSONValue] = []
    while let output = simulator.nextOutput() {
      if case .answer(let text) = output, let json = try? JSONValue(parsing: text) { result.append(json) }
    }
    return result
  }

  private func run(_ simulator: inout Simulator, until end: MonotonicInstant) {
    while let next = simulator.nextDeadline(at: .zero), next <= end { simulator.deadlinePassed(at: next) }
  }

  @Test func `each command is answered with one line, errors with their place`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    let script = "add lamp lamp\n\n# nothing\npress lamp\n  press ghost\npress"
    simulator.scriptReceived(script.utf8, from: .file, at: .zero)
    simulator.scriptEnded(.file, at: .zero)
    let all = answers(&simulator)
    #expect(all.map { $0["ok"]?.boolValue } == [true, true, false, false])
    #expect(all[1]["on"] == .bool(true))
    #expect(all[2]["line"] == .integer(5))
    #expect(all[2]["column"] == .integer(9))
    #expect(all[3]["line"] == .integer(6))
  }

  @Test func `lines may come in pieces`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    for byte in "add plug plug\npress plug\n".utf8 {
      simulator.scriptReceived([byte], from: .input, at: .zero)
    }
    #expect(answers(&simulator).count == 2)
  }

  @Test func `wait holds its own source back, at and every run beside`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    let script = "add lamp lamp\nevery 1 press lamp\nat 2.5 devices\nwait 10\nledger\n"
    simulator.scriptReceived(script.utf8, from: .file, at: .zero)
    #expect(answers(&simulator).count == 4)
    simulator.scriptReceived("devices\n".utf8, from: .input, at: .zero)
    #expect(answers(&simulator).count == 1)
    run(&simulator, until: .zero + .milliseconds(3500))
    #expect(answers(&simulator).filter { $0["on"] != nil }.count == 3)
    run(&simulator, until: .zero + .milliseconds(10_500))
    let rest = answers(&simulator)
    #expect(rest.filter { $0["locks"] != nil }.count == 1)
    #expect(rest.filter { $0["on"] != nil }.count == 7)
  }

  @Test func `hang-up takes the power, replug gives it back at another path`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    run(&simulator, until: .zero + .seconds(1))
    _ = answers(&simulator)
    simulator.scriptReceived("hang-up\n".utf8, from: .input, at: .zero + .seconds(2))
    #expect(!simulator.isPluggedIn)
    #expect(!simulator.house.coordinator.isRunning)
    simulator.bytesReceived([0xFE, 0, 0x21, 1, 0x20], at: .zero + .seconds(2))
    _ = answers(&simulator)
    simulator.scriptReceived("replug /tmp/other\n".utf8, from: .input, at: .zero + .seconds(3))
    var outputs: [Simulator.Output] = []
    while let output = simulator.nextOutput() { outputs.append(output) }
    #expect(outputs.contains(.replug("/tmp/other")))
    simulator.deadlinePassed(at: .zero + .seconds(5))
    guard case .toHost(let bytes)? = simulator.nextOutput() else {
      Issue.record("no reset indication")
      return
    }
    #expect(bytes.prefix(5) == [0xFE, 6, 0x41, 0x80, 0])
  }

  @Test func `a script of the wrong device or of nobody is refused`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    let script = "add sensor s\nopen s\nset s power 3\nadd lamp s\nledger s\nmove s\n"
    simulator.scriptReceived(script.utf8, from: .file, at: .zero)
    #expect(answers(&simulator).map { $0["ok"]?.boolValue } == [true, false, false, false, false, false])
  }

  @Test func `the house can be filled, but not without end`() {
    var simulator = Simulator()
    simulator.start(at: .zero)
    simulator.scriptReceived("add lamp l count=500\nadd lamp more\n".utf8, from: .file, at: .zero)
    #expect(answers(&simulator).map { $0["ok"]?.boolValue } == [true, false])
    #expect(simulator.house.devices.count == 500)
  }

  // MARK: The command line

  @Test func `the command line is checked`() throws {
    let command = try SimulateCommand(arguments: [
      "--adapter", "znp", "--link", "/tmp/x", "--seed", "9", "--zstack", "1.2", "--reset-delay", "1.5",
    ])
    #expect(command.linkPath == "/tmp/x")
    #expect(command.seed == 9)
    #expect(command.release == .home12)
    #expect(command.resetDelay == .milliseconds(1500))
    for bad in [
      [], ["--link"], ["--frob", "1"], ["--link", "x", "--adapter", "deconz"],
      ["--link", "x", "--seed", "-1"],
      ["--link", "x", "--zstack", "4"],
    ] {
      #expect(throws: SimulateCommand.UsageError.self) { try SimulateCommand(arguments: bad) }
    }
  }
}
