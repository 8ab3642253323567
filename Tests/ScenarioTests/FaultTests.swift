import Scenarios
import Testing

@Suite struct FaultTests {
  @Test func `requests over a lossy air are answered once, and no step is taken twice`() throws {
    let summary = try Requests(seed: 1, count: 300, faults: Requests.air).run()
    #expect(summary.succeeded > 100)
    #expect(summary.struck > 100)
  }

  /// Replies that take six seconds to be missed fill the adapter's queue: what waits there too long must not
  /// leave any more.
  @Test func `no unlock leaves after its time, though a lossy line holds the queue up`() throws {
    let summary = try Requests(seed: 1, count: 600, faults: Requests.line).run()
    #expect(summary.struck > 50)
  }

  @Test func `a reset in mid-request is over within ten seconds`() throws {
    let summary = try Resets(seed: 1, count: 40).run()
    #expect(summary.resets == 40)
  }

  @Test func `a serial line that damages bytes publishes no wrong value`() throws {
    let summary = try Frames(seed: 1, count: 4_000, substitution: 0.0005).run()
    #expect(summary.substitutions > 20)
    #expect(summary.published > 1_000)
  }
}
