import RadioInterface
import SansIO
import Zigbee

/// From the first answer to a running network.
extension ZNPSession {
  // MARK: Who is there

  mutating func identify(capabilities: UInt16, at now: MonotonicInstant) {
    if counters.framesBeforeHandshake > 0 || deframer.droppedBytes > 0 {
      let text =
        "discarded so far: \(counters.framesBeforeHandshake) frames from before the handshake, "
        + "\(deframer.droppedBytes) bytes that were no frame"
      emit(.diagnostic(.debug(text)))
    }
    let tableProbe = NVTableEntry(table: .linkKeys, index: 0)
    beginBatch(
      .identifying(capabilities: capabilities),
      [
        .any(.version), .any(.extendedAddress), .any(.deviceInfo), .any(.findAssociatedDevice(index: 0)),
        .any(.tableLength(tableProbe)), .any(.nvRead(.networkInformationBase)),
      ], at: now)
  }

  mutating func identified(_ capabilities: UInt16, _ replies: [MTReply], at now: MonotonicInstant) {
    guard let version = replies[0].payload, version.count >= 5 else {
      return procedureFailed("the adapter does not tell its version", at: now)
    }
    let address = replies[1].payload.flatMap { $0.count == 8 ? $0[...] : nil }
    let info = replies[2].payload.flatMap { $0.count >= 9 ? $0[1..<9] : nil }
    guard let ieeeBytes = address ?? info else {
      return procedureFailed("the adapter does not tell its IEEE address", at: now)
    }
    let family: ZStackFamily =
      capabilities & ZStackAdapter.applicationConfigCapability == 0
      ? .home12 : replies[4].payload != nil ? .stack3x0 : .stack30x
    let base = replies[5].value.flatMap { NetworkInformationBase($0) }
    let adapter = ZStackAdapter(
      capabilities: capabilities, family: family, isAligned: Self.isAligned(replies[3].payload, base, family),
      ieee: IEEEAddress(rawValue: LittleEndian.number(ieeeBytes)),
      version: Array(version[2..<5]), revision: Self.revision(version))
    readNetwork(adapter, at: now)
  }

  /// The association record is 28 bytes packed and 36 aligned, the network record 110 and 116.
  private static func isAligned(
    _ association: [UInt8]?, _ base: NetworkInformationBase?, _ family: ZStackFamily
  ) -> Bool {
    switch association?.count {
    case 28: false
    case 36: true
    default: base?.isAligned ?? (family == .stack3x0)
    }
  }

  private static func revision(_ version: [UInt8]) -> UInt32? {
    guard version.count >= 9 else { return nil }
    return UInt32(truncatingIfNeeded: LittleEndian.number(version[5..<9]))
  }

  // MARK: Settings

  /// What the gateway needs of the stack; written only where it differs, to spare the flash. Firmware that
  /// refuses one that is not `isEssential` works, only less well.
  private struct Setting {
    var item: NVItem
    var value: UInt8
    var isEssential = false
  }

  private static func settings(_ family: ZStackFamily) -> [Setting] {
    let common = [
      // An erase that was begun and never ordered again must not be carried out by our reset.
      Setting(item: .startupOption, value: 0, isEssential: true),
      Setting(item: .logicalType, value: 0, isEssential: true),
      Setting(item: .directCallback, value: 1, isEssential: true),
      Setting(item: family.hasConfiguredItem, value: 0x55),
    ]
    guard family != .home12 else { return common }
    // Devices that sleep for hours must not age out; routes to the gateway are kept by the concentrator.
    return common + [
      Setting(item: .childAgeing, value: 0), Setting(item: .concentratorEnable, value: 1),
      Setting(item: .concentratorDiscovery, value: 120), Setting(item: .concentratorRouteCache, value: 1),
      Setting(item: .sourceRouteExpiry, value: 255), Setting(item: .broadcastDeliveryTime, value: 30),
    ]
  }

  mutating func compareSettings(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, at now: MonotonicInstant
  ) {
    enter(.resuming)
    if network.parameters.networkKey?.isWellKnown == true {
      warn(NetworkExpectation.wellKnownKeyWarning)
    }
    beginBatch(
      .comparingSettings(adapter, network),
      Self.settings(adapter.family).map { .any(.nvRead($0.item)) }, at: now)
  }

  mutating func settingsRead(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, _ replies: [MTReply], at now: MonotonicInstant
  ) {
    let steps = zip(Self.settings(adapter.family), replies).flatMap { setting, reply in
      reply.value?.first == setting.value
        ? [] : RequestStep.write(setting.item, [setting.value], isEssential: setting.isEssential)
    }
    if !steps.isEmpty {
      isFresh = false
      beginBatch(.writingSettings(adapter, network), steps, at: now)
    } else if isFresh {
      start(adapter, .resume(network), at: now)
    } else {
      restart(adapter, then: .start(network), at: now)
    }
  }

  // MARK: Start of the network

  /// How long the stack may take to start; between, the session asks whether it has, since the indication
  /// may be lost.
  static let startPolls = (resume: 8, form: 20)
  static let startPoll = TimeSpan.seconds(5)
  /// The device state "started as coordinator".
  static let startedState: UInt8 = 9

  mutating func start(_ adapter: ZStackAdapter, _ purpose: Start, at now: MonotonicInstant) {
    isFresh = false
    if case .resume = purpose { enter(.resuming) } else { enter(.forming) }
    startPollsLeft = purpose == .form ? Self.startPolls.form : Self.startPolls.resume
    hasStarted = false
    let usesCommissioning = purpose == .form && adapter.family != .home12
    beginBatch(
      .starting(adapter, purpose),
      [
        usesCommissioning
          ? RequestStep(request: .startCommissioning(mode: 4), mayRepeat: false) : .any(.startup(delay: 100))
      ], at: now)
  }

  mutating func startRequested(_ replies: [MTReply], at now: MonotonicInstant) {
    guard case .starting(let adapter, let purpose) = phase else { return }
    if hasStarted { return started(adapter, purpose, at: now) }
    if case .refused = replies.last {
      return procedureFailed("the adapter cannot start its network", at: now)
    }
    // The second request of this phase is the question for the device state.
    if replies.last?.payload.map({ $0.count >= 13 && $0[12] == Self.startedState }) == true {
      return started(adapter, purpose, at: now)
    }
    deadlines[.phase] = now + Self.startPoll
  }

  mutating func askWhetherStarted(_ adapter: ZStackAdapter, _ purpose: Start, at now: MonotonicInstant) {
    guard startPollsLeft > 0 else {
      return procedureFailed(
        "the network did not start: interference, or another network in the way", at: now)
    }
    startPollsLeft -= 1
    beginBatch(.starting(adapter, purpose), [.any(.deviceInfo)], at: now)
  }

  mutating func stackStateChanged(_ value: UInt8, at now: MonotonicInstant) {
    switch phase {
    case .starting(let adapter, let purpose) where value == Self.startedState:
      hasStarted = true
      if batch == nil { started(adapter, purpose, at: now) }
    case .running where value != Self.startedState:
      warn("the stack says that its state is \(value), not that of a coordinator")
    default: break
    }
  }

  private mutating func started(_ adapter: ZStackAdapter, _ purpose: Start, at now: MonotonicInstant) {
    deadlines[.phase] = nil
    switch purpose {
    case .resume(let network): register(adapter, network, at: now)
    case .form: beginBatch(.settling(adapter, polls: 0), [.any(.nvRead(.networkInformationBase))], at: now)
    }
  }

  // MARK: Registration

  private mutating func register(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, at now: MonotonicInstant
  ) {
    let power = configuration.transmitPower.map { [RequestStep.any(.setTransmitPower($0))] } ?? []
    beginBatch(
      .registering(adapter, network),
      [
        .any(.networkInfo), .must(.register(.homeAutomation), .duplicateEntry), .any(.register(.greenPower)),
        .any(.addGroup(RegisteredEndpoint.greenPowerGroup, endpoint: .greenPower)),
        .must(.registerForZDOMessages), .any(.permitJoin(through: .broadcastRouters, seconds: 0)),
        .any(.permitJoin(through: .coordinator, seconds: 0)),
      ] + power, at: now)
  }

  mutating func registered(_ adapter: ZStackAdapter, _ network: FoundNetwork, _ replies: [MTReply]) {
    if let live = Self.liveNetwork(replies[0].payload), live != network.parameters.extendedPANID {
      warn("the network that runs has another extended PAN identifier than the adapter's memory: \(live)")
    }
    if let power = configuration.transmitPower, replies.count > 7 {
      reportTransmitPower(power, adapter, replies[7])
    }
    phase = .running(adapter, network)
    restarts = 0
    expectation.remembered = network.parameters
    enter(.running)
    emit(.networkUp(network.parameters, adapter.identity))
    finishOrder()
  }

  /// The extended PAN identifier of a ZDO_EXT_NWK_INFO response with its state byte (24 bytes); other
  /// lengths are layouts that we do not know.
  private static func liveNetwork(_ payload: [UInt8]?) -> ExtendedPANIdentifier? {
    guard let payload, payload.count == 24 else { return nil }
    return ExtendedPANIdentifier(rawValue: LittleEndian.number(payload[7..<15]))
  }
}
