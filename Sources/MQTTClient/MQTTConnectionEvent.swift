import MQTT
import SansIO

/// What a connection tells its owner, always on the loop and never from within a call of the owner.
package enum MQTTConnectionEvent: Hashable, Sendable {
  case connected(sessionPresent: Bool)
  case disconnected(DisconnectReason, retryAt: MonotonicInstant?)
  case received(Message, InboundToken, duplicate: Bool)
  /// The answer to a request; to be accepted like any message.
  case response(RequestIdentifier, Message, InboundToken)
  case requestFailed(RequestIdentifier, RequestFailure)
  case redirected(ServerRedirection)
  case reauthenticated
  case stored(PublishTag)
  case delivered(PublishTag)
  case dropped(PublishTag, DropReason)
  case subscribed(TopicFilter, SubscribeResult)
  case unsubscribed(TopicFilter)
  case diagnostic(SessionDiagnostic)
  /// The store takes nothing; it is tried again for ever, and nothing is acknowledged meanwhile.
  case storageFailed(String)
  case storageRecovered
  /// The store refused what was to go along with session changes; these are stored without it.
  case companionsRefused(String)
}

/// How a connection is, for everyone who wants to know.
package struct MQTTConnectionStatus: Hashable, Sendable {
  package var state: MQTTSession.State = .disconnected
  package var counters = SessionCounters()
  /// Why the last connection ended or could not be made; stays until the next one ends.
  package var lastError: String?
  package var connectedSince: MonotonicInstant?
  package var retryAt: MonotonicInstant?
  /// QoS 1 and 2 messages that the broker has not taken.
  package var undeliveredMessages = 0
  package var undeliveredBytes = 0
  package var storageFailure: String?
}
