public import SansIO

/// What a session wants done, or tells.
public enum SessionOutput: Hashable, Sendable {
  /// Open a stream to the broker, or to where ``MQTTSession/redirection`` points; answer with
  /// `connectionOpened` or `connectionClosed`.
  case openConnection
  /// Drop the stream; nothing more is expected of it.
  case closeConnection(DisconnectReason)
  /// All packets of a turn. The session writes the next ones into the same memory if nobody keeps this array.
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
  /// The answer to a request; to be accepted like any message.
  case response(RequestIdentifier, Message, InboundToken)
  case requestFailed(RequestIdentifier, RequestFailure)
  /// What the broker supports is in ``MQTTSession/server``.
  case connected(sessionPresent: Bool)
  /// Refused ones are not served; they are asked for again on the next connection.
  case subscribed(TopicFilter, SubscribeResult)
  case unsubscribed(TopicFilter)
  /// The broker sends its clients elsewhere.
  case redirected(ServerRedirection)
  /// `reauthenticate` has succeeded.
  case reauthenticated
  /// The link is gone; the next try is at `retryAt`, or never after `drain`.
  case disconnected(DisconnectReason, retryAt: MonotonicInstant?)
  case diagnostic(SessionDiagnostic)
}
