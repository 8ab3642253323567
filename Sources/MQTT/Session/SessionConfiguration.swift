public import SansIO

/// Everything a session is told once: who it is, what it asks of the broker, how long it waits and how much it
/// keeps.
public struct SessionConfiguration: Sendable {
  public var version: ProtocolVersion = .v3_1_1
  /// How far to step down when the broker refuses ``version``, says so with a reason code or just hangs up: from
  /// 5.0 to 3.1.1, and from there to 3.1. Nil stays with `version`.
  public var oldestVersion: ProtocolVersion?
  /// Empty lets the broker choose one, which is kept (5.0; before, only with a clean session).
  public var clientIdentifier: String
  /// False: broker and client keep what is in flight across connections. In 5.0 this is Clean Start.
  public var cleanSession = false
  /// 5.0: seconds that the session outlives the connection; 0xFFFFFFFF for ever. Nil is what ``cleanSession``
  /// means before 5.0: nothing with it, for ever without.
  public var sessionExpiryInterval: UInt32?
  /// Seconds; 0 switches keep-alive and the search for half-open links off. The broker may impose another.
  public var keepAlive: UInt16 = 60
  public var will: Message?
  /// 5.0: seconds that the broker waits with the will for the session to come back.
  public var willDelayInterval: UInt32 = 0
  public var userName: String?
  public var password: Secret<[UInt8]>?
  /// 5.0: what CONNECT carries besides.
  public var userProperties: [UserProperty] = []
  /// 5.0: what every SUBSCRIBE, every UNSUBSCRIBE and the DISCONNECT of `drain` carry besides.
  public var subscribeUserProperties: [UserProperty] = []
  public var unsubscribeUserProperties: [UserProperty] = []
  public var disconnectUserProperties: [UserProperty] = []
  /// 5.0: enhanced authentication (clause 4.12).
  public var authentication: (any EnhancedAuthentication)?
  /// 5.0: asks for a basis of response topics (``ServerCapabilities/responseInformation``).
  public var requestsResponseInformation = false
  /// 5.0: whether reasons may come with every answer, not only with CONNACK and DISCONNECT.
  public var requestsProblemInformation = true
  /// 5.0: QoS 1 and 2 messages that the broker may have under way to us; also bounded by
  /// ``SessionLimits/unacceptedMessages``.
  public var receiveMaximum: UInt16 = .max
  /// 5.0: topic aliases that the broker may use.
  public var incomingTopicAliases: UInt16 = 16
  /// 5.0: topic aliases that are used towards the broker, as far as it allows.
  public var outgoingTopicAliases: UInt16 = 16
  /// 5.0: where answers to ``MQTTSession/request(_:timeout:at:)`` come; nil makes one from what the broker says.
  public var responseTopic: TopicName?
  /// Goes where a broker sends it, up to ``MQTTSession/longestRedirection`` times in a row; otherwise a
  /// redirection is only told.
  public var followsRedirections = false
  public var acknowledgement: AcknowledgementMode = .manual
  public var subscribing: SubscribeGrouping = .batched
  public var strictness: Strictness = .strict
  /// False: nothing has to be durable, the session lives in this process only and asks for no `.persist`.
  public var isDurable = true
  public var timing = SessionTiming()
  public var limits = SessionLimits()
  public var sessionLoss: SessionLossPolicy = .republish
  public var unknownSession: UnknownSessionPolicy = .adopt

  public init(clientIdentifier: String) { self.clientIdentifier = clientIdentifier }
}

/// When the broker gets the acknowledgement of a message.
public enum AcknowledgementMode: Hashable, Sendable {
  /// When the application calls `accept`, `discard` or `refuse`; always in the order of arrival.
  case manual
  /// As soon as it was handed out; QoS 2 after its record is durable.
  case automatic
}

/// How many filters go into a SUBSCRIBE or UNSUBSCRIBE.
public enum SubscribeGrouping: Hashable, Sendable {
  case batched
  /// For brokers that refuse a packet for one of its filters.
  case oneFilterPerPacket
}

/// What becomes of messages in flight when the broker has forgotten the session.
public enum SessionLossPolicy: Hashable, Sendable {
  /// All are published again as new messages: nothing is lost; a QoS 2 message whose PUBREL had left may
  /// arrive twice.
  case republish
  /// As `republish`, but a QoS 2 message whose PUBREL had left counts as delivered: nothing arrives twice,
  /// that one may be lost.
  case republishUnreleased
  /// They are dropped with ``DropReason/sessionLost``, for publishers that know better what to do.
  case drop
}

/// What a session without a record of an earlier life does when the broker remembers one.
public enum UnknownSessionPolicy: Hashable, Sendable {
  /// Takes it over: nothing in flight is a state, too.
  case adopt
  /// Ends the connection and begins anew with a clean start ([MQTT-3.2.2-4] of 5.0 to the letter).
  case discard
}
