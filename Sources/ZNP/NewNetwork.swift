import RadioInterface
import Zigbee

/// The values that a network is formed with.
struct NewNetwork: Hashable, Sendable {
  /// Channels that the stack may choose from, by its own energy scan.
  static let candidateChannels: UInt32 = 1 << 11 | 1 << 15 | 1 << 20 | 1 << 25

  var panID: PANIdentifier
  var extendedPANID: ExtendedPANIdentifier
  var networkKey: NetworkKey
  var channelMask: UInt32
  /// A stated PAN identifier must be had; a random one may be moved by the stack when a neighbour has it.
  var insistsOnPANID: Bool

  /// Stated values, random ones for the rest; nil when the random ones are no valid identifiers.
  init?(plan: NetworkPlan, entropy: FormingEntropy) {
    panID = plan.panID ?? PANIdentifier(rawValue: entropy.panID.rawValue & 0x7FFF)
    extendedPANID = plan.extendedPANID ?? entropy.extendedPANID
    networkKey = plan.networkKey ?? entropy.networkKey
    channelMask = plan.channel?.mask ?? Self.candidateChannels
    insistsOnPANID = plan.panID != nil
    guard panID.rawValue != 0, panID.rawValue < 0xFFFE, extendedPANID.rawValue != 0,
      extendedPANID.rawValue != .max, !networkKey.isWellKnown
    else { return nil }
  }

  /// The network of a backup, which keeps even a well-known key: its devices have no other.
  init(backup: NetworkBackup, key: NetworkKey) {
    panID = backup.network.panID
    extendedPANID = backup.network.extendedPANID
    networkKey = key
    channelMask = backup.network.channel.mask
    insistsOnPANID = false
  }
}
