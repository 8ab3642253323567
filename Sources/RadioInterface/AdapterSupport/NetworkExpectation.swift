import Zigbee

/// The network that an adapter ought to have: what the configuration states, and the network of the last run.
/// The families read a network in their own ways and judge it in this one.
public struct NetworkExpectation: Sendable {
  public var plan: NetworkPlan
  /// By which another adapter or a wiped one is noticed.
  public var remembered: NetworkParameters?

  public init(plan: NetworkPlan, remembered: NetworkParameters?) {
    self.plan = plan
    self.remembered = remembered
  }

  /// What the configuration states must be so. Of the remembered network its extended PAN identifier and key
  /// must: these make it the same network, while channel and PAN identifier may change as it lives.
  public func isMet(by network: NetworkParameters) -> Bool {
    guard plan.agrees(with: network) else { return false }
    guard let remembered else { return true }
    let identity = NetworkPlan(
      extendedPANID: plan.extendedPANID ?? remembered.extendedPANID,
      networkKey: plan.networkKey ?? remembered.networkKey)
    return identity.agrees(with: network)
  }

  /// Nothing at all has changed: a reading that says so is believed at once. Everything else (a blank adapter,
  /// another network) is read again, since one refusal or damaged reply must neither form a network nor wait
  /// for a person.
  public func isUnchanged(_ network: NetworkParameters) -> Bool {
    guard let remembered else { return false }
    return isMet(by: network) && network.channel == remembered.channel && network.panID == remembered.panID
  }

  /// The configuration's statements, and for the rest the network of the last run.
  public var stated: NetworkPlan {
    NetworkPlan(
      channel: plan.channel ?? remembered?.channel, panID: plan.panID ?? remembered?.panID,
      extendedPANID: plan.extendedPANID ?? remembered?.extendedPANID,
      networkKey: plan.networkKey ?? remembered?.networkKey)
  }

  /// An ordered network replaces what was stated before, also in later starts.
  public mutating func accept(_ network: NetworkParameters) {
    remembered = network
    if !plan.agrees(with: network) { plan = NetworkPlan() }
  }

  // MARK: In words for people

  /// The network lives on another channel or under another PAN identifier than last time.
  public func moveText(_ network: NetworkParameters) -> String? {
    guard let remembered, remembered.channel != network.channel || remembered.panID != network.panID else {
      return nil
    }
    return "the network has moved from channel \(remembered.channel), PAN \(remembered.panID) to channel "
      + "\(network.channel), PAN \(network.panID)"
  }

  /// Why a decision is waited for, with what the adapter has (nil: nothing).
  public func mismatchText(found: NetworkParameters?) -> String {
    found == nil
      ? "the adapter has no network, but \(remembered == nil ? "there may have been one" : "one is remembered"); "
        + "nothing is formed until somebody decides"
      : "the adapter's network is not the stated one; nothing is changed until somebody decides"
  }

  public static let wellKnownKeyText =
    "a network is never formed with a well-known key: leave it out for a random one"

  public static let wellKnownKeyWarning =
    "THE NETWORK KEY IS A WELL-KNOWN ONE: anybody near can read and control this network, locks "
    + "included. Form a new network with a random key."

  public static func foreignText(_ address: String) -> String {
    "the adapter is a member (\(address)) of a network that it did not form; form a new one with erasing, or "
      + "restore a backup"
  }
}
