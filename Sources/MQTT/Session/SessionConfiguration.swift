public import SansIO

/// Everything a session is told once: who it is, how long it waits and how much it keeps.
public struct SessionConfiguration: Sendable {
  public var version: ProtocolVersion = .v3_1_1
  public var clientIdentifier: String
  /// False: broker and client keep what is in flight across connections.
  public var cleanSession: Bool = false
  /// Seconds; 0 switches keep-alive and the search for half-open links off.
  public var keepAlive: UInt16 = 60
  public var will: Message?
  public var userName: String?
  public var password: Secret<[UInt8]>?
  public var timing = SessionTiming()
  public var limits = SessionLimits()
  public var sessionLoss: SessionLossPolicy = .republish

  public init(clientIdentifier: String) { self.clientIdentifier = clientIdentifier }

  /// An empty identifier is only allowed with a clean session (clause 3.1.3.1).
  var startsClean: Bool { cleanSession || clientIdentifier.isEmpty }

  var connectPacket: ConnectPacket {
    ConnectPacket(
      clientIdentifier: clientIdentifier, cleanSession: startsClean, keepAlive: keepAlive, will: will,
      userName: userName, password: password)
  }
}

/// What becomes of messages in flight when the broker has forgotten the session.
public enum SessionLossPolicy: Hashable, Sendable {
  /// All are published again as new messages: nothing is lost; a QoS 2 message whose PUBREL had left may
  /// arrive twice.
  case republish
  /// As `republish`, but a QoS 2 message whose PUBREL had left counts as delivered: nothing arrives twice,
  /// that one may be lost.
  case republishUnreleased
}

/// How long a session waits for what.
public struct SessionTiming: Hashable, Sendable {
  /// From `.openConnection` to an open stream: name look-up, TCP and TLS.
  public var connectionDeadline: TimeSpan = .seconds(30)
  /// From an open stream to CONNACK.
  public var connectAcknowledgementDeadline: TimeSpan = .seconds(10)
  /// From SUBSCRIBE to SUBACK; after it the link counts as broken.
  public var subscribeDeadline: TimeSpan = .seconds(30)
  /// From PUBLISH or PUBREL to its answer; after it the link counts as broken. Nothing is ever sent again
  /// on the same connection: resend timers are what makes clients deliver twice.
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

/// How much a session keeps.
public struct SessionLimits: Hashable, Sendable {
  /// QoS 1 and 2 messages that are in flight at once.
  public var inFlightWindow = 16
  /// QoS 0 messages kept while the link is congested or away, in messages and in bytes of topic and payload.
  public var transientQueueMessages = 8_192
  public var transientQueueBytes = 8 * 1_024 * 1_024
  public var transientOverflow: TransientOverflowPolicy = .dropOldest
  /// QoS 1 and 2 messages that are not delivered yet, in messages and bytes. What is accepted is never
  /// dropped: when the limit is reached the newest is refused, so that its owner still has it.
  public var durableQueueMessages = 65_536
  public var durableQueueBytes = 64 * 1_024 * 1_024
  /// Bytes of a whole packet, in both directions.
  public var incomingPacketBytes = PacketDeframer.defaultPacketLimit
  public var outgoingPacketBytes = PacketDeframer.defaultPacketLimit
  /// Messages handed out with QoS 1 or 2 that the application has not accepted yet.
  public var unacceptedMessages = 1_024
  public var subscriptions = 256

  public init() {}
}

/// Which QoS 0 message goes when their queue is full.
public enum TransientOverflowPolicy: Hashable, Sendable {
  case dropOldest
  case refuseNewest
}
