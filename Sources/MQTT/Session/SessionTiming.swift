public import SansIO

/// How long a session waits for what.
public struct SessionTiming: Hashable, Sendable {
  /// From `.openConnection` to an open stream: name look-up, TCP and TLS.
  public var connectionDeadline: TimeSpan = .seconds(30)
  /// From an open stream to CONNACK, enhanced authentication included.
  public var connectAcknowledgementDeadline: TimeSpan = .seconds(10)
  /// From SUBSCRIBE to SUBACK; after it the link counts as broken.
  public var subscribeDeadline: TimeSpan = .seconds(30)
  /// From PUBLISH or PUBREL to its answer, and of a re-authentication; after it the link counts as broken.
  /// Nothing is ever sent again on the same connection: resend timers are what makes clients deliver twice.
  public var acknowledgementDeadline: TimeSpan = .seconds(30)
  /// The longest wait for an answer to PINGREQ; half the keep-alive interval if that is shorter.
  public var longestPingWait: TimeSpan = .seconds(10)
  /// A connection that lasted this long and on which the broker answered something resets the back-off;
  /// CONNACK alone does not.
  public var stableAfter: TimeSpan = .seconds(30)
  /// What is left for unfinished exchanges between `drain` and DISCONNECT.
  public var drainDeadline: TimeSpan = .seconds(3)
  public var retry = RetryPolicy()
  /// After the broker refused the credentials: soon at first, since it may only have lost touch with where it
  /// keeps them, or new ones are on their way.
  public var refusedCredentialsRetry = RetryPolicy(first: .seconds(2), longest: .seconds(300))
  /// After the broker refused the client itself, its identifier or its protocol: it will not change its mind
  /// soon, but somebody may change a configuration.
  public var refusedRetry = RetryPolicy(first: .seconds(5), longest: .seconds(600))

  public init() {}
}
