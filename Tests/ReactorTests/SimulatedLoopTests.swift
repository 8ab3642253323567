import Reactor
import SansIO
import Testing

/// What a run did, in order. Loop-confined.
private final class Trace {
  var lines: [String] = []
}

@Suite struct SimulatedLoopTests {
  @Test func `timers run by instant and then by scheduling`() {
    let loop = SimulatedLoop()
    let trace = Trace()
    let start = loop.now.monotonic
    loop.schedule(at: start + .seconds(2)) { trace.lines.append("c") }
    loop.schedule(at: start + .seconds(1)) { trace.lines.append("a") }
    loop.schedule(at: start + .seconds(1)) { trace.lines.append("b") }
    #expect(loop.runUntilIdle(limit: .minutes(1)))
    #expect(trace.lines == ["a", "b", "c"])
    #expect(loop.now.monotonic == start + .seconds(2))
  }

  @Test func `a cancelled timer never runs`() {
    let loop = SimulatedLoop()
    let trace = Trace()
    let timers = (0..<500).map { index in
      loop.schedule(at: loop.now.monotonic + .seconds(1)) { trace.lines.append("\(index)") }
    }
    for timer in timers.dropFirst(2) { loop.cancel(timer) }
    loop.advance(by: .seconds(5))
    #expect(trace.lines == ["0", "1"])
  }

  @Test func `time stands where the run was told to end`() {
    let loop = SimulatedLoop()
    let trace = Trace()
    let start = loop.now.monotonic
    loop.schedule(at: start + .seconds(10)) { trace.lines.append("late") }
    loop.run(until: start + .seconds(9))
    #expect(trace.lines.isEmpty)
    #expect(loop.now.monotonic == start + .seconds(9))
    loop.advance(by: .seconds(1))
    #expect(trace.lines == ["late"])
  }

  @Test func `a timer without end is held by the limit`() {
    let loop = SimulatedLoop()
    func again() { loop.schedule(at: loop.now.monotonic + .seconds(1)) { again() } }
    again()
    #expect(!loop.runUntilIdle(limit: .minutes(1)))
  }

  @Test func `the wall clock jumps without the monotonic one`() {
    let loop = SimulatedLoop(wall: WallTime(milliseconds: 5_000))
    let before = loop.now.monotonic
    loop.wall = WallTime(milliseconds: 1_000_000)
    loop.wallIsTrusted = false
    loop.advance(by: .seconds(3))
    #expect(loop.now.wall == WallTime(milliseconds: 1_003_000))
    #expect(loop.now.monotonic == before + .seconds(3))
    #expect(!loop.now.wallIsTrusted)
  }

  @Test func `a run goes on until its condition holds`() {
    let loop = SimulatedLoop()
    let trace = Trace()
    for index in 1...9 {
      loop.schedule(at: loop.now.monotonic + .seconds(Int64(index))) { trace.lines.append("x") }
    }
    #expect(loop.run(limit: .minutes(1)) { trace.lines.count == 4 })
    #expect(trace.lines.count == 4)
    #expect(!loop.run(limit: .seconds(1)) { trace.lines.count == 9 })
  }

  /// Twenty tasks that sleep, split and post, with a line for each step.
  private func trace(seed: UInt64?) -> [String] {
    let loop = SimulatedLoop(seed: seed)
    let trace = LoopBound(Trace(), on: loop)
    for worker in 0..<20 {
      loop.spawn {
        for step in 0..<5 {
          await loop.sleep(for: .milliseconds(Int64(10 * (worker % 3 + 1))))
          trace.unwrapped.lines.append("\(worker).\(step)")
          loop.post { trace.unwrapped.lines.append("p\(worker).\(step)") }
        }
        await withTaskGroup(of: Void.self) { group in
          for child in 0..<3 {
            group.addTask {
              await loop.sleep(for: .milliseconds(1))
              trace.unwrapped.lines.append("\(worker)/\(child)")
            }
          }
        }
      }
    }
    #expect(loop.runUntilIdle(limit: .minutes(1)))
    return trace.unwrapped.lines
  }

  @Test(arguments: [nil, 1, 2, 99] as [UInt64?])
  func `the same seed gives the same run`(seed: UInt64?) {
    let first = trace(seed: seed)
    #expect(first.count == 20 * 13)
    for _ in 0..<20 { #expect(trace(seed: seed) == first) }
  }

  @Test func `another seed gives another run with the same steps`() {
    let one = trace(seed: 1)
    let other = trace(seed: 2)
    #expect(one != other)
    #expect(one.sorted() == other.sorted())
  }

  @Test(arguments: [nil, 7] as [UInt64?])
  func `posted work keeps its order whatever the seed`(seed: UInt64?) {
    let loop = SimulatedLoop(seed: seed)
    let trace = LoopBound(Trace(), on: loop)
    for index in 0..<100 { loop.post { trace.unwrapped.lines.append("\(index)") } }
    loop.settle()
    #expect(trace.unwrapped.lines == (0..<100).map(String.init))
  }

  @Test func `a cancelled sleeper wakes early`() {
    let loop = SimulatedLoop()
    let trace = LoopBound(Trace(), on: loop)
    let start = loop.now.monotonic
    loop.spawn {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await loop.sleep(for: .hours(1)) }
        group.addTask { await loop.sleep(for: .seconds(1)) }
        await group.next()
        group.cancelAll()
      }
      trace.unwrapped.lines.append("done")
    }
    #expect(loop.runUntilIdle(limit: .hours(2)))
    #expect(trace.unwrapped.lines == ["done"])
    #expect(loop.now.monotonic - start == .seconds(1))
  }

  @Test func `a simulated worker completes in order after its latency`() {
    let loop = SimulatedLoop(seed: 3)
    let worker = SimulatedWorker(loop: loop, latency: .milliseconds(5), limit: 10)
    let trace = Trace()
    for index in 0..<10 {
      let isTaken = worker.submit({ index }, completion: { trace.lines.append("\($0)") })
      #expect(isTaken)
    }
    let isTaken = worker.submit({ 11 }, completion: { trace.lines.append("\($0)") })
    #expect(!isTaken)
    loop.advance(by: .milliseconds(24))
    #expect(trace.lines.count == 4)
    #expect(loop.runUntilIdle(limit: .seconds(1)))
    #expect(trace.lines == (0..<10).map(String.init))
  }
}
