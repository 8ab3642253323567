import MQTT
import SansIO

/// Measures how long the broker takes for messages: one at a time of each kind, so that it costs nothing.
struct LatencySamples {
  private struct Sample {
    var tag: PublishTag
    var since: MonotonicInstant
  }

  private(set) var acknowledgementLatency = LatencyHistogram()
  private(set) var queueAge = LatencyHistogram()
  private var direct: Sample?
  private var queued: Sample?

  mutating func published(_ tag: PublishTag, whileConnected: Bool, at now: MonotonicInstant) {
    guard tag != .none else { return }
    if whileConnected {
      if direct == nil { direct = Sample(tag: tag, since: now) }
    } else if queued == nil {
      queued = Sample(tag: tag, since: now)
    }
  }

  mutating func delivered(_ tag: PublishTag, at now: MonotonicInstant) {
    if let sample = direct, sample.tag == tag {
      acknowledgementLatency.record(now - sample.since)
      direct = nil
    } else if let sample = queued, sample.tag == tag {
      queueAge.record(now - sample.since)
      queued = nil
    }
  }

  mutating func dropped(_ tag: PublishTag) {
    if direct?.tag == tag { direct = nil }
    if queued?.tag == tag { queued = nil }
  }
}
