import JSON
import Reactor
import SansIO
import Simulation

/// The coordinator resets while requests are under way, again and again.
package struct Resets {
  package var seed: UInt64
  package var adapter = ScenarioAdapter.zStack
  package var count: Int
  /// Print every step.
  package var traces = false

  package init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = count
  }

  package struct Summary {
    package var resets = 0
    package var longestMilliseconds: Int64 = 0
    package var meanMilliseconds: Int64 = 0
    package var calls = 0
  }

  package static let limit = TimeSpan.seconds(10)

  package func run() throws -> Summary {
    let directory = try ScenarioDirectory()
    let house = try ScenarioHouse(seed: seed, directory: directory.path, adapter: adapter)
    house.traces = traces
    try house.furnish(["add lock lock", "add lamp lamp count=3", "add plug plug count=3"])
    house.judgeReports()
    let network = house.house.extendedPANID
    var generator = SeededGenerator(seed: seed &* 13 &+ 3)
    var summary = Summary()
    var total: Int64 = 0
    for _ in 0..<count {
      let time = try resetOnce(house, &generator)
      summary.longestMilliseconds = max(summary.longestMilliseconds, time)
      total += time
    }
    try house.calm(limit: .hours(1))
    try house.verify(network: network)
    summary.resets = house.house.faults.struck[.reset] ?? 0
    summary.meanMilliseconds = total / Int64(max(count, 1))
    summary.calls = house.observer.calls.count
    return summary
  }

  /// From the reset to the running network, in milliseconds.
  private func resetOnce(_ house: ScenarioHouse, _ generator: inout SeededGenerator) throws -> Int64 {
    let before = house.house.faults.struck[.reset] ?? 0
    try house.tell("fault reset every=\(1 + generator.next() % 3) count=1")
    if generator.next() % 5 == 0 { try house.tell("unlock lock pin \(ScenarioHouse.pin)") }
    if generator.next() % 40 == 0 { _ = try house.unlock("lock") }
    while (house.house.faults.struck[.reset] ?? 0) == before {
      _ = try house.call(
        "readAttribute", "plug\(1 + generator.next() % 3)",
        JSONObject([("endpoint", 1), ("clusterID", 0x0B04), ("attributeID", 0x0505)]))
      house.loop.run(limit: .seconds(2)) { (house.house.faults.struck[.reset] ?? 0) > before }
    }
    let start = house.loop.now.monotonic
    try house.run("the reset was noticed", limit: Self.limit) { !house.isRunning }
    try house.run("recovered within 10 s", limit: Self.limit) { house.isRunning }
    let time = house.loop.now.monotonic - start
    guard time <= Self.limit else { throw ScenarioFailure("recovery took \(time.milliseconds) ms") }
    house.loop.advance(by: .seconds(Int64(1 + generator.next() % 20)))
    return time.milliseconds
  }
}
