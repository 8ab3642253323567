import SansIO

/// The numbers of an ASH link that may be chosen (UG101 5.3).
package struct ASHOptions: Hashable, Sendable {
  /// DATA frames that may be unacknowledged, 1 to 7.
  package var window: Int
  /// How long an acknowledgement is waited for at first, at least and at most; between, what is measured counts.
  package var firstTimeout = TimeSpan.milliseconds(1_600)
  package var shortestTimeout = TimeSpan.milliseconds(400)
  package var longestTimeout = TimeSpan.milliseconds(3_200)
  /// Time-outs in a row, without a frame from the other end, after which it counts as gone.
  package var timeoutLimit = 5
  /// The same when frames come, but none acknowledges anything.
  package var fruitlessTimeoutLimit = 20
  /// How long the answer to a reset is waited for, and how often it is asked for.
  package var resetTimeout = TimeSpan.milliseconds(2_500)
  package var resetAttempts = 5

  package init(window: Int = 3) { self.window = min(max(window, 1), 7) }
}

/// What an ASH link counts, for diagnostics.
package struct ASHCounters: Hashable, Sendable {
  package var sentFrames: UInt64 = 0
  package var receivedFrames: UInt64 = 0
  package var repeatedFrames: UInt64 = 0
  /// Frames with a right check value that came a second time.
  package var duplicates: UInt64 = 0
  /// Stretches between flags that were no frame.
  package var damagedFrames: UInt64 = 0
  package var outOfOrder: UInt64 = 0
  package var sentNegativeAcknowledgements: UInt64 = 0
  package var receivedNegativeAcknowledgements: UInt64 = 0
  package var timeouts: UInt64 = 0
  /// Everything that came before the handshake was done.
  package var framesBeforeHandshake: UInt64 = 0
  package var pauses: UInt64 = 0

  package init() {}
}

/// Codes in RSTACK and ERROR frames (UG101, table 6).
package struct ASHResetCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let external = Self(rawValue: 0x01)
  package static let powerOn = Self(rawValue: 0x02)
  package static let watchdog = Self(rawValue: 0x03)
  package static let assertion = Self(rawValue: 0x06)
  package static let bootloader = Self(rawValue: 0x09)
  package static let software = Self(rawValue: 0x0B)
  package static let acknowledgementTimeout = Self(rawValue: 0x51)

  package var description: String {
    switch self {
    case .external: "external"
    case .powerOn: "power-up"
    case .watchdog: "watchdog"
    case .assertion: "assertion"
    case .bootloader: "boot loader"
    case .software: "software"
    case .acknowledgementTimeout: "it missed our acknowledgements"
    default: "code \(rawValue)"
    }
  }
}
