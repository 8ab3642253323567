/// Names a publish for its publisher: any number it likes, given back with every outcome.
public struct PublishTag: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// For publishers that do not ask.
  public static let none = Self(rawValue: 0)
}

/// A QoS 1 or 2 message on its way out, as it is stored: always with its full topic and all its properties.
public struct OutgoingRecord: Hashable, Sendable {
  /// Where the message is on its way.
  public enum Stage: UInt8, Hashable, Sendable {
    /// Waits for a place in the window; has no packet identifier.
    case queued = 0
    /// PUBLISH may have left.
    case published = 1
    /// QoS 2: PUBREC has come, PUBREL may have left.
    case released = 2
  }

  /// Order of publishing, from 1; the key of the record.
  public var sequence: UInt64
  public var tag: PublishTag
  /// A message expiry interval counts from the insertion of the record; a snapshot has what is left of it.
  public var message: Message
  public var stage: Stage
  public var packetIdentifier: PacketIdentifier?

  public init(
    sequence: UInt64, tag: PublishTag, message: Message, stage: Stage = .queued,
    packetIdentifier: PacketIdentifier? = nil
  ) {
    self.sequence = sequence
    self.tag = tag
    self.message = message
    self.stage = stage
    self.packetIdentifier = packetIdentifier
  }
}
