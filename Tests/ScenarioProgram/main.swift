import Glibc
import Scenarios

/// `scripts/scenarios` explains the arguments.
let usage = """
  usage: gatehouse-scenarios life [FIRST [COUNT]] | trace SEED | frames COUNT [RATE [SEED]]
         | requests COUNT [SEED] | resets COUNT [SEED]

  """
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
    results.append(perform("life of seed \(seed)") { try Life(seed: seed).run() })
  }
case "trace":
  var life = Life(seed: number(1, 1))
  life.traces = true
  results.append(perform("life of seed \(life.seed)") { try life.run() })
case "frames":
  let rate = arguments.count > 2 ? Double(arguments[2]) ?? 0.00001 : 0.00001
  results.append(
    perform("frames with substitution \(rate)") {
      try Frames(seed: number(3, 1), count: Int(number(1, 1_000_000)), substitution: rate).run()
    })
case "requests":
  for (name, faults) in [("air", Requests.air), ("line", Requests.line)] {
    results.append(
      perform("requests over a lossy \(name)") {
        try Requests(seed: number(2, 1), count: Int(number(1, 10_000)), faults: faults).run()
      })
  }
case "resets":
  results.append(
    perform("resets in mid-request") { try Resets(seed: number(2, 1), count: Int(number(1, 1_000))).run() })
default: print(usage, terminator: "")
}
let failed = results.count { !$0 }
print("\(results.count - failed) passed, \(failed) failed")
if failed > 0 || results.isEmpty { exit(1) }
