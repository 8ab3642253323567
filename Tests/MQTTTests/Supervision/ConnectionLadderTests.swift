import MQTT
import SansIO
import Testing

@Suite struct ConnectionLadderTests {
  private let now = MonotonicInstant.zero
  private let dead = DisconnectReason.transport("refused")

  /// The stages and endpoints of tries that all fail with `reason`.
  private func climb(
    _ ladder: inout ConnectionLadder, tries: Int, _ reason: DisconnectReason
  ) -> [String] {
    (0..<tries).map { _ in
      let attempt = ladder.attemptBegins()
      let skips = ladder.failed(reason, wasGood: false)
      return "\(attempt.stage.rawValue) \(attempt.endpoint)"
        + (attempt.wantsFreshCredentials ? " fresh" : "") + (skips ? " skip" : "")
    }
  }

  @Test func `every step has its limit and gives way to the next`() {
    var ladder = ConnectionLadder(endpoints: 3)
    ladder.connected(at: now)
    #expect(ladder.failed(dead, wasGood: true) == false)
    #expect(
      climb(&ladder, tries: 12, dead) == [
        "resend 0", "reconnect 0", "reconnect 0", "reconnect 0", "freshCredentials 0 fresh",
        "freshCredentials 0 skip", "fallbackEndpoint 1", "fallbackEndpoint 1 skip", "fallbackEndpoint 2",
        "fallbackEndpoint 2", "reconnect 0", "reconnect 0",
      ])
  }

  @Test func `pauses are skipped only on the first way round`() {
    var ladder = ConnectionLadder(endpoints: 2)
    let first = climb(&ladder, tries: 7, dead)
    let second = climb(&ladder, tries: 7, dead)
    #expect(first.filter { $0.hasSuffix("skip") } == ["freshCredentials 0 skip"])
    #expect(second.filter { $0.hasSuffix("skip") } == [])
    #expect(first.count { $0.hasPrefix("fallback") } == 2)
    #expect(second.count { $0.hasPrefix("fallback") } == 2)
  }

  @Test func `with a single endpoint the fallback is passed over`() {
    var ladder = ConnectionLadder(endpoints: 1)
    #expect(
      climb(&ladder, tries: 6, dead) == [
        "reconnect 0", "reconnect 0", "reconnect 0", "freshCredentials 0 fresh", "freshCredentials 0",
        "reconnect 0",
      ])
  }

  @Test func `refused credentials are fetched anew for the next try and once for each`() {
    var ladder = ConnectionLadder(endpoints: 1)
    let refused = DisconnectReason.refused(.notAuthorized)
    #expect(
      climb(&ladder, tries: 4, refused) == [
        "reconnect 0", "freshCredentials 0 fresh", "freshCredentials 0 fresh", "reconnect 0",
      ])
    ladder.connected(at: now)
    _ = ladder.failed(dead, wasGood: true)
    #expect(!ladder.attemptBegins().wantsFreshCredentials)
  }

  @Test func `another client with the same identifier is no reason to look elsewhere`() {
    var ladder = ConnectionLadder(endpoints: 2)
    _ = ladder.attemptBegins()
    for _ in 0..<20 {
      ladder.connected(at: now)
      _ = ladder.failed(.closedByBroker, wasGood: false)
    }
    #expect(ladder.attemptBegins().endpoint == 0)
  }

  @Test func `a goodbye that was asked for changes nothing`() {
    var ladder = ConnectionLadder(endpoints: 2)
    ladder.connected(at: now)
    #expect(ladder.failed(.drained, wasGood: true) == false)
    #expect(ladder.stage == .connected)
  }

  @Test func `a fallback serves until the first endpoint answers again`() {
    var ladder = ConnectionLadder(endpoints: 2)
    _ = climb(&ladder, tries: 5, dead)
    #expect(ladder.attemptBegins().endpoint == 1)
    ladder.connected(at: now)
    #expect(ladder.returnDue == now + .seconds(300))
    ladder.returnFailed(at: now + .seconds(300))
    #expect(ladder.returnDue == now + .seconds(600))
    ladder.returnToFirst()
    #expect(ladder.returnDue == nil)
    let attempt = ladder.attemptBegins()
    #expect(attempt.endpoint == 0 && attempt.stage == .reconnect)
    ladder.connected(at: now)
    #expect(ladder.returnDue == nil)
  }

  @Test func `a fallback that is lost is tried again at once before the ladder goes on`() {
    var ladder = ConnectionLadder(endpoints: 2)
    _ = climb(&ladder, tries: 5, dead)
    _ = ladder.attemptBegins()
    ladder.connected(at: now)
    _ = ladder.failed(dead, wasGood: true)
    let attempt = ladder.attemptBegins()
    #expect(attempt.stage == .resend && attempt.endpoint == 1)
  }
}
