/// One change of what a session keeps across restarts.
public enum SessionChange: Hashable, Sendable {
  case insert(OutgoingRecord)
  /// PUBLISH is about to leave under this identifier: stage `published`.
  case assign(sequence: UInt64, PacketIdentifier)
  /// PUBREC has come: stage `released`.
  case release(sequence: UInt64, PacketIdentifier)
  /// The broker lost the session: stage `queued`, no identifier.
  case requeue(sequence: UInt64)
  /// Delivered, or given up.
  case remove(sequence: UInt64)
  /// An incoming QoS 2 message was accepted and must not be delivered again. Takes the place of an earlier
  /// one with the identifier.
  case insertInbound(PacketIdentifier, MessageDigest)
  /// Its PUBREL has come.
  case removeInbound(PacketIdentifier)
  /// The broker lost the session.
  case removeAllInbound
  /// 5.0: what is known of the session itself. The store notes the time.
  case putSession(SessionRecord)
}

/// What a client of 5.0 keeps of its session besides the messages.
public struct SessionRecord: Hashable, Sendable {
  /// The name that the broker gave; nil while the configured one is used.
  public var assignedClientIdentifier: String?
  /// Seconds that the session outlives its connection; 0xFFFFFFFF for ever.
  public var expiryInterval: UInt32
  /// Whether the connection had ended when this was written: the interval counts from then.
  public var isClosed: Bool

  public init(assignedClientIdentifier: String?, expiryInterval: UInt32, isClosed: Bool) {
    self.assignedClientIdentifier = assignedClientIdentifier
    self.expiryInterval = expiryInterval
    self.isClosed = isClosed
  }
}

/// Names a group of changes that become durable together. Tickets count up; a later one includes all before.
public struct PersistTicket: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
