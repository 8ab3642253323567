import Glibc
import SansIO

/// Who sends what a fault damages.
package enum FaultSide: String, CaseIterable, Hashable, Sendable {
  case host
  /// The coordinator; for faults of the air, the device.
  case coordinator
}

/// How often a fault strikes, in which direction, and for how long.
///
/// Each byte, write, request or message that it could strike is a chance. Between two strikes lies a number of
/// chances: fixed (`every`) or drawn so that each chance has the same probability.
package struct FaultRule: Hashable, Sendable {
  package enum Rate: Hashable, Sendable {
    case probability(Double)
    case every(Int)
  }

  package var rate: Rate
  /// nil: both.
  package var side: FaultSide?
  /// Strikes left; nil for no end.
  package var remaining: Int?
  /// How many chances in a row one strike takes.
  package var burst = 1
  package var time = TimeSpan.zero
  /// Where the port appears after a hang-up.
  package var path: String?

  /// Chances until the next strike; nil until the first was drawn.
  private var gap: Int?
  private var burstLeft = 0

  package init(_ rate: Rate, side: FaultSide? = nil, remaining: Int? = nil) {
    self.rate = rate
    self.side = side
    self.remaining = remaining
  }

  /// Takes `chances`; the positions that are struck, ascending.
  mutating func strikes(in chances: Int, _ generator: inout SeededGenerator) -> [Int] {
    var struck: [Int] = []
    var position = 0
    while position < chances, burstLeft > 0 || remaining != 0 {
      if burstLeft > 0 {
        burstLeft -= 1
        struck.append(position)
        position += 1
        continue
      }
      let left = gap ?? draw(&generator)
      guard left < chances - position else {
        gap = left - (chances - position)
        break
      }
      gap = nil
      position += left
      burstLeft = burst
      if let count = remaining { remaining = count - 1 }
    }
    return struck
  }

  private func draw(_ generator: inout SeededGenerator) -> Int {
    switch rate {
    case .every(let count): return max(count, 1) - 1
    case .probability(let probability):
      guard probability > 0 else { return .max }
      guard probability < 1 else { return 0 }
      let uniform = (Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992
      let gap = log(uniform) / log(1 - probability)
      return gap < 1e15 ? Int(gap) : .max
    }
  }
}
