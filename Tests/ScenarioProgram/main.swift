import Glibc
import Scenarios

/// `scripts/scenarios` explains the arguments.
let usage = """
  usage: gatehouse-scenarios life [FIRST [COUNT]] | trace SEED | frames COUNT [RATE [SEED]]
         | requests COUNT [SEED] | resets COUNT [SEED]

  GATEHOUSE_ADAPTER is the coordinator's family: znp (default) or ezsp:VERSION.

  """
let adapter = getenv("GATEHOUSE_ADAPTER").flatMap { ScenarioAdapter(String(cString: $0)) } ?? .zStack
let arguments = Array(CommandLine.arguments.dropFirst())

func number(_ index: Int, _ standard: UInt64) -> UInt64 {
  arguments.count > index ? UInt64(arguments[index]) ?? standard : standard
}

/// Runs one scenario; true when it held.
func perform(_ name: String, _ body: () throws -> Any) -> Bool {
  do {
    print("passed  \(name): \(try body())")
    return true
  } catch {
    print("FAILED  \(name): \(error)")
    return false
  }
}

var results: [Bool] = []
switch arguments.first {
case "life":
  for seed in number(1, 1)..<(number(1, 1) + number(2, 100)) {
    results.append(
      perform("life of seed \(seed)") {
        var life = Life(seed: seed)
        life.adapter = adapter
        return try life.run()
      })
  }
case "trace":
  var life = Life(seed: number(1, 1))
  life.traces = true
  life.adapter = adapter
  results.append(perform("life of seed \(life.seed)") { try life.run() })
case "frames":
  let rate = arguments.count > 2 ? Double(arguments[2]) ?? 0.00001 : 0.00001
  results.append(
    perform("frames with substitution \(rate)") {
      var frames = Frames(seed: number(3, 1), count: Int(number(1, 1_000_000)), substitution: rate)
      frames.adapter = adapter
      return try frames.run()
    })
case "requests":
  for (name, faults) in [("air", Requests.air), ("line", Requests.line)] {
    results.append(
      perform("requests over a lossy \(name)") {
        var requests = Requests(seed: number(2, 1), count: Int(number(1, 10_000)), faults: faults)
        requests.adapter = adapter
        requests.traces = arguments.last == "trace"
        return try requests.run()
      })
  }
case "resets":
  results.append(
    perform("resets in mid-request") {
      var resets = Resets(seed: number(2, 1), count: Int(number(1, 1_000)))
      resets.adapter = adapter
      resets.traces = arguments.last == "trace"
      return try resets.run()
    })
default: print(usage, terminator: "")
}
let failed = results.count { !$0 }
print("\(results.count - failed) passed, \(failed) failed")
if failed > 0 || results.isEmpty { exit(1) }
