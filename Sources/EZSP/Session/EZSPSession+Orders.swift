import RadioInterface
import SansIO
import Zigbee

/// The decisions of people about the network: form, adopt, restore, restart.
extension EZSPSession {
  static let formingAttemptLimit = 3

  /// nil when no order can be taken now; the command then has its end already.
  private mutating func adapterForOrder(
    _ id: RadioRequestID
  ) -> (adapter: EZSPAdapter, network: EZSPNetwork?)? {
    guard let settled = phase.settled, order == nil else {
      refuse(id, "the adapter is not ready (\(phase.isClosed ? "no link" : "still starting"))")
      return nil
    }
    return settled
  }

  mutating func refuse(_ id: RadioRequestID?, _ reason: String) {
    if let id { emit(.completed(id, .failed(reason: reason))) }
  }

  mutating func orderForming(
    _ id: RadioRequestID, _ plan: NetworkPlan, erasing: Bool, at now: MonotonicInstant
  ) {
    guard let (adapter, network) = adapterForOrder(id) else { return }
    guard plan.networkKey?.isWellKnown != true else { return refuse(id, NetworkExpectation.wellKnownKeyText) }
    guard network == nil || erasing else {
      return refuse(id, "the adapter has a network; it is erased only when erasing is said")
    }
    loseEverything(keepingVersion: adapter.version)
    order = NetworkOrder(kind: .form(plan), requestID: id)
    beginWriting(adapter, network, at: now)
  }

  /// A blank adapter, and no network remembered: the first network, as configured.
  mutating func orderFirstNetwork(_ adapter: EZSPAdapter, at now: MonotonicInstant) {
    guard expectation.plan.networkKey?.isWellKnown != true else {
      phase = .undecided(adapter, nil)
      warn(NetworkExpectation.wellKnownKeyText)
      return enter(.degraded(reason: NetworkExpectation.wellKnownKeyText))
    }
    order = NetworkOrder(kind: .form(expectation.plan))
    beginWriting(adapter, nil, at: now)
  }

  mutating func orderAdoption(_ id: RadioRequestID, at now: MonotonicInstant) {
    guard let (adapter, network) = adapterForOrder(id) else { return }
    guard let network, network.isOwn else {
      return refuse(id, "the adapter has no network of its own that could be adopted")
    }
    expectation = NetworkExpectation(plan: NetworkPlan(), remembered: network.parameters)
    emit(.completed(id, .succeeded))
    if case .running = phase { return }
    register(adapter, network, at: now)
  }

  mutating func orderRestore(_ id: RadioRequestID, _ backup: NetworkBackup, at now: MonotonicInstant) {
    guard let (adapter, network) = adapterForOrder(id) else { return }
    guard let key = backup.network.networkKey else {
      return refuse(id, "the backup has no network key")
    }
    let keys = backup.devices.count { $0.linkKey != nil }
    guard keys <= Self.largestKeyTable else {
      return refuse(
        id, "the backup holds \(keys) link keys; this adapter takes at most \(Self.largestKeyTable)")
    }
    loseEverything(keepingVersion: adapter.version)
    var new = NetworkOrder(kind: .restore(backup), requestID: id)
    new.target = NewNetwork(backup: backup, key: key)
    order = new
    beginWriting(adapter, network, at: now)
  }

  mutating func orderReset(_ id: RadioRequestID, at now: MonotonicInstant) {
    guard adapterForOrder(id) != nil else { return }
    order = NetworkOrder(kind: .reset, requestID: id)
    reconnect(at: now)
  }

  /// As `loseEverything`, but the link goes on: what follows is still spoken in this version.
  private mutating func loseEverything(keepingVersion version: EZSPVersion) {
    loseEverything()
    channel.version = version
  }

  /// What follows for an order when the adapter's network has been read (again).
  mutating func continueOrder(
    _ current: NetworkOrder, _ adapter: EZSPAdapter, _ network: EZSPNetwork?, at now: MonotonicInstant
  ) {
    if let network, network.isOwn, let target = current.target, target.isMet(by: network.parameters),
      current.stage != .ordered
    {
      if current.stage == .writing { return newNetworkIsThere(adapter, network, at: now) }
      expectation.accept(network.parameters)
      return register(adapter, network, at: now)
    }
    switch current.stage {
    case .ordered: beginWriting(adapter, network, at: now)
    case .writing where network == nil: writeNetwork(adapter, at: now)
    case .writing: beginWriting(adapter, network, at: now)
    case .written: abandonLink("the adapter does not have the network that was written")
    }
  }

  mutating func finishOrder() {
    if let id = order?.requestID { emit(.completed(id, .succeeded)) }
    order = nil
  }

  mutating func failOrder(_ reason: String) {
    refuse(order?.requestID, reason)
    order = nil
  }
}
