import EZSP
import JSON
import RadioInterface
import SansIO
import Zigbee

/// A Silicon Labs coordinator as its host sees it: bytes of an ASH link in and out on one side, messages on the
/// air on the other.
///
/// Power: off -> (powerOn) resetting -> idle -> (networkInit, formNetwork) starting -> running. RST leads back to
/// resetting from anywhere; the memory outlives it, everything else does not.
package struct VirtualEZSPCoordinator: CoordinatorModel {
  enum Power: Hashable, Sendable {
    case off
    case resetting
    case idle
    case starting
    case running
  }

  enum Alarm: Hashable, Sendable {
    case reset
    case networkUp
    case networkDown
    case permitJoin
    case scan
  }

  /// A message whose end is to be told.
  struct Pending: Hashable, Sendable {
    var frame: EZSPMessage
    var type: UInt8
    var destination: UInt16
    var tag: UInt16
  }

  static let schema = EZSPSchema.standard
  static let pendingLimit = 250

  package let options: EZSPCoordinatorOptions
  var memory = EZSPMemory()
  var power = Power.off
  var link = ASHLink(role: .coordinator, options: ASHOptions(window: 5))
  var generator: SeededGenerator
  var outputs: [CoordinatorOutput] = []
  var alarms = Deadlines<Alarm>()
  var resetCode = ASHResetCode.powerOn
  /// The host has said which version it speaks.
  var isVersionSet = false
  /// The layout of the host's frames: the oldest until the version is set.
  var header = EZSPHeaderFormat.legacy
  var lastSequence: UInt8 = 0
  var configuration: [UInt8: UInt16] = [:]
  var policies: [UInt8: UInt8] = [:]
  var values: [UInt8: [UInt8]] = [:]
  var endpoints: [EndpointID: SimpleDescriptor] = [:]
  var multicasts: [Int: (group: UInt16, endpoint: UInt8)] = [:]
  var transientKeys: Set<IEEEAddress> = []
  package var associations: [Association] = []
  var pending: [UInt8: Pending] = [:]
  var lastPending: UInt8 = 0
  var apsSequence: UInt8 = 0
  var deviceObjectSequence: UInt8 = 0
  var scanMask: UInt32 = 0
  var manufacturerCode: UInt16 = 0x1049
  var permitJoinUntil: MonotonicInstant?
  var fragments: [UInt8: [UInt8: [UInt8]]] = [:]
  /// Callbacks that arise while a command is carried out leave behind its response.
  var isAnswering = false
  var deferredCallbacks: [[UInt8]] = []
  package var faults: FaultPlan
  package private(set) var requestCount = 0

  package init(options: EZSPCoordinatorOptions = EZSPCoordinatorOptions(), seed: UInt64 = 1) {
    self.options = options
    generator = SeededGenerator(seed: seed)
    faults = FaultPlan(seed: seed ^ 0xFA017)
  }

  var version: EZSPVersion { options.version }
  package var ieeeAddress: IEEEAddress { memory.restoredAddress ?? options.hardwareAddress }
  package var isRunning: Bool { power == .running }

  package var identity: NetworkIdentity? {
    memory.network.map { NetworkIdentity(extendedPANID: $0.extendedPANID, key: memory.networkKey) }
  }

  package func permitsJoining(at now: MonotonicInstant) -> Bool {
    guard isRunning, let permitJoinUntil else { return false }
    return now < permitJoinUntil
  }

  /// Joining takes a key that both know: before version 5 the common one is always there.
  package func admits(_ ieee: IEEEAddress, at now: MonotonicInstant) -> Bool {
    guard permitsJoining(at: now) else { return false }
    return version <= .oldest || transientKeys.contains(.unknown) || transientKeys.contains(ieee)
  }

  package var nextDeadline: MonotonicInstant? {
    [alarms.next, link.nextDeadline].compactMap(\.self).min()
  }

  package mutating func nextOutput() -> CoordinatorOutput? { outputs.isEmpty ? nil : outputs.removeFirst() }

  package var json: JSONValue { memory.json }
  package mutating func restore(_ json: JSONValue?) { memory.restore(json) }

  // MARK: Power

  package mutating func powerOn(at now: MonotonicInstant) {
    guard power == .off else { return }
    beginReset(.powerUp, at: now)
  }

  package mutating func powerOff() {
    forgetVolatileState()
    power = .off
    outputs.removeAll()
  }

  package mutating func beginReset(_ reason: VirtualCoordinator.ResetReason, at now: MonotonicInstant) {
    let code: ASHResetCode =
      switch reason {
      case .powerUp: .powerOn
      case .external: .external
      case .watchdog: .watchdog
      }
    reset(code, at: now)
  }

  private mutating func reset(_ code: ASHResetCode, at now: MonotonicInstant) {
    forgetVolatileState()
    power = .resetting
    resetCode = code
    alarms[.reset] = now + options.resetDelay
  }

  private mutating func forgetVolatileState() {
    link.close()
    alarms = Deadlines()
    isVersionSet = false
    header = .legacy
    configuration.removeAll()
    policies.removeAll()
    values.removeAll()
    endpoints.removeAll()
    multicasts.removeAll()
    transientKeys.removeAll()
    pending.removeAll()
    fragments.removeAll()
    isAnswering = false
    deferredCallbacks.removeAll()
    manufacturerCode = 0x1049
    permitJoinUntil = nil
  }

  private mutating func finishReset(at now: MonotonicInstant) {
    power = .idle
    if memory.network == nil { associations.removeAll() }
    link.acknowledgeReset(resetCode, at: now)
  }

  // MARK: The serial line

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    guard power != .off, power != .resetting else { return }
    link.bytesReceived(bytes, at: now)
    drainLink(at: now)
  }

  mutating func drainLink(at now: MonotonicInstant) {
    while let output = link.nextOutput() {
      switch output {
      case .transmit(let bytes): outputs.append(.toHost(bytes))
      case .received(let payload):
        requestCount &+= 1
        handleUnderFaults(payload, at: now)
      case .resetRequested: reset(.software, at: now)
      case .connected, .failed: break
      }
      if power == .resetting { return }
    }
  }

  private mutating func handleUnderFaults(_ payload: [UInt8], at now: MonotonicInstant) {
    if !faults.isEmpty, faults.strike(.reset) != nil {
      // Half of them take effect first: the host cannot know which.
      if faults.draw(below: 2) == 0 { handle(payload, at: now) }
      return reset(.watchdog, at: now)
    }
    handle(payload, at: now)
  }

  // MARK: Time

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    link.deadlinePassed(at: now)
    while let alarm = alarms.takeExpired(at: now) {
      switch alarm {
      case .reset: finishReset(at: now)
      case .networkUp:
        power = .running
        callBack("stackStatusHandler", ["status": status(.networkUp)], at: now)
      case .networkDown:
        power = .idle
        callBack("stackStatusHandler", ["status": status(.networkDown)], at: now)
      case .permitJoin: closeNetwork(at: now)
      case .scan: finishScan(at: now)
      }
    }
    drainLink(at: now)
  }

  // MARK: Frames to the host

  func status(_ meaning: EZSPStatus.Meaning) -> FieldInput {
    .number(EZSPStatus(meaning, in: version).rawValue)
  }

  mutating func callBack(_ name: String, _ values: [String: FieldInput], at now: MonotonicInstant) {
    let frame = Self.schema.frame(
      name, .response, values, sequence: lastSequence, control: .callback, version: version)
    guard let frame, isVersionSet else { return }
    deferredCallbacks.append(frame.bytes(header))
    if !isAnswering { sendDeferredCallbacks(at: now) }
  }

  mutating func sendDeferredCallbacks(at now: MonotonicInstant) {
    let waiting = deferredCallbacks
    deferredCallbacks.removeAll()
    for bytes in waiting {
      _ = link.send(bytes, isCallback: true, at: now)
      if !faults.isEmpty, faults.strike(.duplicateIndication) != nil {
        _ = link.send(bytes, isCallback: true, at: now)
      }
    }
  }
}
