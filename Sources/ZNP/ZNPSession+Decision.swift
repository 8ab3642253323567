import RadioInterface
import SansIO
import Zigbee

/// What network the adapter has, and whether it is the one to run.
extension ZNPSession {
  /// Readings of the adapter's network until two agree.
  static let readingLimit = 6

  /// `earlier`: what was read just before and is to be confirmed.
  mutating func readNetwork(
    _ adapter: ZStackAdapter, confirming earlier: NetworkReading? = nil, at now: MonotonicInstant
  ) {
    enter(.negotiating)
    networkReading = earlier
    beginBatch(
      .reading(adapter),
      [
        .any(.nvRead(.networkInformationBase)), .any(.nvRead(.activeKey)), .any(.nvRead(.nodeIsOnNetwork)),
        .any(.nvRead(.preconfiguredKey)),
      ], at: now)
  }

  mutating func networkRead(_ adapter: ZStackAdapter, _ replies: [MTReply], at now: MonotonicInstant) {
    guard case .response = replies[0] else {
      return procedureFailed("the adapter refused to read its network", at: now)
    }
    let network = Self.network(adapter, replies)
    let readings = (networkReading?.count ?? 0) + 1
    if isWhatItWas(network) || (networkReading.map { $0.network == network } ?? false) {
      networkReading = nil
      return decide(adapter, network, at: now)
    }
    guard readings < Self.readingLimit else {
      return procedureFailed("the adapter tells of another network each time it is asked", at: now)
    }
    readNetwork(adapter, confirming: NetworkReading(network: network, count: readings), at: now)
  }

  /// What changes nothing is believed at once. Everything else (a blank adapter, another network) is read again:
  /// a frame that was damaged on the line, or one refusal, must neither form a network nor wait for a person.
  private func isWhatItWas(_ network: FoundNetwork?) -> Bool {
    guard order == nil, let network else { return false }
    return network.base.networkAddress == .coordinator && expectation.isUnchanged(network.parameters)
  }

  /// nil for a blank adapter.
  private static func network(_ adapter: ZStackAdapter, _ replies: [MTReply]) -> FoundNetwork? {
    guard let base = replies[0].value.flatMap({ NetworkInformationBase($0) }), base.describesNetwork,
      let channel = base.channel
    else { return nil }
    // Set by the commissioning of Z-Stack 3; 0 there means that the record is left from an aborted start.
    if adapter.family != .home12, let flag = replies[2].value?.first, flag == 0 { return nil }
    let active = replies[1].value.flatMap { $0.count >= 17 ? $0 : nil }
    let key = (active.map { Array($0[1..<17]) } ?? replies[3].value).flatMap { KeyBytes($0) }
    return FoundNetwork(
      parameters: NetworkParameters(
        panID: base.panID, extendedPANID: base.extendedPANID, channel: channel, coordinator: adapter.ieee,
        networkKey: key.map { Secret($0) }, keySequence: active?.first ?? 0),
      base: base)
  }

  private mutating func decide(
    _ adapter: ZStackAdapter, _ network: FoundNetwork?, at now: MonotonicInstant
  ) {
    if let order, !order.isReset { return continueOrder(order, adapter, network, at: now) }
    if let network, network.base.networkAddress != .coordinator {
      return refuseForeignNetwork(adapter, network)
    }
    if let network, expectation.isMet(by: network.parameters) {
      if let text = expectation.moveText(network.parameters) { note(text) }
      return compareSettings(adapter, network, at: now)
    }
    if network == nil, expectation.remembered == nil, configuration.mayFormFirstNetwork {
      return orderFirstNetwork(adapter, at: now)
    }
    waitForDecision(adapter, network)
  }

  /// The adapter was a router or end device in somebody's network: no coordinator to take over.
  private mutating func refuseForeignNetwork(_ adapter: ZStackAdapter, _ network: FoundNetwork) {
    let reason = NetworkExpectation.foreignText(network.base.networkAddress.description)
    phase = .undecided(adapter, network)
    restarts = 0
    failOrder(reason)
    warn(reason)
    enter(.degraded(reason: reason))
  }

  mutating func waitForDecision(_ adapter: ZStackAdapter, _ network: FoundNetwork?) {
    phase = .undecided(adapter, network)
    restarts = 0
    failOrder("the adapter's network is not the stated one")
    warn(expectation.mismatchText(found: network?.parameters))
    enter(.networkMismatch(found: network?.parameters, stated: expectation.stated))
  }
}
