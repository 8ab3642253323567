import MQTT
import SansIO
import Testing

@Suite struct ConnectBackoffTests {
  private var backoff = ConnectBackoff()
  private var generator = SeededGenerator(seed: 3)
  private var now = MonotonicInstant.zero

  private mutating func lose(_ reason: DisconnectReason, after: TimeSpan = .zero) -> ConnectBackoff.Pause {
    now = now + after
    return backoff.lost(reason, timing: SessionTiming(), using: &generator, at: now)
  }

  @Test mutating func `the class of a refusal decides how its tries follow each other`() {
    let rows: [(ConnectReturnCode, first: Int64, longest: Int64)] = [
      (.serverUnavailable, 1, 64), (.badUserNameOrPassword, 2, 300), (.notAuthorized, 2, 300),
      (.identifierRejected, 5, 600), (.unacceptableProtocolVersion, 5, 600),
      (ConnectReturnCode(rawValue: 99), 5, 600),
    ]
    for (code, first, longest) in rows {
      backoff = ConnectBackoff()
      for attempt in 0..<12 {
        let step = min(first << Int64(attempt), longest)
        let pause = lose(.refused(code))
        #expect(pause.length >= .milliseconds(step * 500) && pause.length <= .seconds(step), "\(code)")
        #expect(!pause.isImmediate && !pause.isTakeover)
      }
    }
  }

  @Test mutating func `time without an answer proves nothing, and an answer without time neither`() {
    for hasTime in [false, true] {
      for hasAnswer in [false, true] {
        backoff = ConnectBackoff()
        for _ in 0..<3 { _ = lose(.connectionTimeout) }
        backoff.connected(at: now)
        if hasAnswer { backoff.exchanged() }
        if hasTime { backoff.stableTimePassed() }
        #expect(backoff.isGood == (hasTime && hasAnswer))
        #expect(backoff.failures == (hasTime && hasAnswer ? 0 : 3))
        #expect(lose(.keepAliveTimeout, after: .seconds(30)).isImmediate == (hasTime && hasAnswer))
      }
    }
  }

  @Test mutating func `only the first try after a good connection comes at once`() {
    backoff.connected(at: now)
    backoff.exchanged()
    backoff.stableTimePassed()
    let first = lose(.transport("reset"), after: .seconds(40))
    #expect(first.isImmediate && first.length < .milliseconds(250))
    let second = lose(.transport("refused"))
    #expect(!second.isImmediate && second.length >= .milliseconds(500) && second.length <= .seconds(1))
  }

  @Test mutating func `three quick losses in a row are a takeover and wait the longest pause`() {
    var takeovers: [Int] = []
    for round in 1...6 {
      backoff.connected(at: now)
      let pause = lose(.closedByBroker, after: .seconds(2))
      guard pause.isTakeover else { continue }
      takeovers.append(round)
      #expect(pause.length >= .seconds(32) && pause.length <= .seconds(64))
    }
    #expect(takeovers == [3, 6])
  }

  @Test mutating func `a broker that was not there in between has ended the connections itself`() {
    for _ in 0..<9 {
      backoff.connected(at: now)
      #expect(!lose(.closedByBroker, after: .seconds(2)).isTakeover)
      #expect(!lose(.transport("refused")).isTakeover)
    }
  }

  @Test mutating func `slow losses and losses of other kinds are no takeover`() {
    for _ in 0..<9 {
      backoff.connected(at: now)
      #expect(!lose(.closedByBroker, after: .seconds(5)).isTakeover)
      backoff.connected(at: now)
      #expect(!lose(.keepAliveTimeout, after: .seconds(1)).isTakeover)
    }
  }
}
