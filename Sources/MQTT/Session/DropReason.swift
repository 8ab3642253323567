/// Why a publish will not be delivered.
public enum DropReason: Hashable, Sendable {
  /// QoS 0 without a connection.
  case offline
  /// QoS 0 while the link takes no more bytes.
  case congested
  /// Refused, or given up for a newer one: QoS 0 takes all the room that it may.
  case transientQueueFull
  /// Refused: too much is not delivered. Its publisher still owns it.
  case durableQueueFull
  /// Was the oldest one waiting when a newer one needed its place (``QueueOverflowPolicy/dropOldest``).
  case displaced
  /// A newer message of its topic came before it could leave (``QueueOverflowPolicy/conflate``).
  case superseded
  /// Its message expiry interval, or the time that QoS 0 may wait, passed before it could leave.
  case expired
  /// Its packet would be larger than this side or the broker allows.
  case tooLarge
  /// The broker supports no such QoS.
  case qosNotSupported
  /// The broker keeps no retained messages.
  case retainNotSupported
  /// The broker refused it in PUBACK or PUBREC, for this reason.
  case refused(ReasonCode, reasonString: String?)
  /// The broker forgot the session while it was in flight (``SessionLossPolicy/drop``).
  case sessionLost
  /// It has no form on the wire.
  case invalid(EncodingFailure)
}

extension DropReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .offline: "no connection to the broker"
    case .congested: "the link to the broker is congested"
    case .transientQueueFull: "the queue of unacknowledged messages is full"
    case .durableQueueFull: "too many messages wait for the broker"
    case .displaced: "newer messages took its place in the full queue"
    case .superseded: "a newer message of the topic took its place"
    case .expired: "it expired before it could be sent"
    case .tooLarge: "the message is larger than allowed"
    case .qosNotSupported: "the broker does not support its QoS"
    case .retainNotSupported: "the broker does not support retained messages"
    case .refused(let code, let text): "the broker refused it (\(code)\(text.map { ": " + $0 } ?? ""))"
    case .sessionLost: "the broker has forgotten the session"
    case .invalid(let failure): "it cannot be written as a packet (\(failure))"
    }
  }
}
