import Zigbee

/// How Z-Stack 3 makes the link key of each device: a seed, turned by some bytes, xor the device's address
/// (least significant byte first) twice.
enum TrustCenterLinkKeys {
  static func key(seed: KeyBytes, device: IEEEAddress, shift: UInt8) -> KeyBytes? {
    let turn = Int(shift) % 16
    let address = (0..<16).map { UInt8(truncatingIfNeeded: device.rawValue >> UInt64(8 * ($0 % 8))) }
    let turned = seed.bytes[turn...] + seed.bytes[..<turn]
    return KeyBytes(zip(turned, address).map { $0 ^ $1 })
  }

  /// The shift that gives this key, when the seed can give it.
  static func shift(seed: KeyBytes, device: IEEEAddress, key: KeyBytes) -> UInt8? {
    (0..<16).first { self.key(seed: seed, device: device, shift: $0) == key }
  }
}
