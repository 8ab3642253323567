import RadioInterface
import SansIO
import Zigbee

/// The decisions of people about the network: form, adopt, restore, restart.
extension ZNPSession {
  static let formingAttemptLimit = 3

  /// nil when no order can be taken now; the command then has its end already.
  private mutating func adapterForOrder(
    _ id: RadioRequestID
  ) -> (adapter: ZStackAdapter, network: FoundNetwork?)? {
    guard let settled = phase.settled, order == nil else {
      refuse(id, "the adapter is not ready (\(phase.isClosed ? "no link" : "still starting"))")
      return nil
    }
    return settled
  }

  func secretKeyIsRefused(_ plan: NetworkPlan) -> Bool { plan.networkKey?.isWellKnown == true }

  mutating func refuse(_ id: RadioRequestID?, _ reason: String) {
    if let id { emit(.completed(id, .failed(reason: reason))) }
  }

  mutating func orderForming(
    _ id: RadioRequestID, _ plan: NetworkPlan, erasing: Bool, at now: MonotonicInstant
  ) {
    guard let (adapter, network) = adapterForOrder(id) else { return }
    guard !secretKeyIsRefused(plan) else { return refuse(id, NetworkExpectation.wellKnownKeyText) }
    guard network == nil || erasing else {
      return refuse(id, "the adapter has a network; it is erased only when erasing is said")
    }
    leaveRunning(at: now)
    order = NetworkOrder(kind: .form(plan), requestID: id)
    beginErasing(adapter, at: now)
  }

  /// A blank adapter, and no network remembered: the first network, as configured.
  mutating func orderFirstNetwork(_ adapter: ZStackAdapter, at now: MonotonicInstant) {
    guard !secretKeyIsRefused(expectation.plan) else {
      phase = .undecided(adapter, nil)
      warn(NetworkExpectation.wellKnownKeyText)
      return enter(.degraded(reason: NetworkExpectation.wellKnownKeyText))
    }
    order = NetworkOrder(kind: .form(expectation.plan))
    beginErasing(adapter, at: now)
  }

  mutating func orderAdoption(_ id: RadioRequestID, at now: MonotonicInstant) {
    guard let (adapter, network) = adapterForOrder(id) else { return }
    guard let network, network.base.networkAddress == .coordinator else {
      return refuse(id, "the adapter has no network of its own that could be adopted")
    }
    expectation = NetworkExpectation(plan: NetworkPlan(), remembered: network.parameters)
    emit(.completed(id, .succeeded))
    if case .running = phase { return }
    compareSettings(adapter, network, at: now)
  }

  mutating func orderRestore(_ id: RadioRequestID, _ backup: NetworkBackup, at now: MonotonicInstant) {
    guard let (adapter, _) = adapterForOrder(id) else { return }
    guard let key = backup.network.networkKey else {
      return refuse(id, "the backup has no network key")
    }
    guard adapter.family != .home12 else {
      return refuse(
        id,
        "\(adapter.family.name) keeps the keys of its devices where a host cannot write them: restore on an "
          + "adapter with Z-Stack 3, or form a new network and let the devices join again")
    }
    guard backup.devices.count <= BackupReader.entryLimit else {
      return refuse(id, "the backup holds more than \(BackupReader.entryLimit) devices")
    }
    leaveRunning(at: now)
    var new = NetworkOrder(kind: .restore(backup), requestID: id)
    new.target = NewNetwork(backup: backup, key: key)
    order = new
    beginErasing(adapter, at: now)
  }

  mutating func orderReset(_ id: RadioRequestID, at now: MonotonicInstant) {
    guard let (adapter, _) = adapterForOrder(id) else { return }
    leaveRunning(at: now)
    order = NetworkOrder(kind: .reset, requestID: id)
    restart(adapter, then: .identify, at: now)
  }

  /// The network stops: what is in flight ends, typed.
  private mutating func leaveRunning(at now: MonotonicInstant) { loseEverything(at: now) }

  /// What follows for an order when the adapter's network has been read (again).
  mutating func continueOrder(
    _ current: NetworkOrder, _ adapter: ZStackAdapter, _ network: FoundNetwork?, at now: MonotonicInstant
  ) {
    switch (current.kind, current.stage) {
    case (.reset, _): break
    case (.form, .writing), (.restore, .writing):
      resumeWriting(current, adapter, network, at: now)
    case (.form, _), (.restore, _):
      if let network, let target = current.target, target.isMet(by: network.parameters) {
        expectation.accept(network.parameters)
        compareSettings(adapter, network, at: now)
      } else if current.stage == .ordered {
        beginErasing(adapter, at: now)
      } else {
        abandonLink("the adapter does not have the network that was written", at: now)
      }
    }
  }

  /// The adapter was reset while the new network was written: what was begun is finished.
  private mutating func resumeWriting(
    _ current: NetworkOrder, _ adapter: ZStackAdapter, _ network: FoundNetwork?, at now: MonotonicInstant
  ) {
    if let network, let target = current.target, target.isMet(by: network.parameters) {
      return newNetworkIsThere(adapter, network, at: now)
    }
    beginErasing(adapter, at: now)
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
