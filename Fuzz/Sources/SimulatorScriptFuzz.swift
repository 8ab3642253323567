import JSON
import SansIO
import Simulation

/// The text of a simulator script, played for a while in virtual time.
enum SimulatorScriptFuzz: FuzzTarget {
  static let name = "simulator-script"
  static let lineLimit = 64

  static func run(_ bytes: [UInt8]) {
    var simulator = Simulator()
    var now = MonotonicInstant.zero
    simulator.start(at: now)
    // Long scripts say nothing that short ones do not, and a thousand devices are slow.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(lineLimit)
    simulator.scriptReceived(Array(lines.joined(separator: [0x0A])), from: .file, at: now)
    simulator.scriptEnded(.file, at: now)
    drain(&simulator)
    for _ in 0..<64 {
      guard let next = simulator.nextDeadline(at: now) else { return }
      now = max(now, next)
      simulator.deadlinePassed(at: now)
      drain(&simulator)
    }
  }

  private static func drain(_ simulator: inout Simulator) {
    for _ in 0..<100_000 {
      guard let output = simulator.nextOutput() else { return }
      if case .answer(let line) = output {
        let limits = JSONLimits(depth: 64, size: 16 << 20)
        require((try? JSONValue(parsing: line, limits: limits)) != nil, "an answer is no JSON: \(line)")
      }
    }
    require(false, "the simulator's outputs never end")
  }
}
