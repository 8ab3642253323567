import ByteCoding
import SansIO
import ZNP
import Zigbee

/// A Z-Stack coordinator as its host sees it: bytes of the serial line in and out on one side, messages on
/// the air on the other.
///
/// Power: off -> (powerOn) resetting -> idle -> (start command) starting -> running. A reset leads back to
/// resetting from anywhere; NV outlives it, everything else does not.
package struct VirtualCoordinator: CoordinatorModel {
  package typealias Output = CoordinatorOutput

  enum Power: Hashable, Sendable {
    case off
    case resetting
    case idle
    case starting
    case running
  }

  /// The reason in SYS_RESET_IND.
  package enum ResetReason: UInt8, Sendable {
    case powerUp = 0
    case external = 1
    case watchdog = 2
  }

  enum Alarm: Hashable, Sendable {
    case reset
    case startStep
    case permitJoin
    case energyScan
    case timer(UInt8)
  }

  package let options: CoordinatorOptions
  var memory = NonVolatileMemory()
  var power = Power.off
  var deframer = UNPIDeframer()
  var generator: SeededGenerator
  var outputs: [Output] = []
  var alarms = Deadlines<Alarm>()
  var resetReason = ResetReason.powerUp

  var endpoints: [EndpointID: SimpleDescriptor] = [:]
  var groups: [GroupMembership] = []
  var callbackClusters: Set<ClusterID> = []
  var primaryChannels: UInt32?
  var joinUsesInstallCode = false
  var installCodes: Set<IEEEAddress> = []
  package var associations: [Association] = []
  var hugeRequest: HugeRequest?
  var hugeMessages: [HugeMessage] = []
  var startSteps: [StartStep] = []
  var pendingScans: [EnergyScan] = []
  var deviceObjectSequence: UInt8 = 0
  var permitJoinUntil: MonotonicInstant?
  var startedAt = MonotonicInstant.zero
  package var faults: FaultPlan
  /// Requests seen since the program started.
  package private(set) var requestCount = 0

  package init(options: CoordinatorOptions = CoordinatorOptions(), seed: UInt64 = 1) {
    self.options = options
    generator = SeededGenerator(seed: seed)
    faults = FaultPlan(seed: seed ^ 0xFA017)
  }

  var release: ZStackRelease { options.release }

  /// The coordinator's own address: NV item 1, or that of the chip.
  package var ieeeAddress: IEEEAddress {
    let bytes = memory[.extendedAddress] ?? []
    guard bytes.count == 8 else { return options.hardwareAddress }
    return IEEEAddress(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The network in NV; nil on a blank stick.
  var network: NetworkInformationBlock? {
    guard let block = memory.networkInformationBlock, block.isFormed else { return nil }
    if release.hasBDB, memory[.isOnNetwork] != [1] { return nil }
    return block
  }

  /// Whether the radio listens: the network is up.
  package var isRunning: Bool { power == .running }

  package func permitsJoining(at now: MonotonicInstant) -> Bool {
    guard isRunning, let permitJoinUntil else { return false }
    return now < permitJoinUntil
  }

  package var nextDeadline: MonotonicInstant? { alarms.next }

  package mutating func nextOutput() -> Output? {
    outputs.isEmpty ? nil : outputs.removeFirst()
  }

  // MARK: Power

  package mutating func powerOn(at now: MonotonicInstant) {
    guard power == .off else { return }
    beginReset(.powerUp, at: now)
  }

  /// Pulled out: what was under way is lost, NV stays.
  package mutating func powerOff() {
    forgetVolatileState()
    power = .off
    outputs.removeAll()
  }

  package mutating func beginReset(_ reason: ResetReason, at now: MonotonicInstant) {
    forgetVolatileState()
    power = .resetting
    resetReason = reason
    alarms[.reset] = now + options.resetDelay
  }

  private mutating func forgetVolatileState() {
    deframer.discard()
    alarms = Deadlines()
    endpoints.removeAll()
    groups.removeAll()
    callbackClusters.removeAll()
    primaryChannels = nil
    joinUsesInstallCode = false
    installCodes.removeAll()
    hugeRequest = nil
    hugeMessages.removeAll()
    startSteps.removeAll()
    pendingScans.removeAll()
    permitJoinUntil = nil
  }

  private mutating func finishReset(at now: MonotonicInstant) {
    applyStartupOption()
    memory.makeMissingItems(release: release, hardwareAddress: options.hardwareAddress)
    let boots = memory[.bootCounter].map { UInt16($0.first ?? 0) &+ 1 } ?? 1
    memory[.bootCounter] = littleEndian(boots)
    if network == nil { associations.removeAll() }
    power = .idle
    startedAt = now
    send(.asynchronousRequest, .sys, 0x80, [resetReason.rawValue] + release.version)
  }

  /// Item 3: bit 0 clears the configuration, bit 1 the network, bit 7 the frame counters.
  private mutating func applyStartupOption() {
    guard let option = memory[.startupOption]?.first, option & 0x03 != 0 else { return }
    let address = memory[.extendedAddress]
    memory.eraseAll()
    // The secondary address is configuration, but the firmware keeps it unless it is deleted by name.
    memory[.extendedAddress] = address
  }

  // MARK: The serial line

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    // A chip that boots hears nothing.
    guard power != .off, power != .resetting else { return }
    deframer.append(bytes)
    while let frame = deframer.nextFrame() {
      requestCount &+= 1
      handleUnderFaults(frame, at: now)
      // Nothing behind a reset request reaches the firmware.
      if power == .resetting { return }
    }
  }

  mutating func handle(_ frame: UNPIFrame, at now: MonotonicInstant) {
    do throws(DecodingFailure) {
      let known = try frame.payload.withReader { (reader) throws(DecodingFailure) in
        switch frame.id.subsystem {
        case .sys: try self.system(frame, &reader, at: now)
        case .af: try self.applicationFramework(frame, &reader, at: now)
        case .zdo: try self.deviceObject(frame, &reader, at: now)
        case .sapi: try self.simpleAPI(frame, &reader, at: now)
        case .util: try self.utility(frame, &reader, at: now)
        case .appConfig: try self.applicationConfiguration(frame, &reader, at: now)
        default: false
        }
      }
      if !known { sendRPCError(.unknownCommand, to: frame) }
    } catch {
      sendRPCError(.invalidLength, to: frame)
    }
  }

  enum RPCErrorCode: UInt8 {
    case unknownSubsystem = 1
    case unknownCommand = 2
    case invalidParameter = 3
    case invalidLength = 4
  }

  mutating func sendRPCError(_ code: RPCErrorCode, to frame: UNPIFrame) {
    guard frame.type == .synchronousRequest else { return }
    let known: [MTSubsystem] = [.sys, .af, .zdo, .sapi, .util, .appConfig]
    let code = known.contains(frame.id.subsystem) ? code : .unknownSubsystem
    send(
      .synchronousResponse, .rpcError, 0x00,
      [code.rawValue, frame.type.rawValue << 5 | frame.id.subsystem.rawValue, frame.id.command])
  }

  mutating func send(_ kind: MTMessageType, _ subsystem: MTSubsystem, _ command: UInt8, _ data: [UInt8]) {
    let frame = UNPIFrame(type: kind, id: MTCommandID(subsystem, command), payload: data)
    guard let bytes = frame.bytes else { return }
    outputs.append(.toHost(bytes))
    if kind == .asynchronousRequest, subsystem != .sys, faults.strike(.duplicateIndication) != nil {
      outputs.append(.toHost(bytes))
    }
  }

  /// The synchronous answer to `frame`.
  mutating func respond(to frame: UNPIFrame, _ data: [UInt8]) {
    send(.synchronousResponse, frame.id.subsystem, frame.id.command, data)
  }

  // MARK: Time

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    while let alarm = alarms.takeExpired(at: now) {
      switch alarm {
      case .reset: finishReset(at: now)
      case .startStep: takeStartStep(at: now)
      case .permitJoin: closeNetwork()
      case .energyScan: finishEnergyScan()
      case .timer(let id): send(.asynchronousRequest, .sys, 0x81, [id])
      }
    }
  }
}
