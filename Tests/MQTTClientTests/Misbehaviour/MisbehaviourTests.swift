import Foundation
import TestSupport
import Testing

/// Brokers that misbehave: the client ends with the right reason or goes on, comes back, and keeps nothing.
@Suite(.serialized) struct MisbehaviourTests {
  @Test func `there are two hundred ways to misbehave, and no two lines are the same`() throws {
    let cases = try MisbehaviourCase.all()
    #expect(cases.count >= 200)
    #expect(Set(cases.map { "\($0.version) \($0.moment) \($0.steps)" }).count == cases.count)
  }

  @Test(arguments: try MisbehaviourCase.all())
  func `the client makes the right thing of it`(one: MisbehaviourCase) throws {
    let outcome = try MisbehaviourRun(one).outcome()
    #expect(outcome == one.expected, "\(one.line)")
  }

  /// Five times all of them grow the process by less than 1 MB, once it has everything that lives as long as it.
  @Test func `nothing of a bad broker stays in the memory`() throws {
    let cases = try MisbehaviourCase.all()
    for _ in 0..<2 { try runAll(cases) }
    let before = residentKilobytes()
    for _ in 0..<5 { try runAll(cases) }
    #expect(residentKilobytes() - before < 1_000)
  }

  private func runAll(_ cases: [MisbehaviourCase]) throws {
    for one in cases { _ = try MisbehaviourRun(one).outcome() }
  }

  private func residentKilobytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first ?? 0
  }
}
