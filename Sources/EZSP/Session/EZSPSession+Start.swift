import RadioInterface
import SansIO
import Zigbee

/// From the reset of the firmware to a running network.
extension EZSPSession {
  /// Unasked resets in a row, without reaching a running network, after which the link is closed.
  static let restartLimit = 5
  /// How long the network of a formed adapter may take to start.
  static let startTimeout = TimeSpan.seconds(10)

  mutating func beginConnecting(at now: MonotonicInstant) {
    phase = .connecting
    enter(.resetting)
    link.open(at: now)
  }

  /// Resets the firmware on purpose and goes on from what it then has.
  mutating func reconnect(at now: MonotonicInstant) {
    loseEverything()
    beginConnecting(at: now)
  }

  /// The firmware was reset or is silent: everything in flight is lost, and the start begins anew.
  mutating func restartAdapter(_ reason: String, at now: MonotonicInstant) {
    restarts += 1
    guard restarts <= Self.restartLimit else { return abandonLink("\(reason), again and again") }
    warn("\(reason); starting again")
    reconnect(at: now)
  }

  mutating func linkFailed(_ failure: ASHFailure, at now: MonotonicInstant) {
    switch failure {
    case .noAnswer, .version: abandonLink(failure.description)
    case .unacknowledged: restartAdapter(failure.description, at: now)
    case .reset, .error:
      counters.adapterResets &+= 1
      restartAdapter(failure.description, at: now)
    }
  }

  /// Also when the answer to the reset comes a second time: what was begun is begun again.
  mutating func linkConnected(at now: MonotonicInstant) {
    channel.reset()
    enter(.negotiating)
    beginBatch(.negotiating, [.any(.version(.oldest))], at: now)
  }

  // MARK: Who is there

  mutating func versionTold(_ replies: [EZSPReply], at now: MonotonicInstant) {
    guard let fields = replies.first?.fields, let number = fields.integer("protocol"),
      let stack = fields.integer("stack_version")
    else { return abandonLink("the adapter does not tell its protocol version") }
    let version = EZSPVersion(rawValue: UInt8(truncatingIfNeeded: number))
    guard version >= .oldest else {
      let reason =
        "the firmware speaks EZSP \(version), and \(EZSPVersion.oldest) is the oldest that is known"
      return abandonLink(reason)
    }
    if version > .newest {
      note("the firmware speaks EZSP \(version); it is spoken to as if it were \(EZSPVersion.newest)")
    }
    let stackVersion = UInt16(truncatingIfNeeded: stack)
    channel.version = version
    guard version > .oldest else { return identify(version, stack: stackVersion, at: now) }
    beginBatch(.confirming(version, stack: stackVersion), [.must(.version(version))], at: now)
  }

  mutating func identify(_ version: EZSPVersion, stack: UInt16, at now: MonotonicInstant) {
    beginBatch(
      .identifying(version, stack: stack), [.must(.ieeeAddress), .any(.value(.versionInfo))], at: now)
  }

  mutating func identified(
    _ version: EZSPVersion, stack: UInt16, _ replies: [EZSPReply], at now: MonotonicInstant
  ) {
    guard let ieee = replies[0].fields?.integer("eui") else {
      return abandonLink("the adapter does not tell its IEEE address")
    }
    let adapter = EZSPAdapter(
      version: version, ieee: IEEEAddress(rawValue: ieee),
      firmware: Self.firmwareText(replies[1].successFields?.bytes("value_hex"), stack: stack))
    beginBatch(.configuring(adapter), configurationSteps(adapter), at: now)
  }

  /// Build (16 bits), major, minor, patch, special; without it the four digits of the handshake.
  private static func firmwareText(_ info: [UInt8]?, stack: UInt16) -> String {
    guard let info, info.count >= 6 else {
      return [12, 8, 4, 0].map { String(stack >> UInt16($0) & 0xF) }.joined(separator: ".")
    }
    let build = UInt16(info[0]) | UInt16(info[1]) << 8
    return info[2..<6].map(String.init).joined(separator: ".") + " build \(build)"
  }

  // MARK: Start of the network

  mutating func initialise(_ adapter: EZSPAdapter, at now: MonotonicInstant) {
    enter(.resuming)
    networkIsUp = false
    beginBatch(.initialising(adapter), [.any(.networkInit)], at: now)
  }

  mutating func initialised(_ adapter: EZSPAdapter, _ replies: [EZSPReply], at now: MonotonicInstant) {
    let status = replies.first?.status
    if networkIsUp || status?.meaning == .notJoined { return readNetwork(adapter, at: now) }
    guard status?.isSuccess == true else {
      let text = replies.first.map { Self.statusText($0) } ?? ""
      return abandonLink("the adapter cannot start its network\(text)")
    }
    deadlines[.phase] = now + Self.startTimeout
  }

  // MARK: Registration

  /// Groups that remotes send to without asking, besides that of Green Power.
  private static let multicasts: [(GroupID, EndpointID)] = [
    (GroupID(rawValue: 0), EndpointID(1)), (GroupID(rawValue: 901), EndpointID(1)),
    (RegisteredEndpoint.greenPowerGroup, .greenPower),
  ]

  mutating func register(_ adapter: EZSPAdapter, _ network: EZSPNetwork, at now: MonotonicInstant) {
    enter(.resuming)
    if network.parameters.networkKey?.isWellKnown == true { warn(NetworkExpectation.wellKnownKeyWarning) }
    var steps = Self.policySteps(adapter.version)
    steps += [.any(.manufacturerCode(Self.manufacturerCode)), .any(.concentrator)]
    if adapter.version.hasPolicyBits { steps.append(.any(.sourceRouteDiscovery)) }
    steps += Self.multicasts.enumerated().map { index, entry in
      .any(.multicastEntry(UInt8(truncatingIfNeeded: index), entry.0, entry.1))
    }
    steps += [.any(.clearTransientKeys), .any(.permitJoining(0))]
    if let power = configuration.transmitPower { steps.append(.any(.transmitPower(power))) }
    beginBatch(.registering(adapter, network), steps, at: now)
  }

  mutating func registered(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork, _ replies: [EZSPReply], at now: MonotonicInstant
  ) {
    if let power = configuration.transmitPower, replies.last?.isSuccess == false {
      warn("the adapter refused a transmit power of \(power) dBm")
    }
    phase = .running(adapter, network)
    restarts = 0
    expectation.remembered = network.parameters
    deadlines[.counters] = now + Self.countersInterval
    enter(.running)
    emit(.networkUp(network.parameters, adapter.identity))
    finishOrder()
  }
}
