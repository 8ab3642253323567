import MQTT

/// Why something that an ``Uplink`` was asked for did not happen.
public enum UplinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no event loop to be had: descriptors or memory are used up.
  case system(String)
  /// A topic or a filter that is none.
  case topic(TopicFailure)
  /// No connection in time; the text says why the last try failed. The uplink goes on trying.
  case notConnected(String)
  case dropped(DropReason)
  /// No answer in time.
  case timedOut
  /// Too many handlers, or too many requests at once.
  case tooMany
  /// The uplink was disconnected by its owner.
  case disconnected

  public var description: String {
    switch self {
    case .system(let text): text
    case .topic(let failure): "not a topic: \(failure)"
    case .notConnected(let text): "not connected: \(text)"
    case .dropped(let reason): "the message is not published: \(reason)"
    case .timedOut: "no answer in time"
    case .tooMany: "too many at once"
    case .disconnected: "the uplink was disconnected"
    }
  }
}
