import JSON
import Reactor
import SansIO
import Simulation
import ZCL
import Zigbee

/// Many app calls over a line or an air that loses frames: none carried out twice, none answered wrongly.
package struct Requests {
  package var seed: UInt64
  package var adapter = ScenarioAdapter.zStack
  package var count: Int
  /// Script lines that switch the faults on.
  package var faults: [String]

  package static let air = ["fault lose-air 0.2", "fault lose-ack 0.2"]
  package static let line = ["fault lose-frame 0.2"]

  package var traces = false

  package init(seed: UInt64, count: Int, faults: [String]) {
    self.seed = seed
    self.count = count
    self.faults = faults
  }

  package struct Summary {
    package var calls = 0
    package var succeeded = 0
    package var unlocks = 0
    package var unlockFrames = 0
    package var togglesAsked = 0
    package var togglesDone = 0
    package var valuesJudged = 0
    package var struck = 0
    package var virtualSeconds: Int64 = 0
  }

  /// Calls that are open at once; the gateway takes 16 of one caller.
  private static let window = 8
  private static let unlockPause = TimeSpan.seconds(45)

  package func run() throws -> Summary {
    let directory = try ScenarioDirectory()
    let house = try ScenarioHouse(seed: seed, directory: directory.path, adapter: adapter)
    house.traces = traces
    try house.furnish([
      "add lock lock count=4", "add lamp lamp count=6", "add plug plug count=4", "add sensor sensor count=2",
    ])
    house.judgeReports()
    let network = house.house.extendedPANID
    var generator = SeededGenerator(seed: seed &* 77 &+ 5)
    for fault in faults { try house.tell(fault) }
    var open: [Int64] = []
    var reads: [Int64] = []
    var lastUnlock: [String: MonotonicInstant] = [:]
    for _ in 0..<count {
      while open.count >= Self.window {
        house.loop.advance(by: .milliseconds(100))
        open.removeAll { house.observer.replies(to: $0) > 0 }
      }
      let number = try call(house, &lastUnlock, &reads, &generator)
      open.append(number)
      house.loop.advance(by: .milliseconds(Int64(generator.next() % 200)))
    }
    try house.calm(limit: .hours(4))
    try house.verify(network: network)
    return try judge(house, reads)
  }

  private func call(
    _ house: ScenarioHouse, _ lastUnlock: inout [String: MonotonicInstant], _ reads: inout [Int64],
    _ generator: inout SeededGenerator
  ) throws -> Int64 {
    let now = house.loop.now.monotonic
    let free = house.locks.first { lock in lastUnlock[lock].map { $0 + Self.unlockPause <= now } ?? true }
    if let free {
      lastUnlock[free] = now
      return try house.unlock(free)
    }
    let lamp = "lamp\(1 + generator.next() % 6)"
    switch generator.next() % 4 {
    case 0, 1:
      return try house.call(
        "sendCommand", lamp, JSONObject([("endpoint", 1), ("clusterID", 6), ("commandID", 2)]))
    case 2:
      return try house.call("setControlLight", lamp, JSONObject([("on", true), ("level", 90)]))
    default:
      let number = try house.call(
        "readAttribute", "plug\(1 + generator.next() % 4)",
        JSONObject([("endpoint", 1), ("clusterID", 0x0B04), ("attributeID", 0x0505)]))
      reads.append(number)
      return number
    }
  }

  private func judge(_ house: ScenarioHouse, _ reads: [Int64]) throws -> Summary {
    var summary = Summary()
    summary.calls = house.observer.calls.count
    for number in reads where house.observer.code(of: number) == "200" {
      guard let call = house.observer.calls[number], let data = call.replies.first?["returnData"] else {
        continue
      }
      summary.valuesJudged += 1
      if let fault = house.faultInReply(data, of: call.device) { throw ScenarioFailure(fault) }
    }
    for device in house.house.devices where device.kind == .lamp {
      let toggles = house.observer.calls.values.filter {
        $0.device == device.name && $0.function == "sendCommand"
      }
      let done = house.house.record?.commandCount(device.ieee, .onOff, CommandID(0x02)) ?? 0
      let good = toggles.count { $0.replies.first?["returnCode"]?.stringValue == "200" }
      guard (good...toggles.count).contains(done) else {
        throw ScenarioFailure(
          "\(device.name) was toggled \(done) times by \(toggles.count) calls (\(good) good)")
      }
      summary.togglesAsked += toggles.count
      summary.togglesDone += done
    }
    let unlocks = house.observer.calls.values.filter { $0.function == "openLock" }
    summary.unlocks = unlocks.count
    summary.unlockFrames = house.locks.map { house.unlockFrames(of: $0) }.reduce(0, +)
    summary.succeeded = house.observer.calls.values.count {
      $0.replies.first?["returnCode"]?.stringValue == "200"
    }
    summary.struck = house.house.faults.struck.values.reduce(0, +)
    summary.virtualSeconds = house.loop.now.monotonic.nanoseconds / 1_000_000_000
    return summary
  }
}
