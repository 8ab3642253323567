/// The incoming QoS 1 and 2 messages that are not finished, and the order in which the broker gets their
/// acknowledgements (clause 4.6).
///
/// A QoS 2 exchange: delivered -> storing (accepted) -> stored (PUBREC may leave) -> removing (PUBREL has
/// come) -> gone (PUBCOMP may leave). PUBCOMP waits until the identifier is durably forgotten: the broker
/// may use it for another message right after, which a stale record would swallow. A message that nobody wants
/// goes delivered -> discarded (PUBREC may leave) -> gone, without a record.
struct Inbox: Sendable {
  enum Stage: Sendable {
    case delivered
    case storing(PersistTicket)
    case stored
    case removing(PersistTicket)
    case discarded
  }

  struct Exchange: Sendable {
    var stage: Stage
    var serial: UInt64
    var digest: MessageDigest
    /// The connection on which the broker last spoke of it: only there it waits for an answer.
    var seenOn: UInt64
  }

  /// An acknowledgement that waits for its turn.
  struct Slot: Sendable {
    var identifier: PacketIdentifier
    var serial: UInt64
    var isReady: Bool
  }

  var exchanges: [PacketIdentifier: Exchange] = [:]
  /// PUBACKs and PUBRECs of this connection, in order of their PUBLISH.
  private var atLeastOnceSlots: [Slot] = []
  private var exactlyOnceSlots: [Slot] = []
  private var nextSerial: UInt64 = 1

  init(restored: [PacketIdentifier: MessageDigest]) {
    for (identifier, digest) in restored {
      exchanges[identifier] = Exchange(stage: .stored, serial: 0, digest: digest, seenOn: 0)
    }
  }

  /// Messages that the application has not accepted, or whose acceptance is not stored.
  var unacceptedCount: Int {
    let open = exchanges.values.count {
      switch $0.stage {
      case .delivered, .storing: true
      case .stored, .removing, .discarded: false
      }
    }
    return atLeastOnceSlots.count + open
  }

  mutating func makeSerial() -> UInt64 {
    defer { nextSerial += 1 }
    return nextSerial
  }

  // MARK: QoS 1

  mutating func appendAtLeastOnce(_ identifier: PacketIdentifier, serial: UInt64) {
    atLeastOnceSlots.append(Slot(identifier: identifier, serial: serial, isReady: false))
  }

  mutating func acceptAtLeastOnce(serial: UInt64) {
    guard let index = atLeastOnceSlots.firstIndex(where: { $0.serial == serial }) else { return }
    atLeastOnceSlots[index].isReady = true
  }

  mutating func nextPublishAcknowledgement() -> PacketIdentifier? { Self.takeReady(&atLeastOnceSlots) }

  // MARK: QoS 2

  /// PUBLISH came (again) on this connection and wants PUBREC.
  mutating func appendExactlyOnce(_ identifier: PacketIdentifier, isReady: Bool) {
    if let index = exactlyOnceSlots.firstIndex(where: { $0.identifier == identifier }) {
      exactlyOnceSlots[index].isReady = isReady
    } else {
      exactlyOnceSlots.append(Slot(identifier: identifier, serial: 0, isReady: isReady))
    }
  }

  mutating func markReady(_ identifier: PacketIdentifier, as stage: Stage) {
    exchanges[identifier]?.stage = stage
    guard let index = exactlyOnceSlots.firstIndex(where: { $0.identifier == identifier }) else { return }
    exactlyOnceSlots[index].isReady = true
  }

  mutating func dropSlot(_ identifier: PacketIdentifier) {
    exactlyOnceSlots.removeAll { $0.identifier == identifier }
  }

  mutating func nextPublishReceived() -> PacketIdentifier? { Self.takeReady(&exactlyOnceSlots) }

  // MARK: Both

  /// Nobody waits for answers any more; the broker will send again what it misses.
  mutating func connectionLost() {
    atLeastOnceSlots.removeAll()
    exactlyOnceSlots.removeAll()
  }

  private static func takeReady(_ slots: inout [Slot]) -> PacketIdentifier? {
    guard let first = slots.first, first.isReady else { return nil }
    slots.removeFirst()
    return first.identifier
  }
}
