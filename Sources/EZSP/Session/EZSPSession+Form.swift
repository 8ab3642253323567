import RadioInterface
import SansIO
import Zigbee

/// Making a new network: leave the old one, choose a channel, form, read back what came of it.
extension EZSPSession {
  static let leaveTimeout = TimeSpan.seconds(5)
  static let scanTimeout = TimeSpan.seconds(30)
  static let formingTimeout = TimeSpan.seconds(20)

  mutating func beginWriting(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork?, at now: MonotonicInstant
  ) {
    guard var current = order else { return }
    enter(.forming)
    if current.target == nil {
      guard let target = newNetwork(for: current) else {
        phase = .awaitingEntropy(adapter, network)
        deadlines[.phase] = nil
        return output(.needsEntropy)
      }
      current.target = target
    }
    current.attempts += 1
    guard current.attempts <= Self.formingAttemptLimit else {
      return abandonLink("the adapter was reset too often while its network was formed")
    }
    current.stage = .writing
    order = current
    if network == nil, case .form = current.kind { return writeNetwork(adapter, at: now) }
    leave(adapter, network, current, at: now)
  }

  /// Takes the random numbers, once; nil when there are none or they do not do.
  private mutating func newNetwork(for order: NetworkOrder) -> NewNetwork? {
    guard case .form(let plan) = order.kind, let entropy = configuration.entropy else { return nil }
    configuration.entropy = nil
    return NewNetwork(plan: plan, entropy: entropy)
  }

  // MARK: The old network

  private mutating func leave(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork?, _ order: NetworkOrder, at now: MonotonicInstant
  ) {
    var steps: [Step] = []
    if case .restore(let backup) = order.kind { steps += Self.addressSteps(adapter, backup) }
    networkIsUp = network != nil
    if network != nil { steps.append(.must(.leaveNetwork)) }
    beginBatch(.leaving(adapter), steps, at: now)
  }

  /// Devices know their trust centre by its address, so a backup's goes to the new stick where that can be done
  /// more than once. The manufacturing token cannot: that is never written by itself.
  private static func addressSteps(_ adapter: EZSPAdapter, _ backup: NetworkBackup) -> [Step] {
    let wanted = backup.network.coordinator
    guard wanted != adapter.ieee, wanted != .unknown, wanted.rawValue != 0 else { return [] }
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: wanted.rawValue >> UInt64(8 * $0)) }
    return [
      .any(.tokenData(EZSPTokenKey.restoredIEEEAddress)),
      .any(.setTokenData(EZSPTokenKey.restoredIEEEAddress, bytes)),
    ]
  }

  mutating func left(_ adapter: EZSPAdapter, _ replies: [EZSPReply], at now: MonotonicInstant) {
    if replies.count >= 2, !replies[1].isSuccess {
      warn(
        "the firmware does not let its IEEE address be written: devices that check the address of their trust "
          + "centre have to be joined again")
    }
    // The next start begins with a reset, which also frees the memory for another configuration.
    guard networkIsUp else { return reconnect(at: now) }
    deadlines[.phase] = now + Self.leaveTimeout
  }

  // MARK: The new network

  mutating func writeNetwork(_ adapter: EZSPAdapter, at now: MonotonicInstant) {
    guard let target = order?.target else { return abandonLink("no network to write") }
    enter(.forming)
    if let channel = Self.onlyChannel(target.channelMask) { return form(adapter, on: channel, at: now) }
    scan = EnergyScan()
    beginBatch(.scanning(adapter), [.any(.energyScan(target.channelMask))], at: now)
  }

  private static func onlyChannel(_ mask: UInt32) -> RadioChannel? {
    mask.nonzeroBitCount == 1 ? RadioChannel(rawValue: UInt8(mask.trailingZeroBitCount)) : nil
  }

  mutating func scanStarted(_ adapter: EZSPAdapter, _ replies: [EZSPReply], at now: MonotonicInstant) {
    if scan.isComplete || replies.first?.isSuccess != true { return scanEnded(adapter, at: now) }
    deadlines[.phase] = now + Self.scanTimeout
  }

  /// The quietest channel of those that may be; without a result the first.
  mutating func scanEnded(_ adapter: EZSPAdapter, at now: MonotonicInstant) {
    guard let target = order?.target else { return abandonLink("no network to write") }
    let channel = scan.quietest(in: target.channelMask) ?? Self.firstChannel(target.channelMask)
    guard let channel else { return abandonLink("no channel to form the network on") }
    form(adapter, on: channel, at: now)
  }

  private static func firstChannel(_ mask: UInt32) -> RadioChannel? {
    mask == 0 ? nil : RadioChannel(rawValue: UInt8(mask.trailingZeroBitCount))
  }

  private mutating func form(_ adapter: EZSPAdapter, on channel: RadioChannel, at now: MonotonicInstant) {
    guard let order, let target = order.target else { return abandonLink("no network to write") }
    var keySequence: UInt8 = 0
    var updateID: UInt8 = 0
    var counters: [Step] = []
    if case .restore(let backup) = order.kind {
      keySequence = backup.network.keySequence
      updateID = backup.networkUpdateID
      counters = Self.counterSteps(backup)
    }
    networkIsUp = false
    beginBatch(
      .forming(adapter, channel),
      [.any(.clearKeyTable)] + counters + [
        .must(
          .initialSecurity(
            target, keySequence: keySequence, trustCenter: adapter.ieee, version: adapter.version)),
        .must(
          .form(
            target, channel: channel, updateID: updateID,
            transmitPower: configuration.transmitPower ?? Self.usualTransmitPower)),
      ], at: now)
  }

  /// dBm; what most sticks can and may do.
  static let usualTransmitPower: Int8 = 8

  mutating func formed(_ replies: [EZSPReply], at now: MonotonicInstant) {
    guard case .forming(let adapter, _) = phase else { return }
    if networkIsUp { return readNetwork(adapter, at: now) }
    deadlines[.phase] = now + Self.formingTimeout
  }

  /// The network is as wanted. A backup's keys follow.
  mutating func newNetworkIsThere(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork, at now: MonotonicInstant
  ) {
    if case .restore(let backup)? = order?.kind {
      return beginBatch(
        .restoring(adapter, network), Self.restoreSteps(adapter, backup), at: now)
    }
    order?.stage = .written
    guard let order else { return }
    continueOrder(order, adapter, network, at: now)
  }
}
