import RadioInterface
import SansIO
import ZCL
import Zigbee

/// The Zigbee host: everything between an adapter's frames and the gateway core.
///
/// It knows every device, asks and answers them, and keeps order: transactions, a bounded queue per
/// device, the load on the adapter, interviews, addresses, availability, critical acknowledgements. It is
/// a value without effects: inputs take the time, then `nextOutput` is drained and `nextDeadline` armed.
///
/// Files: `+Radio` takes the adapter's events, `+Exchanges` sends and retries, `+Answers` ends exchanges,
/// `+Inbound` takes what devices send by themselves, `+Serving` answers their questions, `+Membership`
/// joins, addresses and leaving, `+Interview`, `+Availability`.
package struct ZigbeeHost: Sendable {
  package enum Output: Hashable, Sendable {
    case radio(RadioCommand)
    case event(HostEvent)
  }

  let configuration: HostConfiguration
  var generator: SeededGenerator
  private var outputs = BoundedQueue<Output>(limit: .max)

  var sessions: [IEEEAddress: DeviceSession] = [:]
  var addresses: AddressBook
  var exchanges: [ExchangeID: Exchange] = [:]
  /// Devices whose queue is not empty.
  var devicesWithWork: Set<IEEEAddress> = []
  var transactions: TransactionTable
  var requests: [HostRequestID: ExchangeID] = [:]
  /// Sends that the adapter has not confirmed.
  var sends: [RadioRequestID: PendingSend] = [:]
  /// Other commands to the adapter.
  var commands: [RadioRequestID: HostRequestID] = [:]
  var limiter: ConcurrencyLimiter
  var broadcasts: BroadcastBudget
  var broadcastQueue: [ZDOMessage] = []
  var ledger: AcknowledgementLedger
  var timers = Deadlines<HostTimer>()
  var counters = HostCounters()

  var network: NetworkParameters?
  /// The network runs and frames may be handed over.
  var isUp = false
  var wasUp = false
  var permitJoinEnds: MonotonicInstant?
  /// Devices that were removed and may not have heard it.
  var departed: [IEEEAddress] = []
  var departedToldAt: [IEEEAddress: MonotonicInstant] = [:]
  var interviewsWaiting: [IEEEAddress] = []
  var interviewing: Set<IEEEAddress> = []
  var pingsWaiting: [IEEEAddress] = []
  var nextPing = MonotonicInstant.zero
  private var lastExchange: UInt64 = 0
  private var lastRadioRequest: UInt64 = 0

  package init(
    configuration: HostConfiguration = HostConfiguration(), devices: [ZigbeeDevice] = [], seed: UInt64
  ) {
    self.configuration = configuration
    generator = SeededGenerator(seed: seed)
    addresses = AddressBook(
      senderLimit: configuration.unknownSenderLimit, frameLimit: configuration.framesPerUnknownSender,
      askInterval: configuration.lookupInterval, keepTime: configuration.unknownSenderTime)
    // A start at a random number, so that answers to the run before are not taken for ours.
    transactions = TransactionTable(firstSequence: UInt8(truncatingIfNeeded: generator.next()))
    limiter = ConcurrencyLimiter(initial: configuration.initialConcurrency ?? 4)
    broadcasts = BroadcastBudget(
      limit: configuration.broadcastLimit, window: configuration.broadcastWindow)
    ledger = AcknowledgementLedger(
      limit: configuration.acknowledgementLimit, pendingTime: configuration.acknowledgementTime,
      answeredTime: configuration.duplicateTime)
    for device in devices.prefix(configuration.maximumDevices) {
      sessions[device.ieee] = DeviceSession(device: device, configuration: configuration)
      _ = addresses.assign(device.networkAddress, to: device.ieee, releasing: nil)
    }
  }

  package mutating func nextOutput() -> Output? { outputs.popFirst() }

  package var nextDeadline: MonotonicInstant? { timers.next }

  package var devices: [ZigbeeDevice] {
    sessions.values.map(\.device).sorted { $0.ieee < $1.ieee }
  }

  package func device(_ ieee: IEEEAddress) -> ZigbeeDevice? { sessions[ieee]?.device }

  package mutating func deadlinePassed(at now: Instants) {
    while let timer = timers.takeExpired(at: now.monotonic) {
      switch timer {
      case .exchange(let id): exchangeTimedOut(id, at: now)
      case .confirmation(let id): sendEnded(id, .failed(.unconfirmed), at: now)
      case .availability(let ieee): checkAvailability(of: ieee, at: now)
      case .interview(let ieee): resumeInterview(of: ieee, at: now)
      case .pings: sendNextPing(at: now)
      case .broadcasts: break
      case .unknownSenders: askUnknownSenders(at: now)
      case .permitJoin: permitJoinEnded()
      }
    }
    pump(at: now)
  }

  mutating func emit(_ event: HostEvent) { outputs.append(.event(event)) }

  mutating func emit(_ command: RadioCommand) { outputs.append(.radio(command)) }

  mutating func complete(_ request: HostRequestID, _ result: HostResult) {
    emit(.requestCompleted(request, result))
  }

  mutating func nextExchangeID() -> ExchangeID {
    lastExchange += 1
    return ExchangeID(rawValue: lastExchange)
  }

  mutating func nextRadioRequestID() -> RadioRequestID {
    lastRadioRequest += 1
    return RadioRequestID(rawValue: lastRadioRequest)
  }
}

/// A send that the adapter holds.
struct PendingSend: Sendable {
  /// nil for frames that belong to no exchange (broadcasts, a farewell).
  var exchange: ExchangeID?
  var epoch: UInt32
}
