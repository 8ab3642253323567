public import SansIO

/// How much a session keeps.
public struct SessionLimits: Hashable, Sendable {
  /// QoS 1 and 2 messages that are in flight at once, or fewer if the broker's Receive Maximum says so.
  public var inFlightWindow = 16
  /// Messages that are not delivered yet, waiting ones of QoS 0 included; the next one meets ``overflow``.
  public var queueMessages = 1_024
  /// Bytes of their topics, payloads and properties.
  public var queueBytes = 64 * 1_024 * 1_024
  public var overflow: QueueOverflowPolicy = .refuse
  /// The part of it that QoS 0 may take while the link is congested or away.
  public var transientQueueMessages = 1_024
  public var transientQueueBytes = 8 * 1_024 * 1_024
  /// How long a QoS 0 message may wait; nil as long as it takes.
  public var transientAge: TimeSpan?
  /// Unsent bytes of one turn; from there on QoS 0 waits as on a congested link.
  public var outputBytes = 256 * 1_024
  /// Bytes of a whole packet, in both directions.
  public var incomingPacketBytes = PacketDeframer.defaultPacketLimit
  public var outgoingPacketBytes = PacketDeframer.defaultPacketLimit
  /// Messages handed out with QoS 1 or 2 that the application has not accepted yet.
  public var unacceptedMessages = 1_024
  public var subscriptions = 256
  /// Requests without an answer.
  public var requests = 1_024

  public init() {}
}

/// What gives way when a message comes that the queue has no room for. Messages in flight never do.
public enum QueueOverflowPolicy: Hashable, Sendable {
  /// The new message: its publisher still owns it.
  case refuse
  /// The oldest waiting one of QoS 0; without such, the new message.
  case dropOldestTransient
  /// The oldest waiting one of QoS 0, then the oldest waiting one of QoS 1 or 2.
  case dropOldest
  /// Of waiting messages with one topic only the newest is kept, full or not: for topics that carry a state.
  /// When the queue is full nevertheless, the new message gives way.
  case conflate
}
