import SansIO
import Testing
import ZNP

@testable import Simulation

@Suite struct FaultTests {
  @Test func `a fault command is read with its rate and options`() throws {
    let line = try ScriptParser.parse("fault stall 0.01 count=3 burst=2 from=host time=9", line: 1)
    guard case .fault(.stall, let rule?) = line?.command else {
      Issue.record("\(String(describing: line))")
      return
    }
    #expect(rule.rate == .probability(0.01))
    #expect(rule.remaining == 3)
    #expect(rule.burst == 2)
    #expect(rule.side == .host)
    #expect(rule.time == .seconds(9))
  }

  @Test(arguments: [
    "fault", "fault nonsense 0.1", "fault stall", "fault stall 0", "fault stall 2", "fault stall every=0",
    "fault reset 0.1 from=host", "fault stall 0.1 path=x", "fault all", "fault stall 0.1 count=0",
  ])
  func `a fault command that makes no sense is refused`(text: String) {
    #expect(throws: ScriptError.self) { try ScriptParser.parse(text, line: 1) }
  }

  @Test func `a fault strikes as often as it says, and the same for the same seed`() {
    func strikes(_ seed: UInt64) -> [Int] {
      var plan = FaultPlan(seed: seed)
      plan[.substitute] = FaultRule(.probability(0.01))
      return (0..<100).flatMap { block in
        plan.strikes(.substitute, in: 1_000, from: .host).map { block * 1_000 + $0 }
      }
    }
    let first = strikes(5)
    #expect((850...1_150).contains(first.count))
    #expect(first == strikes(5))
    #expect(first != strikes(6))
  }

  @Test func `every Nth chance, bursts and counts are exact`() {
    var plan = FaultPlan(seed: 1)
    plan[.bufferFull] = FaultRule(.every(5))
    #expect((1...20).filter { _ in plan.strike(.bufferFull) != nil } == [5, 10, 15, 20])
    plan[.bufferFull] = FaultRule(.every(4), remaining: 2)
    plan[.bufferFull]?.burst = 3
    #expect((1...30).count { _ in plan.strike(.bufferFull) != nil } == 6)
  }

  @Test func `each kind of line fault does to the bytes what its name says`() {
    func result(_ kind: FaultKind) -> [UInt8] {
      var plan = FaultPlan(seed: 3)
      plan[kind] = FaultRule(.every(4))
      var line = FaultyDirection(from: .host)
      line.write([1, 2, 3, 4, 5], &plan, at: .zero)
      return line.takeDue(at: .zero)
    }
    #expect(result(.loseByte) == [1, 2, 3, 5])
    #expect(result(.duplicateByte) == [1, 2, 3, 4, 4, 5])
    let substituted = result(.substitute)
    #expect(substituted.count == 5)
    #expect(substituted[3] != 4)
  }

  @Test func `a line that stands still gives everything later, in order`() {
    var plan = FaultPlan(seed: 3)
    var stall = FaultRule(.every(2))
    stall.time = .seconds(8)
    plan[.stall] = stall
    var line = FaultyDirection(from: .coordinator)
    line.write([1], &plan, at: .zero)
    line.write([2], &plan, at: .zero)
    line.write([3], &plan, at: .zero + .seconds(1))
    #expect(line.takeDue(at: .zero + .seconds(7)) == [1])
    #expect(line.takeDue(at: .zero + .seconds(8)) == [2, 3])
  }

  @Test func `a coordinator refuses, resets and answers wrongly on order`() throws {
    var probe = HostProbe()
    probe.formNetwork()
    try probe.execute("fault rpc-error every=1 count=1")
    probe.forgetFrames()
    probe.send(.synchronousRequest, .sys, 0x01)
    #expect(probe.frames.first?.id.subsystem == .rpcError)
    try probe.execute("fault buffer-full every=1 count=1")
    #expect(probe.request(.af, 0x01, [0, 0, 1, 1, 6, 0, 9, 0, 30, 1, 0]) == [0x11])
    try probe.execute("fault reset every=1 count=1")
    probe.forgetFrames()
    probe.send(.synchronousRequest, .sys, 0x01)
    probe.run(for: .seconds(1))
    #expect(probe.take(.sys, 0x80)?.first == 2)
  }
}
