public import SansIO

/// What a session wants done, or tells.
public enum SessionOutput: Hashable, Sendable {
  /// Open a stream to the broker; answer with `connectionOpened` or `connectionClosed`.
  case openConnection
  /// Drop the stream; nothing more is expected of it.
  case closeConnection(DisconnectReason)
  case transmit([UInt8])
  /// Make these changes durable, all or none, then call `persisted` with the ticket.
  case persist([SessionChange], PersistTicket)
  /// A QoS 1 or 2 publish is durable: it will be delivered, whatever happens to this process.
  case stored(PublishTag)
  /// The broker has taken it (PUBACK or PUBCOMP).
  case delivered(PublishTag)
  case dropped(PublishTag, DropReason)
  /// A message came. With QoS 1 and 2 the broker gets its acknowledgement after `accept` with the token.
  /// `duplicate`: QoS 1 only, the broker says that it may have come before.
  case received(Message, InboundToken, duplicate: Bool)
  case connected(sessionPresent: Bool)
  case subscribed(TopicFilter, SubscribeResult)
  case unsubscribed(TopicFilter)
  /// The link is gone; the next try is at `retryAt`, or never after `drain`.
  case disconnected(DisconnectReason, retryAt: MonotonicInstant?)
  case diagnostic(SessionDiagnostic)
}

/// Names an incoming message until it is accepted.
public struct InboundToken: Hashable, Sendable {
  public let qos: QualityOfService
  let identifier: PacketIdentifier?
  let serial: UInt64
}

/// Why a publish will never be delivered.
public enum DropReason: Hashable, Sendable {
  /// QoS 0 without a connection.
  case offline
  /// QoS 0 while the link takes no more bytes.
  case congested
  /// The queue of QoS 0 messages overflowed.
  case transientQueueFull
  /// Refused: too much undelivered QoS 1 and 2. Its publisher still owns it.
  case durableQueueFull
  /// Its packet would be larger than the limit.
  case tooLarge
}

/// Why a connection ended.
public enum DisconnectReason: Hashable, Sendable, Error {
  /// The other side closed the stream.
  case closedByBroker
  /// The stream could not be opened, or broke; the text is the system's.
  case transport(String)
  case connectionTimeout
  case connectAcknowledgementTimeout
  case refused(ConnectReturnCode)
  case malformed(MalformedPacket)
  case protocolViolation(ProtocolViolation)
  case keepAliveTimeout
  case subscribeTimeout
  case acknowledgementTimeout
  /// The application does not accept what comes.
  case tooManyUnaccepted
  /// The configuration has no form on the wire.
  case invalidConfiguration(EncodingFailure)
  /// Asked for by `drain`.
  case drained
}

/// Well-formed packets that the standard does not allow at this point.
public enum ProtocolViolation: Hashable, Sendable {
  /// Before CONNACK, a second CONNACK, or a packet that only clients send.
  case unexpected(PacketType)
  /// Session present although a clean one was asked for (clause 3.2.2.2).
  case unexpectedSession
  /// SUBACK with another number of results than the SUBSCRIBE had filters.
  case resultCount
}

/// Things an operator may want to read.
public enum SessionDiagnostic: Hashable, Sendable {
  /// User name or password are wrong, or the client may not connect (return codes 4 and 5); tried again
  /// with long pauses until the configuration changes.
  case credentialsRefused(ConnectReturnCode)
  case connectionRefused(ConnectReturnCode)
  /// The broker forgot the session; so many messages are published again.
  case sessionLost(republished: Int)
  /// Three connections in a row ended within seconds of CONNACK: usually a second client with the same
  /// client identifier.
  case takeoverSuspected
  /// An acknowledgement that nothing waits for; harmless, ignored.
  case unexpectedAcknowledgement(PacketType, PacketIdentifier)
  /// PUBREL for a message that was not yet acknowledged with PUBREC.
  case prematureRelease(PacketIdentifier)
  /// Another message came under the identifier of an unfinished QoS 2 message: the broker has lost a part of
  /// its memory. Both are handed out.
  case identifierReused(PacketIdentifier)
  case subscriptionLimit(TopicFilter)
  /// A message with so long a payload was acknowledged and passed over.
  case messageTooLarge(TopicName, bytes: Int)
}

/// What a session has done since it was made.
public struct SessionCounters: Hashable, Sendable {
  public var connections: UInt64 = 0
  public var published: UInt64 = 0
  public var delivered: UInt64 = 0
  public var dropped: UInt64 = 0
  public var received: UInt64 = 0
  public var duplicatesSuppressed: UInt64 = 0
  public var bytesReceived: UInt64 = 0
  public var bytesSent: UInt64 = 0

  public init() {}
}
