import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// The only owner of truth: devices, values, events, calls, and who may make them.
///
/// Inputs are what the host tells, calls of the front doors, and what became of what was asked for. A critical
/// event goes: recorded, told, made durable by the front doors, answered to its device. A call goes: checked,
/// recorded, sent, ended, its end recorded, answered; each has exactly one answer. After a restart a call
/// without an end is answered as unknown and never sent again.
package struct GatewayCore: Sendable {
  package internal(set) var configuration: CoreConfiguration
  var registry: Registry
  var values: ValueTable
  var authorization: Authorization
  var lockouts: LockoutTable
  var calls: CallTable
  var journal: EventJournal
  var ledger = PersistLedger()
  var deadlines = Deadlines<Deadline>()
  var radio = RadioState.absent(reason: "not opened yet")
  var storageFault: String?
  var clockIsTrusted: Bool
  var refusalAudits = RefusalAudits()

  private var nextEvent: Int64
  private var reservedEvents: Int64
  private var reservationIsOut = false
  private var lastRequest: UInt64 = 0
  private var outputs = BoundedQueue<CoreOutput>(limit: .max)

  enum Deadline: Hashable, Sendable {
    case reply(CallID)
    case leave(CallID)
    case storageRetry
  }

  private static let highestRestoredEvent: Int64 = 1 << 62

  /// An app no longer waits for a reply that is older than this.
  static let repliesWorthRepeating = TimeSpan.seconds(60)

  package init(configuration: CoreConfiguration, restored state: CoreState, at now: Instants) {
    self.configuration = configuration
    let limits = configuration.limits
    registry = Registry(state.devices)
    values = ValueTable(state.values, limit: limits.valuesPerDevice)
    authorization = Authorization(configuration.security, stored: state.users, limits: limits)
    lockouts = LockoutTable(state.lockouts, policy: configuration.security.lockout)
    calls = CallTable(state.calls, limit: limits.rememberedCalls)
    journal = EventJournal(frontDoors: configuration.durableFrontDoors, limit: limits.pendingEvents)
    clockIsTrusted = now.wallIsTrusted
    let highest = state.pendingEvents.map(\.id.rawValue).max() ?? 0
    let next = max(state.reservedEvents.rawValue, min(highest, .max - 1) + 1, 1)
    // A damaged store may say anything; numbers go on from here for longer than any gateway lives.
    nextEvent = min(next, Self.highestRestoredEvent)
    reservedEvents = nextEvent
    for event in state.pendingEvents.sorted(by: { $0.id < $1.id }) {
      journal.insert(event, token: nil, isPersisted: true)
    }
    tellEvents(at: now)
    settleRestoredCalls(state.calls, at: now)
  }

  package mutating func nextOutput() -> CoreOutput? { outputs.popFirst() }

  package var nextDeadline: MonotonicInstant? { deadlines.next }

  package var state: GatewayState {
    GatewayState(radio: radio, storageFault: storageFault, clockIsTrusted: clockIsTrusted)
  }

  /// In the order of their addresses.
  package var devices: [DeviceRecord] { registry.sorted }

  package func values(of device: IEEEAddress) -> [AttributeKey: StoredValue] { values.values(of: device) }

  package func device(_ name: String) -> DeviceRecord? { registry.resolve(name) }

  /// Calls refused for their caller so far.
  package var refusedCalls: [String: Int] { authorization.refusals }

  package mutating func deadlinePassed(at now: Instants) {
    noteClock(now)
    while let deadline = deadlines.takeExpired(at: now.monotonic) {
      switch deadline {
      case .reply(let id): replyTimePassed(id, at: now)
      case .leave(let id): leaveTimePassed(id, at: now)
      case .storageRetry: retryFailedWrites()
      }
    }
  }

  /// The network was given up by order of a person: its devices are gone with it.
  package mutating func gatewayReset(at now: Instants) {
    noteClock(now)
    let gone = registry.sorted
    for record in gone {
      _ = registry.remove(record.ieee)
      values.remove(record.ieee)
    }
    raise(.gatewayReset, changes: gone.map { .removeDevice($0.ieee) }, at: now)
  }

  mutating func emit(_ output: CoreOutput) { outputs.append(output) }

  /// A change of the trust in the clock is a change of what the gateway can do.
  mutating func noteClock(_ now: Instants) {
    guard now.wallIsTrusted != clockIsTrusted else { return }
    clockIsTrusted = now.wallIsTrusted
    raise(.gatewayState(state), at: now)
  }

  mutating func nextRequestID() -> HostRequestID {
    lastRequest += 1
    return HostRequestID(rawValue: lastRequest)
  }

  /// The number for one more event. Numbers are reserved in blocks: the ones of events that nobody stores
  /// need not be stored one by one.
  private mutating func takeEventID() -> EventID {
    let id = EventID(rawValue: nextEvent)
    nextEvent += 1
    if nextEvent > reservedEvents {
      reservedEvents = nextEvent + configuration.limits.eventBlock
      reservationIsOut = false
    }
    return id
  }

  /// Tells an event: at once, or when it is critical after its record is on the disk, together with the
  /// changes that belong to it.
  mutating func raise(
    _ kind: CoreEventKind, changes: [CoreChange] = [], token: AcknowledgementToken? = nil, at now: Instants
  ) {
    guard kind.isCritical else {
      let id = takeEventID()
      if !reservationIsOut {
        reservationIsOut = true
        emit(.persist([.reserveEvents(before: EventID(rawValue: reservedEvents))], nil))
      }
      emit(.event(CoreEvent(id: id, time: now.wall, kind: kind)))
      if let token {
        persist(changes, for: .acknowledgement(token))
      } else if !changes.isEmpty {
        emit(.persist(changes, nil))
      }
      return
    }
    guard !journal.isFull else {
      // Not acknowledged: the device will tell it again.
      emit(.diagnostic(.error("an event was not taken: too many wait for the disk or the front doors")))
      if !changes.isEmpty { persist(changes, for: .housekeeping) }
      return
    }
    let event = CoreEvent(id: takeEventID(), time: now.wall, kind: kind)
    journal.insert(event, token: token, isPersisted: false)
    // The reservation goes along every time: a number that a stored event has never comes again.
    let reservation = CoreChange.reserveEvents(before: EventID(rawValue: reservedEvents))
    persist(changes + [.putEvent(event), reservation], for: .event(event.id))
  }
}
