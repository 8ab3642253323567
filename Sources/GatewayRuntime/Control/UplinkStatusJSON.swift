import JSON
import MQTT
import MQTTClient
import SansIO

/// How the connection to the broker is, as the control socket says it.
enum UplinkStatusJSON {
  static func json(_ status: UplinkStatus, at now: Instants) -> JSONValue {
    [
      "state": .string(status.isConnected ? "connected" : status.retryAt == nil ? "connecting" : "waiting"),
      "stage": .string(status.stage.rawValue), "broker": .string(status.endpoint),
      "connectedSeconds": status.connectedSince.map { .integer((now.monotonic - $0).seconds) } ?? .null,
      "retrySeconds": status.retryAt.map {
        .integer(max((($0 - now.monotonic).milliseconds + 999) / 1_000, 0))
      }
        ?? .null,
      "lastError": status.lastError.map { .string($0) } ?? .null,
      "takenOver": .bool(status.isTakenOver),
      "storageFailure": status.storageFailure.map { .string($0) } ?? .null,
      "undelivered": [
        "messages": count(status.undeliveredMessages), "bytes": count(status.undeliveredBytes),
      ],
      "counters": counters(status),
      "acknowledgementLatency": histogram(status.acknowledgementLatency),
      "queueAge": histogram(status.queueAge),
    ]
  }

  private static func counters(_ status: UplinkStatus) -> JSONValue {
    let session = status.counters
    return [
      "attempts": count(status.attempts), "connections": count(session.connections),
      "published": count(session.published), "delivered": count(session.delivered),
      "dropped": count(session.dropped), "received": count(session.received),
      "duplicatesSuppressed": count(session.duplicatesSuppressed),
      "bytesSent": count(session.bytesSent), "bytesReceived": count(session.bytesReceived),
      "unknownTags": count(status.unknownTags), "repeats": count(status.repeats),
      "triesFromSends": count(status.impulses.fromSends),
      "triesFromNetwork": count(status.impulses.fromNetwork),
      "impulsesHeldBack": count(status.impulses.heldBack),
    ]
  }

  /// Milliseconds below which half and 99 of 100 were, and the longest.
  private static func histogram(_ histogram: LatencyHistogram) -> JSONValue {
    func bound(_ share: Double) -> JSONValue {
      histogram.bound(ofShare: share).map { .integer($0.milliseconds) } ?? .null
    }
    return [
      "samples": count(histogram.count), "p50": bound(0.5), "p99": bound(0.99),
      "longest": .integer(histogram.longest.milliseconds),
    ]
  }

  private static func count(_ value: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: value)) }
}
