import Glibc
import RadioInterface
import SansIO
import Zigbee

/// Random numbers of the operating system, from the kernel: the first use of OpenSSL's takes two megabytes of
/// memory, which a gateway without TLS never needs.
enum SystemRandom {
  /// Nil when the kernel gives none, or more are asked for than it gives at once (256).
  static func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return getentropy(&bytes, count) == 0 ? bytes : nil
  }

  /// For jitter and sequence numbers.
  static func seed() -> UInt64 {
    (bytes(8) ?? []).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A key, a PAN id and an extended PAN id for a new network; nil when the system has no random numbers,
  /// since a key must not be made of anything else.
  static func formingEntropy() -> FormingEntropy? {
    guard let key = bytes(16).flatMap(KeyBytes.init), let linkKey = bytes(16).flatMap(KeyBytes.init),
      let rest = bytes(10)
    else { return nil }
    // 0x0000 and 0xFFFE, 0xFFFF have meanings of their own; so have extended ids of all zeros or ones.
    let pan = 1 + (UInt16(rest[0]) << 8 | UInt16(rest[1])) % 0xFFF0
    let extended = rest[2...].reduce(0) { $0 << 8 | UInt64($1) }
    return FormingEntropy(
      networkKey: Secret(key), panID: PANIdentifier(rawValue: pan),
      extendedPANID: ExtendedPANIdentifier(rawValue: extended == 0 || extended == .max ? 0x1234 : extended),
      trustCenterLinkKey: Secret(linkKey))
  }
}
