import SansIO

/// What is known of the session itself, apart from its messages (5.0, clause 4.1).
struct SessionLife: Sendable {
  /// Whether this side has a state: it was connected, or a store knows of an earlier life.
  var isKnown: Bool
  /// The next connection has to begin anew, whatever the configuration says.
  var mustStartClean = false
  /// Seconds that it outlives the connection.
  var expiryInterval: UInt32
  /// When it ends; nil while connected, or never.
  var endsAt: MonotonicInstant?
  /// What DISCONNECT shall say instead of what CONNECT said.
  var farewellInterval: UInt32?
  /// What is left of it at the first event, after a restart.
  var restoredRest: TimeSpan?

  static let forever = UInt32.max

  init(_ snapshot: SessionSnapshot) {
    isKnown = !snapshot.isEmpty
    expiryInterval = snapshot.session?.expiryInterval ?? Self.forever
    guard let session = snapshot.session, session.isClosed, session.expiryInterval != Self.forever,
      let age = snapshot.sessionAge
    else { return }
    let rest = TimeSpan.seconds(Int64(session.expiryInterval)).nanoseconds - max(0, age.nanoseconds)
    restoredRest = TimeSpan(nanoseconds: max(0, rest))
  }

  /// The first event tells what time it is.
  mutating func begin(at now: MonotonicInstant) {
    if let rest = restoredRest { endsAt = now + rest }
    restoredRest = nil
  }

  /// Before a connection: a session that has ended is not asked for.
  mutating func connecting(at now: MonotonicInstant) {
    if let end = endsAt, end <= now { mustStartClean = true }
  }

  mutating func connected(expiryInterval: UInt32) {
    isKnown = true
    mustStartClean = false
    endsAt = nil
    self.expiryInterval = expiryInterval
  }

  mutating func disconnected(at now: MonotonicInstant) {
    guard expiryInterval != Self.forever else { return }
    endsAt = now + .seconds(Int64(expiryInterval))
  }
}
