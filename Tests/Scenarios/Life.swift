import JSON
import Reactor
import SansIO
import Simulation

/// A random stretch of a house's life, everything in it drawn from the seed: people at locks, apps, and what
/// fails. Then all faults end, and everything must have come right.
package struct Life {
  package var seed: UInt64
  package var adapter = ScenarioAdapter.zStack
  package var devices = 8
  package var rounds = 12
  /// Print every step.
  package var traces = false

  package init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    devices = [1, 5, 8, 12, 20].randomElement(using: &generator) ?? 5
    rounds = Int.random(in: 6...16, using: &generator)
  }

  package struct Summary {
    package var virtualSeconds: Int64 = 0
    package var lockEvents = 0
    package var unlockCalls = 0
    package var calls = 0
    package var reports = 0
    package var starts = 0
    package var struck = 0
  }

  /// Faults that a life may have, as script lines.
  static let faults = [
    "lose-byte 0.0005", "substitute 0.0005", "duplicate-byte 0.0005", "lose-frame 0.02",
    "delay 0.05 time=0.3", "stall 0.002 time=8", "buffer-full 0.05 burst=5", "no-resource 0.05 burst=5",
    "confirm-first 0.3", "no-confirm 0.05", "rpc-error 0.02", "duplicate-indication 0.2", "reset 0.01",
    "lose-air 0.2", "lose-ack 0.2", "move 0.01", "hang-up 0.005 time=2", "lose-frame 0.1 from=coordinator",
    "substitute 0.01 from=coordinator",
  ]

  package func run() throws -> Summary {
    let directory = try ScenarioDirectory()
    let house = try ScenarioHouse(seed: seed, directory: directory.path, adapter: adapter)
    house.traces = traces
    var generator = SeededGenerator(seed: seed &* 31 &+ 7)
    try house.furnish(furniture(&generator))
    house.judgeReports()
    let network = house.house.extendedPANID
    for lock in house.locks {
      for user in 2...6 { try house.tell("program \(lock) \(user) pin \(user)\(user)\(user)\(user)") }
    }
    for round in 0..<rounds { try live(house, round, &generator) }
    try house.calm(limit: .hours(4))
    try house.verify(network: network)
    return summary(of: house)
  }

  private func furniture(_ generator: inout SeededGenerator) -> [String] {
    var lines = ["add lock lock0"]
    for index in 1..<max(devices, 2) {
      let kind = ["lamp", "plug", "sensor", "contact", "lock"].randomElement(using: &generator) ?? "lamp"
      lines.append("add \(kind) \(kind)\(index)")
    }
    return devices == 1 ? ["add lock lock0"] : lines
  }

  private func summary(of house: ScenarioHouse) -> Summary {
    var summary = Summary()
    summary.virtualSeconds = house.loop.now.monotonic.nanoseconds / 1_000_000_000
    summary.lockEvents = house.observer.lockEvents.values.map(\.count).reduce(0, +)
    summary.calls = house.observer.calls.count
    summary.unlockCalls = house.observer.calls.values.count { $0.function == "openLock" }
    summary.reports = house.observer.reportCount
    summary.starts = house.starts
    summary.struck = house.house.faults.struck.values.reduce(0, +)
    return summary
  }

  // MARK: One round of a minute

  private func live(_ house: ScenarioHouse, _ round: Int, _ generator: inout SeededGenerator) throws {
    if generator.next() % 3 == 0 { try house.tell("fault all off") }
    for _ in 0..<(generator.next() % 3) {
      if let fault = Self.faults.randomElement(using: &generator) { try step(house, "fault \(fault)") }
    }
    let end = house.loop.now.monotonic + .seconds(60)
    for lock in house.locks where generator.next() % 4 != 0 {
      // One call a round, so that frames can be told apart.
      if house.broker.hasClient || generator.next() % 2 == 0 { _ = try? house.unlock(lock) }
    }
    while house.loop.now.monotonic < end {
      try happen(house, &generator)
      house.loop.advance(by: .milliseconds(Int64(generator.next() % 8_000)))
    }
  }

  private func step(_ house: ScenarioHouse, _ line: String) throws {
    if traces { print("\(house.loop.now.monotonic.nanoseconds / 1_000_000) ms: \(line)") }
    try house.tell(line)
  }

  private func happen(_ house: ScenarioHouse, _ generator: inout SeededGenerator) throws {
    let device = house.house.devices.randomElement(using: &generator)
    let name = device?.name ?? "lock0"
    switch generator.next() % 24 {
    case 0...5: try useLock(house, &generator)
    case 6...8: try read(house, name)
    case 9:
      if device?.kind == .lamp {
        _ = try? house.call("setControlLight", name, JSONObject([("on", true), ("level", 120)]))
      }
    case 10: try step(house, "storm 50 100")
    case 11: _ = try? house.call("lockStatus", house.locks.first ?? name)
    case 12: try step(house, "drop \(name)")
    case 13, 14: try step(house, "return all")
    case 15: house.broker.drop()
    case 16: house.broker.goAway()
    case 17, 18: house.broker.comeBack()
    case 19: house.broker.goHalfOpen()
    case 20: try step(house, "reset watchdog")
    case 21:
      try step(house, "hang-up")
      house.loop.advance(by: .milliseconds(Int64(generator.next() % 5_000)))
      try step(house, "replug")
    case 22: if generator.next() % 2 == 0 { try? step(house, "move \(name)") }
    default:
      if traces { print("kill") }
      house.killGateway()
      house.loop.advance(by: .milliseconds(Int64(generator.next() % 3_000)))
      try house.startGateway()
    }
  }

  private func useLock(_ house: ScenarioHouse, _ generator: inout SeededGenerator) throws {
    guard let lock = house.locks.randomElement(using: &generator) else { return }
    let user = 2 + generator.next() % 5
    let verb = generator.next() % 3 == 0 ? "lock" : "unlock"
    try step(house, "\(verb) \(lock) pin \(user)\(user)\(user)\(user)")
  }

  private func read(_ house: ScenarioHouse, _ name: String) throws {
    guard let device = house.house.device(named: name) else { return }
    let (cluster, attribute): (Int64, Int64) =
      switch device.kind {
      case .plug: (0x0B04, 0x050B)
      case .lamp: (0x0008, 0)
      case .sensor: (0x0402, 0)
      case .contact: (0x0001, 0x21)
      case .lock: (0x0101, 0)
      }
    _ = try? house.call(
      "readAttribute", name,
      JSONObject([
        ("endpoint", 1), ("clusterID", .integer(cluster)), ("attributeID", .integer(attribute)),
      ]))
  }
}
