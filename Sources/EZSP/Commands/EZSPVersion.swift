/// The version of the EZSP protocol, which firmware and host agree on after each reset.
package struct EZSPVersion: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let oldest = Self(rawValue: 4)
  package static let newest = Self(rawValue: 19)

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  package var description: String { String(rawValue) }

  /// What this host speaks with firmware of this version: newer firmware is taken as the newest known.
  package var spoken: Self { min(self, .newest) }

  /// One status of 32 bits (`sl_status_t`) in place of the two of 8 bits.
  package var hasLongStatus: Bool { rawValue >= 14 }
  /// Keys are read and written by the security manager's commands.
  package var hasSecurityManager: Bool { rawValue >= 13 }
  /// The trust centre's policy is a set of bits.
  package var hasPolicyBits: Bool { rawValue >= 8 }

  package var header: EZSPHeaderFormat {
    switch rawValue {
    case ...4: .legacy
    case 5...7: .legacyExtended
    default: .extended
    }
  }
}

/// How the header of a frame lies on the wire (UG100 3).
package enum EZSPHeaderFormat: String, Hashable, Sendable {
  /// Sequence, frame control, 8-bit id.
  case legacy = "v4"
  /// Sequence, frame control, 0xFF, 0x00, 8-bit id.
  case legacyExtended = "v5-v7"
  /// Sequence, 16-bit frame control, 16-bit id.
  case extended = "v8+"

  package var length: Int { self == .legacy ? 3 : 5 }

  /// The oldest version that has it, by which a frame without a context is read.
  package var oldestVersion: EZSPVersion {
    switch self {
    case .legacy: .oldest
    case .legacyExtended: EZSPVersion(rawValue: 5)
    case .extended: EZSPVersion(rawValue: 8)
    }
  }
}
