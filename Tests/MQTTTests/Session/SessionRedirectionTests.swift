import MQTT
import SansIO
import TestSupport
import Testing

/// A broker that sends its clients elsewhere (5.0, clause 4.11).
@Suite struct SessionRedirectionTests {
  private func redirected(
    _ harness: inout SessionHarness, _ code: ReasonCode, to reference: String?
  ) throws {
    try harness.open()
    try harness.greet(code) { $0.serverReference = reference }
  }

  @Test func `it is told, and not followed unless that is wanted`() throws {
    var harness = SessionHarness.v5()
    try redirected(&harness, .useAnotherServer, to: "other:1884")
    #expect(
      harness.outputs.contains(
        .redirected(
          ServerRedirection(reference: "other:1884", isPermanent: false, isFollowed: false))))
    #expect(harness.session.redirection == nil)
    #expect(try #require(harness.session.nextDeadline) > harness.now)
  }

  @Test func `a redirection for now leads there at once, and back when that ends`() throws {
    var harness = SessionHarness.v5 { $0.followsRedirections = true }
    try redirected(&harness, .useAnotherServer, to: "other")
    #expect(harness.session.redirection == "other")
    #expect(harness.session.nextDeadline == harness.now)
    harness.outputs = []
    try harness.advance(.zero)
    #expect(harness.outputs == [.openConnection])
    try harness.drive { $0.connectionOpened(at: $1) }
    try harness.greet(.success)
    try harness.lose()
    #expect(harness.session.redirection == nil)
  }

  @Test func `one for good is remembered until there is nobody`() throws {
    var harness = SessionHarness.v5 { $0.followsRedirections = true }
    try redirected(&harness, .serverMoved, to: "new")
    for _ in 0..<3 {
      try harness.connect()
      try harness.lose()
      #expect(harness.session.redirection == "new")
    }
    try harness.drive { $0.start(at: $1) }
    try harness.drive { $0.connectionClosed(.transport("refused"), at: $1) }
    #expect(harness.session.redirection == nil)
  }

  @Test func `a DISCONNECT may send elsewhere, too`() throws {
    var harness = SessionHarness.v5 { $0.followsRedirections = true }
    try harness.connect()
    var packet = DisconnectPacket(reasonCode: .useAnotherServer)
    packet.properties.serverReference = "other"
    try harness.receive(.disconnect(packet))
    #expect(harness.session.redirection == "other")
    #expect(harness.session.nextDeadline == harness.now)
  }

  @Test func `a circle ends after three hops with a pause at the configured broker`() throws {
    var harness = SessionHarness.v5 { $0.followsRedirections = true }
    var followed: [Bool] = []
    for hop in 0..<4 {
      harness.outputs = []
      try redirected(&harness, .useAnotherServer, to: "hop\(hop)")
      followed.append(harness.session.redirection == "hop\(hop)")
    }
    #expect(followed == [true, true, true, false])
    #expect(harness.outputs.contains(.diagnostic(.redirectedTooOften)))
    #expect(harness.session.redirection == nil)
    #expect(try #require(harness.session.nextDeadline) > harness.now)
  }

  @Test func `a code without a reference is a refusal`() throws {
    var harness = SessionHarness.v5 { $0.followsRedirections = true }
    try redirected(&harness, .serverMoved, to: nil)
    #expect(harness.session.redirection == nil)
    #expect(harness.closings == [.rejected(.serverMoved, reasonString: nil)])
  }
}
