import RadioInterface
import SansIO
import Zigbee

/// What network the adapter has, and whether it is the one to run.
extension EZSPSession {
  /// Readings of the adapter's network until two agree.
  static let readingLimit = 6

  mutating func readNetwork(
    _ adapter: EZSPAdapter, confirming earlier: EZSPNetworkReading? = nil, at now: MonotonicInstant
  ) {
    networkReading = earlier
    var steps: [Step] = [.any(.networkParameters), .any(.export(.network, adapter.version))]
    if adapter.version.hasSecurityManager { steps.append(.any(.networkKeyInfo)) }
    beginBatch(.reading(adapter), steps, at: now)
  }

  mutating func networkRead(_ adapter: EZSPAdapter, _ replies: [EZSPReply], at now: MonotonicInstant) {
    let network = Self.network(adapter, replies)
    guard network != nil || replies[0].status?.meaning == .notJoined else {
      return abandonLink("the adapter refused to tell of its network\(Self.statusText(replies[0]))")
    }
    let readings = (networkReading?.count ?? 0) + 1
    if isWhatItWas(network) || (networkReading.map { $0.network == network } ?? false) {
      networkReading = nil
      return decide(adapter, network, at: now)
    }
    guard readings < Self.readingLimit else {
      return abandonLink("the adapter tells of another network each time it is asked")
    }
    readNetwork(adapter, confirming: EZSPNetworkReading(network: network, count: readings), at: now)
  }

  private func isWhatItWas(_ network: EZSPNetwork?) -> Bool {
    guard order == nil, let network else { return false }
    return network.isOwn && expectation.isUnchanged(network.parameters)
  }

  /// nil for a blank adapter, and for an answer that cannot be read.
  private static func network(_ adapter: EZSPAdapter, _ replies: [EZSPReply]) -> EZSPNetwork? {
    guard let fields = replies[0].successFields, let panID = fields.integer("pan_id"),
      let extendedPANID = fields.integer("extended_pan_id"), let type = fields.integer("node_type"),
      let channel = fields.integer("channel").flatMap({
        RadioChannel(rawValue: UInt8(truncatingIfNeeded: $0))
      })
    else { return nil }
    let keyFields = replies[1].successFields
    let key = keyFields?.bytes("key_hex").flatMap { KeyBytes($0) }
    let information = replies.count > 2 ? replies[2].successFields : keyFields
    return EZSPNetwork(
      parameters: NetworkParameters(
        panID: PANIdentifier(rawValue: UInt16(truncatingIfNeeded: panID)),
        extendedPANID: ExtendedPANIdentifier(rawValue: extendedPANID), channel: channel,
        coordinator: adapter.ieee, networkKey: key.map { Secret($0) },
        keySequence: UInt8(truncatingIfNeeded: information?.integer("key_sequence") ?? 0)),
      nodeType: UInt8(truncatingIfNeeded: type),
      updateID: UInt8(truncatingIfNeeded: fields.integer("update_id") ?? 0),
      channelMask: UInt32(truncatingIfNeeded: fields.integer("channels") ?? 0))
  }

  private mutating func decide(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork?, at now: MonotonicInstant
  ) {
    if let order, !order.isReset { return continueOrder(order, adapter, network, at: now) }
    if let network, !network.isOwn { return refuseForeignNetwork(adapter, network) }
    if let network, expectation.isMet(by: network.parameters) {
      if let text = expectation.moveText(network.parameters) { note(text) }
      return register(adapter, network, at: now)
    }
    if network == nil, expectation.remembered == nil, configuration.mayFormFirstNetwork {
      return orderFirstNetwork(adapter, at: now)
    }
    waitForDecision(adapter, network)
  }

  /// The adapter is a router or end device in somebody's network: no coordinator to take over.
  private mutating func refuseForeignNetwork(_ adapter: EZSPAdapter, _ network: EZSPNetwork) {
    let reason = NetworkExpectation.foreignText("node type \(network.nodeType)")
    phase = .undecided(adapter, network)
    restarts = 0
    failOrder(reason)
    warn(reason)
    enter(.degraded(reason: reason))
  }

  private mutating func waitForDecision(_ adapter: EZSPAdapter, _ network: EZSPNetwork?) {
    phase = .undecided(adapter, network)
    restarts = 0
    failOrder("the adapter's network is not the stated one")
    warn(expectation.mismatchText(found: network?.parameters))
    enter(.networkMismatch(found: network?.parameters, stated: expectation.stated))
  }
}
