import MQTT

/// What an uplink tells its owner.
package enum UplinkEvent: Sendable {
  case connection(MQTTConnectionEvent)
  /// A try begins: what is tried, and with which broker.
  case trying(ConnectionLadder.Attempt, String)
  /// There are no credentials to try with.
  case credentialsFailed(String)
  /// The first broker answers again: the fallback is left for it.
  case returning(String)
}

/// A message for a handler.
package struct Delivery: Sendable {
  package var message: Message
  /// To be given to `accept` or `discard`; nil for a replay, which the broker has forgotten already.
  package var token: InboundToken?
  /// QoS 1: the broker says that it may have come before.
  package var isDuplicate = false
  /// It came before the handler did.
  package var isReplay = false
}

/// Keeps the identifiers of handled messages. Confined to its loop.
package protocol SeenMessageStore: AnyObject {
  /// What was known at the start.
  func load() -> [SeenMessages.Entry]
  func store(_ entry: SeenMessages.Entry)
}
