import MQTT
import SansIO

/// What an ``Uplink`` is told once.
public struct UplinkConfiguration: Sendable {
  /// The brokers, the preferred one first; the others are fallbacks.
  public var endpoints: [MQTTEndpoint]
  /// Client identifier, will, keep-alive, limits. User and password come from ``credentials``.
  public var session: SessionConfiguration
  public var credentials: any CredentialsProvider
  /// For `mqtts://` and `wss://`.
  public var tls = UplinkTLS()
  public var ladder = ConnectionLadder.Limits()
  public var impulses = ConnectImpulses.Limits()
  /// Of which messages some are kept for handlers that come late; none unless said.
  public var lanes: [MessageLane] = []
  /// Reads from a message the tag by which handlers ask for it.
  public var tag: (@Sendable (Message) -> String?)?
  /// Reads from a message the identifier by which it is known when it comes again; without it, or without an
  /// identifier in the message, every message is new.
  public var identifier: (@Sendable (Message) -> String?)?
  public var seen = SeenMessages.Limits()

  /// - Parameter credentials: `.anonymous` has to be said.
  public init(
    endpoints: [MQTTEndpoint], clientIdentifier: String, credentials: any CredentialsProvider
  ) {
    self.endpoints = endpoints
    session = SessionConfiguration(clientIdentifier: clientIdentifier)
    self.credentials = credentials
  }
}

/// How TLS to a broker is to be made. The files are read anew for every connection.
public struct UplinkTLS: Hashable, Sendable {
  /// PEM file of the authorities to trust; those of the system without it.
  public var authorityFile: String?
  /// PEM files of the client's own certificate and its key.
  public var certificateFile: String?
  public var keyFile: String?
  /// The name that the broker's certificate must have, where it is not the host.
  public var serverName: String?

  public init() {}
}

/// What a state of an uplink looks like from outside.
public struct UplinkStatus: Hashable, Sendable {
  public var stage: ConnectionLadder.Stage = .reconnect
  public var isConnected = false
  /// The broker that serves or is tried, as people write it.
  public var endpoint = ""
  public var counters = SessionCounters()
  public var impulses = ConnectImpulses.Counters()
  /// Tries to connect so far.
  public var attempts: UInt64 = 0
  /// Why the last connection ended or could not be made; stays until the next one ends.
  public var lastError: String?
  public var connectedSince: MonotonicInstant?
  /// When the next try is.
  public var retryAt: MonotonicInstant?
  /// Another client seems to use the same client identifier.
  public var isTakenOver = false
  /// QoS 1 and 2 messages that the broker has not taken.
  public var undeliveredMessages = 0
  public var undeliveredBytes = 0
  /// Messages that no handler wanted.
  public var unknownTags: UInt64 = 0
  /// Messages that came again and were not handled again.
  public var repeats: UInt64 = 0
  public var storageFailure: String?
  /// From publishing to the broker's acknowledgement: of messages published while connected, and of those
  /// published while not. Samples, one at a time.
  public var acknowledgementLatency = LatencyHistogram()
  public var queueAge = LatencyHistogram()
}
