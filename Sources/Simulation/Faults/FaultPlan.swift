import JSON
import SansIO

/// The faults that are switched on, and how often each has struck. The same seed and the same chances give the
/// same strikes.
package struct FaultPlan: Hashable, Sendable {
  package private(set) var rules: [FaultKind: FaultRule] = [:]
  package private(set) var struck: [FaultKind: Int] = [:]
  var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package var isEmpty: Bool { rules.isEmpty }

  package subscript(kind: FaultKind) -> FaultRule? {
    get { rules[kind] }
    set { rules[kind] = newValue }
  }

  package mutating func removeAll() { rules.removeAll() }

  /// The rule when this chance is struck.
  mutating func strike(_ kind: FaultKind, from side: FaultSide? = nil) -> FaultRule? {
    strikes(kind, in: 1, from: side).isEmpty ? nil : rules[kind]
  }

  /// Which of several chances are struck.
  mutating func strikes(_ kind: FaultKind, in chances: Int, from side: FaultSide? = nil) -> [Int] {
    guard !rules.isEmpty, var rule = rules[kind] else { return [] }
    if let side, let only = rule.side, only != side { return [] }
    let positions = rule.strikes(in: chances, &generator)
    rules[kind] = rule
    if !positions.isEmpty { struck[kind, default: 0] += positions.count }
    return positions
  }

  mutating func draw(below count: Int) -> Int { Int(generator.next() % UInt64(max(count, 1))) }

  /// `{"substitute": 12, …}`: every fault that is on or has struck.
  package var json: JSONValue {
    .object(
      JSONObject(
        FaultKind.allCases.filter { rules[$0] != nil || struck[$0] != nil }.map {
          ($0.rawValue, .integer(Int64(struck[$0] ?? 0)))
        }))
  }
}
