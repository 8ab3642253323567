import RadioInterface
import SansIO
import Zigbee

/// Commands about keys, which version 13 replaced by those of the security manager.
extension EZSPRequest {
  /// `EmberKeyType`, and the core key type of the security manager.
  enum Key: Sendable {
    case trustCenterLink
    case network

    var legacy: UInt8 { self == .trustCenterLink ? 1 : 3 }
    var core: UInt8 { self == .network ? 1 : 2 }
  }

  static func export(_ key: Key, _ version: EZSPVersion) -> Self {
    guard version.hasSecurityManager else { return Self("getKey", ["key_type": .number(key.legacy)]) }
    return Self(
      "exportKey",
      [
        "core_key_type": .number(key.core), "key_index": .number(0), "derived_type": .number(0),
        "eui": .number(0), "multi_network_index": .number(0), "flags": .number(0),
        "psa_permission": .number(0),
      ])
  }

  static func linkKey(_ index: UInt8, _ version: EZSPVersion) -> Self {
    Self(version.hasSecurityManager ? "exportLinkKeyByIndex" : "getKeyTableEntry", ["index": .number(index)])
  }

  static func importLinkKey(
    _ index: UInt8, _ device: IEEEAddress, _ key: KeyBytes, _ version: EZSPVersion
  ) -> Self {
    let values: [String: FieldInput] = [
      "index": .number(index), "eui": .number(device.rawValue), "link_key": .number(1),
      "key_hex": .bytes(key.bytes),
    ]
    return Self(version.hasSecurityManager ? "importLinkKey" : "addOrUpdateKeyTableEntry", values)
  }

  /// The key with which this device (all ones: any) may join for some minutes.
  static func transientKey(_ device: IEEEAddress, _ key: KeyBytes, _ version: EZSPVersion) -> Self {
    var values: [String: FieldInput] = [
      "eui": .number(device.rawValue), "partner_eui": .number(device.rawValue), "key_hex": .bytes(key.bytes),
    ]
    // From 14 on the flags are gone, though other hosts still send them.
    if !version.hasLongStatus { values["flags"] = .number(0) }
    return Self(version.hasSecurityManager ? "importTransientKey" : "addTransientLinkKey", values)
  }

  /// Bits of `EmberInitialSecurityState`.
  private enum SecurityBits {
    static let globalLinkKey: UInt16 = 0x0004
    static let hashedLinkKey: UInt16 = 0x0084
    static let haveTrustCenter: UInt16 = 0x0040
    static let havePreconfiguredKey: UInt16 = 0x0100
    static let haveNetworkKey: UInt16 = 0x0200
    static let requireEncryptedKey: UInt16 = 0x0800
    static let keepFrameCounter: UInt16 = 0x1000
  }

  /// The keys of a network that is to be formed. With a seed the link keys of devices are hashed from it;
  /// without one, and before version 5, all have the one that every device knows.
  static func initialSecurity(
    _ network: NewNetwork, keySequence: UInt8, trustCenter: IEEEAddress, version: EZSPVersion
  ) -> Self {
    let seed = version > .oldest ? network.trustCenterLinkKey : nil
    let bits =
      SecurityBits.haveTrustCenter | SecurityBits.havePreconfiguredKey | SecurityBits.haveNetworkKey
      | SecurityBits.requireEncryptedKey | SecurityBits.keepFrameCounter
      | (seed == nil ? SecurityBits.globalLinkKey : SecurityBits.hashedLinkKey)
    return Self(
      "setInitialSecurityState",
      [
        "bitmask": .number(bits),
        "preconfigured_key_hex": .bytes((seed ?? KeyBytes.wellKnownLinkKey).reveal().bytes),
        "network_key_hex": .bytes(network.networkKey.reveal().bytes),
        "key_sequence": .number(keySequence), "trust_center": .number(trustCenter.rawValue),
      ])
  }

  static func form(
    _ network: NewNetwork, channel: RadioChannel, updateID: UInt8, transmitPower: Int8
  ) -> Self {
    Self(
      "formNetwork",
      [
        "extended_pan_id": .number(network.extendedPANID.rawValue), "pan_id": .number(network.panID.rawValue),
        "tx_power": .number(transmitPower), "channel": .number(channel.rawValue), "join_method": .number(0),
        "manager": .number(0), "update_id": .number(updateID), "channels": .number(0x07FF_F800),
      ])
  }
}
