import Scenarios
import Testing

@Suite struct FaultTests {
  @Test(arguments: ScenarioAdapter.families)
  func `requests over a lossy air are answered once, and no step is taken twice`(
    adapter: ScenarioAdapter
  ) throws {
    var requests = Requests(seed: 1, count: 300, faults: Requests.air)
    requests.adapter = adapter
    let summary = try requests.run()
    #expect(summary.succeeded > 100)
    #expect(summary.struck > 100)
  }

  /// Replies that take six seconds to be missed fill the adapter's queue: what waits there too long must not
  /// leave any more.
  @Test func `no unlock leaves after its time, though a lossy line holds the queue up`() throws {
    let summary = try Requests(seed: 1, count: 600, faults: Requests.line).run()
    #expect(summary.struck > 50)
  }

  @Test(arguments: ScenarioAdapter.families)
  func `a reset in mid-request is over within ten seconds`(adapter: ScenarioAdapter) throws {
    var resets = Resets(seed: 1, count: 40)
    resets.adapter = adapter
    let summary = try resets.run()
    #expect(summary.resets == 40)
  }

  @Test(arguments: ScenarioAdapter.families)
  func `a serial line that damages bytes publishes no wrong value`(adapter: ScenarioAdapter) throws {
    var frames = Frames(seed: 1, count: 4_000, substitution: 0.0005)
    frames.adapter = adapter
    let summary = try frames.run()
    #expect(summary.substitutions > 20)
    #expect(summary.published > 1_000)
  }
}
