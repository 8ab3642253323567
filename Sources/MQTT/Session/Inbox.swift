import SansIO

/// The incoming QoS 1 and 2 messages that are not finished, and the order in which the broker gets their
/// acknowledgements (clause 4.6).
///
/// A QoS 2 exchange: delivered -> storing (accepted) -> stored (PUBREC may leave) -> removing (PUBREL has
/// come) -> gone (PUBCOMP may leave). PUBCOMP waits until the identifier is durably forgotten: the broker
/// may use it for another message right after, which a stale record would swallow. A message that nobody wants
/// goes delivered -> discarded (PUBREC may leave) -> gone, without a record; one that is refused ends with its
/// PUBREC.
struct Inbox: Sendable {
  enum Stage: Hashable, Sendable {
    case delivered
    case storing(PersistTicket)
    case stored
    case removing(PersistTicket)
    case discarded
    case refused

    /// Whether the application has not accepted it, or its acceptance is not stored.
    var isOpen: Bool {
      switch self {
      case .delivered, .storing: true
      case .stored, .removing, .discarded, .refused: false
      }
    }
  }

  struct Exchange: Sendable {
    var stage: Stage
    var serial: UInt64
    var digest: MessageDigest
    /// The connection on which the broker last spoke of it: only there it waits for an answer.
    var seenOn: UInt64
    /// The connection on which its PUBLISH counts against our Receive Maximum.
    var countsOn: UInt64
  }

  /// An acknowledgement that waits for its turn.
  struct Slot: Sendable {
    var identifier: PacketIdentifier
    var serial: UInt64
    var reasonCode: ReasonCode
    var isReady: Bool
  }

  private(set) var exchanges = PacketTable<Exchange>(places: 8)
  /// PUBACKs and PUBRECs of this connection, in order of their PUBLISH.
  private var atLeastOnceSlots = SlotQueue()
  private var exactlyOnceSlots = SlotQueue()
  private var nextSerial: UInt64 = 1
  private var openExchanges = 0
  /// QoS 2 messages of this connection without PUBCOMP.
  private var countedExchanges = 0

  init(restored: [PacketIdentifier: MessageDigest]) {
    for (identifier, digest) in restored {
      exchanges.insert(
        Exchange(stage: .stored, serial: 0, digest: digest, seenOn: 0, countsOn: 0), for: identifier)
    }
  }

  /// Messages that the application has not accepted, or whose acceptance is not stored.
  var unacceptedCount: Int { atLeastOnceSlots.count + openExchanges }

  /// Messages of this connection that the broker counts against our Receive Maximum.
  var unacknowledgedCount: Int { atLeastOnceSlots.count + countedExchanges }

  mutating func makeSerial() -> UInt64 {
    defer { nextSerial += 1 }
    return nextSerial
  }

  // MARK: QoS 1

  mutating func appendAtLeastOnce(_ identifier: PacketIdentifier, serial: UInt64) {
    atLeastOnceSlots.append(
      Slot(identifier: identifier, serial: serial, reasonCode: .success, isReady: false))
  }

  mutating func acceptAtLeastOnce(serial: UInt64, _ reasonCode: ReasonCode) {
    atLeastOnceSlots.markReady(reasonCode) { $0.serial == serial }
  }

  mutating func nextPublishAcknowledgement() -> Slot? { atLeastOnceSlots.takeReady() }

  // MARK: QoS 2

  /// A new message came on a connection.
  mutating func begin(_ exchange: Exchange, _ identifier: PacketIdentifier) {
    end(identifier)
    exchanges.insert(exchange, for: identifier)
    openExchanges += 1
    countedExchanges += 1
    appendExactlyOnce(identifier, isReady: false)
  }

  /// The broker speaks of an exchange again; with PUBLISH it counts it again.
  mutating func seen(_ identifier: PacketIdentifier, on connection: UInt64, isPublish: Bool) {
    var isCountedAnew = false
    exchanges.update(identifier) { exchange in
      exchange?.seenOn = connection
      guard isPublish, let counted = exchange?.countsOn, counted != connection else { return }
      exchange?.countsOn = connection
      isCountedAnew = true
    }
    if isCountedAnew { countedExchanges += 1 }
  }

  mutating func enter(_ stage: Stage, _ identifier: PacketIdentifier) {
    guard let old = exchanges[identifier]?.stage else { return }
    exchanges.update(identifier) { $0?.stage = stage }
    if old.isOpen, !stage.isOpen { openExchanges -= 1 }
    if !old.isOpen, stage.isOpen { openExchanges += 1 }
  }

  /// Its place in the order of PUBRECs, at the end if it has none.
  mutating func appendExactlyOnce(_ identifier: PacketIdentifier, isReady: Bool) {
    guard !exactlyOnceSlots.setReady(isReady, identifier) else { return }
    exactlyOnceSlots.append(
      Slot(identifier: identifier, serial: 0, reasonCode: .success, isReady: isReady))
  }

  mutating func markReady(
    _ identifier: PacketIdentifier, as stage: Stage, _ reasonCode: ReasonCode = .success
  ) {
    enter(stage, identifier)
    exactlyOnceSlots.markReady(reasonCode) { $0.identifier == identifier }
  }

  mutating func dropSlot(_ identifier: PacketIdentifier) { exactlyOnceSlots.remove(identifier) }

  mutating func nextPublishReceived() -> Slot? { exactlyOnceSlots.takeReady() }

  /// The exchange is over: PUBCOMP, or a PUBREC that refuses, is about to leave.
  mutating func end(_ identifier: PacketIdentifier) {
    guard let exchange = exchanges.remove(identifier) else { return }
    if exchange.stage.isOpen { openExchanges -= 1 }
    if exchange.countsOn == currentConnection { countedExchanges -= 1 }
  }

  // MARK: Both

  private(set) var currentConnection: UInt64 = 0

  mutating func connected(_ number: UInt64) { currentConnection = number }

  /// Nobody waits for answers any more; the broker will send again what it misses.
  mutating func connectionLost() {
    atLeastOnceSlots.removeAll()
    exactlyOnceSlots.removeAll()
    countedExchanges = 0
    currentConnection = 0
    let refused = exchanges.identifiers.filter { exchanges[$0]?.stage == .refused }
    for identifier in refused { end(identifier) }
  }

  mutating func forgetAll() {
    exchanges.removeAll()
    openExchanges = 0
    countedExchanges = 0
  }
}
