public import SansIO

/// What a session was when its last durable change was made.
public struct SessionSnapshot: Hashable, Sendable {
  /// In order of `sequence`.
  public var outgoing: [OutgoingRecord]
  /// QoS 2 messages that were accepted and whose PUBREL has not come.
  public var inbound: [PacketIdentifier: MessageDigest]
  /// Nil before the first connection of 5.0.
  public var session: SessionRecord?
  /// How long ago `session` was written, where the clock of the day can be believed.
  public var sessionAge: TimeSpan?

  public init(
    outgoing: [OutgoingRecord] = [], inbound: [PacketIdentifier: MessageDigest] = [:],
    session: SessionRecord? = nil, sessionAge: TimeSpan? = nil
  ) {
    self.outgoing = outgoing
    self.inbound = inbound
    self.session = session
    self.sessionAge = sessionAge
  }

  /// Whether anything is known of an earlier life.
  public var isEmpty: Bool { outgoing.isEmpty && inbound.isEmpty && session == nil }

  /// What a store does with a change; stores that keep tables may do it there.
  public mutating func apply(_ change: SessionChange) {
    switch change {
    case .insert(let record): outgoing.append(record)
    case .assign(let sequence, let identifier): update(sequence, .published, identifier)
    case .release(let sequence, let identifier): update(sequence, .released, identifier)
    case .requeue(let sequence): update(sequence, .queued, nil)
    case .remove(let sequence):
      if let index = index(of: sequence) { outgoing.remove(at: index) }
    case .insertInbound(let identifier, let digest): inbound[identifier] = digest
    case .removeInbound(let identifier): inbound[identifier] = nil
    case .removeAllInbound: inbound.removeAll()
    case .putSession(let record): session = record
    }
  }

  private mutating func update(
    _ sequence: UInt64, _ stage: OutgoingRecord.Stage, _ identifier: PacketIdentifier?
  ) {
    guard let index = index(of: sequence) else { return }
    outgoing[index].stage = stage
    outgoing[index].packetIdentifier = identifier
  }

  private func index(of sequence: UInt64) -> Int? {
    outgoing.firstIndex { $0.sequence == sequence }
  }
}
