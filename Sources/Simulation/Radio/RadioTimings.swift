import SansIO

/// How long the air takes.
package struct RadioTimings: Hashable, Sendable {
  /// One way, and up to how much more by chance.
  package var latency = TimeSpan.milliseconds(6)
  package var jitter = TimeSpan.milliseconds(4)
  /// Until the coordinator gives up a device that does not acknowledge.
  package var noAcknowledgement = TimeSpan.milliseconds(250)
  /// Until route discovery for an unknown address has failed.
  package var noRoute = TimeSpan.milliseconds(600)
  /// How long a frame waits for a sleeper to poll (macTransactionPersistenceTime).
  package var indirectExpiry = TimeSpan.milliseconds(7680)
  /// Frames that wait for one sleeper.
  package var indirectLimit = 6
  /// From association to the announcement.
  package var announceDelay = TimeSpan.milliseconds(60)

  package init() {}
}
