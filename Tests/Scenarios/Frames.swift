import Reactor
import SansIO
import Simulation

/// Very many reports over a serial line that damages bytes: no value comes out that its device did not send.
package struct Frames {
  package var seed: UInt64
  package var adapter = ScenarioAdapter.zStack
  package var count: Int
  /// Of each byte, in both directions.
  package var substitution: Double

  package init(seed: UInt64, count: Int, substitution: Double = 0.00001) {
    self.seed = seed
    self.count = count
    self.substitution = substitution
  }

  package struct Summary {
    package var framesSent = 0
    package var published = 0
    package var substitutions = 0
    package var wrong = 0
  }

  package func run() throws -> Summary {
    let directory = try ScenarioDirectory()
    let house = try ScenarioHouse(seed: seed, directory: directory.path, adapter: adapter)
    try house.furnish([
      "add plug plug count=12", "add sensor sensor count=12", "add lamp lamp count=8",
      "add contact contact count=4",
      "add lock lock count=4",
    ])
    house.judgeReports()
    let network = house.house.extendedPANID
    // Written out: the script reads no exponents that are too small to print plainly.
    try house.tell("fault substitute \(substitution)")
    let before = house.observer.reportCount
    var left = count
    while left > 0 {
      let some = min(left, 20_000)
      try house.tell("storm 500 \(some)")
      house.loop.advance(by: .milliseconds(Int64(some) * 2 + 1_000))
      left -= some
    }
    var summary = Summary(framesSent: count)
    summary.published = house.observer.reportCount - before
    summary.substitutions = house.house.faults.struck[.substitute] ?? 0
    summary.wrong = house.observer.faults.count
    guard summary.wrong == 0 else { throw ScenarioFailure("\(summary): \(house.observer.faults)") }
    try house.calm(limit: .hours(4))
    try house.verify(network: network)
    return summary
  }
}
