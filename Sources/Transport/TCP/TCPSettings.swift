import SansIO

/// How a TCP connection is made and watched. TCP_NODELAY is always on.
package struct TCPSettings: Hashable, Sendable {
  /// For the look-up of the name and the connection together.
  package var budget: TimeSpan
  /// For the look-up alone.
  package var lookupLimit: TimeSpan
  /// How long an attempt is waited for before the next address is tried beside it (RFC 8305).
  package var stagger: TimeSpan
  /// Between keep-alive probes, of which three go unanswered before the connection is given up.
  package var keepAliveInterval: TimeSpan
  /// How long sent bytes may go unacknowledged (TCP_USER_TIMEOUT).
  package var userTimeout: TimeSpan

  package init(
    budget: TimeSpan = StreamLimits.openingBudget, lookupLimit: TimeSpan = .seconds(15),
    stagger: TimeSpan = .milliseconds(250), keepAliveInterval: TimeSpan = .seconds(15),
    userTimeout: TimeSpan = .seconds(30)
  ) {
    self.budget = budget
    self.lookupLimit = lookupLimit
    self.stagger = stagger
    self.keepAliveInterval = keepAliveInterval
    self.userTimeout = userTimeout
  }
}
