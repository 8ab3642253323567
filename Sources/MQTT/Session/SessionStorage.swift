/// Names a publish for its publisher: any number it likes, given back with every outcome.
public struct PublishTag: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// For publishers that do not ask.
  public static let none = Self(rawValue: 0)
}

/// A QoS 1 or 2 message on its way out, as it is stored.
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

/// One change of what a session keeps across restarts.
public enum SessionChange: Hashable, Sendable {
  case insert(OutgoingRecord)
  /// PUBLISH is about to leave under this identifier: stage `published`.
  case assign(sequence: UInt64, PacketIdentifier)
  /// PUBREC has come: stage `released`.
  case release(sequence: UInt64, PacketIdentifier)
  /// The broker lost the session: stage `queued`, no identifier.
  case requeue(sequence: UInt64)
  /// Delivered.
  case remove(sequence: UInt64)
  /// An incoming QoS 2 message was accepted and must not be delivered again. Takes the place of an earlier
  /// one with the identifier.
  case insertInbound(PacketIdentifier, MessageDigest)
  /// Its PUBREL has come.
  case removeInbound(PacketIdentifier)
  /// The broker lost the session.
  case removeAllInbound
}

/// Names a group of changes that become durable together. Tickets count up; a later one includes all before.
public struct PersistTicket: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a session was when its last durable change was made.
public struct SessionSnapshot: Hashable, Sendable {
  /// In order of `sequence`.
  public var outgoing: [OutgoingRecord]
  /// QoS 2 messages that were accepted and whose PUBREL has not come.
  public var inbound: [PacketIdentifier: MessageDigest]

  public init(outgoing: [OutgoingRecord] = [], inbound: [PacketIdentifier: MessageDigest] = [:]) {
    self.outgoing = outgoing
    self.inbound = inbound
  }

  /// What a store does with a change; stores that keep tables may do it there.
  public mutating func apply(_ change: SessionChange) {
    switch change {
    case .insert(let record):
      outgoing.append(record)
    case .assign(let sequence, let identifier):
      update(sequence) {
        $0.stage = .published
        $0.packetIdentifier = identifier
      }
    case .release(let sequence, let identifier):
      update(sequence) {
        $0.stage = .released
        $0.packetIdentifier = identifier
      }
    case .requeue(let sequence):
      update(sequence) {
        $0.stage = .queued
        $0.packetIdentifier = nil
      }
    case .remove(let sequence):
      if let index = index(of: sequence) { outgoing.remove(at: index) }
    case .insertInbound(let identifier, let digest):
      inbound[identifier] = digest
    case .removeInbound(let identifier):
      inbound[identifier] = nil
    case .removeAllInbound:
      inbound.removeAll()
    }
  }

  private mutating func update(_ sequence: UInt64, _ body: (inout OutgoingRecord) -> Void) {
    if let index = index(of: sequence) { body(&outgoing[index]) }
  }

  private func index(of sequence: UInt64) -> Int? {
    outgoing.firstIndex { $0.sequence == sequence }
  }
}
