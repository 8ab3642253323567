import RadioInterface
import SansIO
import Zigbee

/// Making a new network: erase, write its values, let the stack form it, read back what came of it.
extension ZNPSession {
  static let settlingPolls = 30
  static let settlingPause = TimeSpan.seconds(1)
  /// Clears configuration and network state at the next reset.
  static let clearAll: UInt8 = 0x03

  mutating func beginErasing(_ adapter: ZStackAdapter, at now: MonotonicInstant) {
    guard var current = order else { return }
    enter(.forming)
    if current.target == nil {
      guard let target = newNetwork(for: current) else {
        phase = .awaitingEntropy(adapter)
        deadlines[.phase] = nil
        return output(.needsEntropy)
      }
      current.target = target
    }
    current.attempts += 1
    guard current.attempts <= Self.formingAttemptLimit else {
      return abandonLink("the adapter was reset too often while its network was formed", at: now)
    }
    current.stage = .writing
    order = current
    isFresh = false
    beginBatch(.erasing(adapter), RequestStep.write(.startupOption, [Self.clearAll]), at: now)
  }

  /// Takes the random numbers, once; nil when there are none or they do not do.
  private mutating func newNetwork(for order: NetworkOrder) -> NewNetwork? {
    guard case .form(let plan) = order.kind, let entropy = configuration.entropy else { return nil }
    configuration.entropy = nil
    return NewNetwork(plan: plan, entropy: entropy)
  }

  mutating func writeNetwork(_ adapter: ZStackAdapter, at now: MonotonicInstant) {
    guard let target = order?.target else { return procedureFailed("no network to write", at: now) }
    enter(.forming)
    let extendedPANID = LittleEndian.bytes(target.extendedPANID.rawValue, 8)
    let items: [(NVItem, [UInt8])] = [
      (.startupOption, [0]), (.logicalType, [0]), (.directCallback, [1]),
      (.channelList, LittleEndian.bytes(UInt64(target.channelMask), 4)),
      (.panID, LittleEndian.bytes(UInt64(target.panID.rawValue), 2)),
      (.extendedPANID, extendedPANID), (.apsUseExtendedPANID, extendedPANID),
      (.preconfiguredKey, target.networkKey.reveal().bytes),
      // 0: the trust centre hands the key out, so devices need not hold it.
      (.preconfiguredKeysEnable, [0]),
    ]
    var steps = items.flatMap { RequestStep.write($0.0, $0.1) }
    if adapter.family == .home12 {
      steps += Self.homeSecurity.flatMap { RequestStep.write($0.0, $0.1, isEssential: false) }
    } else {
      steps.append(.must(.setChannels(primary: true, mask: target.channelMask)))
      steps.append(.must(.setChannels(primary: false, mask: 0)))
    }
    beginBatch(.writingNetwork(adapter), steps, at: now)
  }

  /// Home 1.2 keeps the link key that joining devices know in its table: address (any), key, counters.
  private static let homeSecurity: [(NVItem, [UInt8])] = [
    (.securityMode, [1]),
    (
      .linkKeySeed,
      [UInt8](repeating: 0xFF, count: 8) + KeyBytes.wellKnownLinkKey.reveal().bytes
        + [UInt8](repeating: 0, count: 8)
    ),
  ]

  /// The record is written some seconds after the stack says that it started.
  mutating func baseRead(
    _ adapter: ZStackAdapter, polls: Int, _ replies: [MTReply], at now: MonotonicInstant
  ) {
    guard let base = replies[0].value.flatMap({ NetworkInformationBase($0) }), base.describesNetwork,
      let channel = base.channel
    else {
      guard polls < Self.settlingPolls else {
        return procedureFailed("the adapter does not store the network that it formed", at: now)
      }
      phase = .settling(adapter, polls: polls)
      deadlines[.phase] = now + Self.settlingPause
      return
    }
    let network = FoundNetwork(
      parameters: NetworkParameters(
        panID: base.panID, extendedPANID: base.extendedPANID, channel: channel, coordinator: adapter.ieee,
        networkKey: nil),
      base: base)
    beginBatch(.verifying(adapter, network), [.any(.nvRead(.activeKey))], at: now)
  }

  mutating func keyRead(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, _ replies: [MTReply], at now: MonotonicInstant
  ) {
    guard let target = order?.target else { return procedureFailed("no network to verify", at: now) }
    var formed = network
    if let value = replies[0].value, value.count >= 17, let key = KeyBytes(Array(value[1..<17])) {
      formed.parameters.networkKey = Secret(key)
      formed.parameters.keySequence = value[0]
    } else {
      formed.parameters.networkKey = target.networkKey
    }
    if let reason = target.difference(to: formed.parameters) {
      return procedureFailed("the network that was formed is not the one asked for: \(reason)", at: now)
    }
    newNetworkIsThere(adapter, formed, at: now)
  }

  mutating func newNetworkIsThere(
    _ adapter: ZStackAdapter, _ network: FoundNetwork, at now: MonotonicInstant
  ) {
    if case .restore = order?.kind {
      // The stack must not run while its memory is written.
      return restart(adapter, then: .writeBackup(network), at: now)
    }
    order?.stage = .written
    guard let order else { return }
    continueOrder(order, adapter, network, at: now)
  }
}
