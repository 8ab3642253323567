import SansIO
import Zigbee

/// The values that a network is formed with.
public struct NewNetwork: Hashable, Sendable {
  /// Channels that the stack may choose from, by its own energy scan.
  public static let candidateChannels: UInt32 = 1 << 11 | 1 << 15 | 1 << 20 | 1 << 25

  public var panID: PANIdentifier
  public var extendedPANID: ExtendedPANIdentifier
  public var networkKey: NetworkKey
  /// nil: the link key that every device knows.
  public var trustCenterLinkKey: Secret<KeyBytes>?
  public var channelMask: UInt32
  /// A stated PAN identifier must be had; a random one may be moved by the stack when a neighbour has it.
  public var insistsOnPANID: Bool

  /// Stated values, random ones for the rest; nil when the random ones are no valid identifiers.
  public init?(plan: NetworkPlan, entropy: FormingEntropy) {
    panID = plan.panID ?? PANIdentifier(rawValue: entropy.panID.rawValue & 0x7FFF)
    extendedPANID = plan.extendedPANID ?? entropy.extendedPANID
    networkKey = plan.networkKey ?? entropy.networkKey
    trustCenterLinkKey = entropy.trustCenterLinkKey
    channelMask = plan.channel?.mask ?? Self.candidateChannels
    insistsOnPANID = plan.panID != nil
    guard panID.rawValue != 0, panID.rawValue < 0xFFFE, extendedPANID.rawValue != 0,
      extendedPANID.rawValue != .max, !networkKey.isWellKnown
    else { return nil }
  }

  /// The network of a backup, which keeps even a well-known key: its devices have no other.
  public init(backup: NetworkBackup, key: NetworkKey) {
    panID = backup.network.panID
    extendedPANID = backup.network.extendedPANID
    networkKey = key
    trustCenterLinkKey = backup.hashedTrustCenterLinkKey
    channelMask = backup.network.channel.mask
    insistsOnPANID = false
  }

  /// Whether a network is this one.
  public func isMet(by network: NetworkParameters) -> Bool { difference(to: network) == nil }

  /// In words, what of a network is not as wanted. A key that the adapter hides cannot be compared.
  public func difference(to network: NetworkParameters) -> String? {
    if network.extendedPANID != extendedPANID { return "extended PAN identifier" }
    if insistsOnPANID, network.panID != panID {
      return "PAN identifier \(panID), which another network nearby may have"
    }
    if channelMask & network.channel.mask == 0 { return "channel \(network.channel)" }
    return (network.networkKey ?? networkKey) == networkKey ? nil : "network key"
  }
}
