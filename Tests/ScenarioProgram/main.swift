import Scenarios

/// `gatehouse-scenarios life FIRST COUNT | trace SEED`
let arguments = Array(CommandLine.arguments.dropFirst())

func number(_ index: Int, _ standard: UInt64) -> UInt64 {
  arguments.count > index ? UInt64(arguments[index]) ?? standard : standard
}

switch arguments.first {
case "life":
  var failed = 0
  for seed in number(1, 1)..<(number(1, 1) + number(2, 100)) {
    do {
      let summary = try Life(seed: seed).run()
      print("seed \(seed): \(summary)")
    } catch {
      failed += 1
      print("seed \(seed) FAILED: \(error)")
    }
  }
  print("\(number(2, 100) - UInt64(failed)) passed, \(failed) failed")
case "trace":
  var life = Life(seed: number(1, 1))
  life.traces = true
  do { print(try life.run()) } catch { print("FAILED: \(error)") }
default:
  print("usage: gatehouse-scenarios life FIRST COUNT | trace SEED")
}
