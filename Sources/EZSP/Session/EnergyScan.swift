import Zigbee

/// What an energy scan has told so far.
struct EnergyScan: Sendable {
  private(set) var isComplete = false
  /// The strongest signal on a channel, in dBm. Firmware tells a channel twice now and then.
  private var strongest: [UInt8: Int8] = [:]

  mutating func take(channel: UInt8, strength: Int8) {
    guard RadioChannel(rawValue: channel) != nil else { return }
    strongest[channel] = max(strongest[channel] ?? strength, strength)
  }

  mutating func finish() { isComplete = true }

  func quietest(in mask: UInt32) -> RadioChannel? {
    strongest.filter { mask & 1 << UInt32($0.key) != 0 }
      .min { $0.value == $1.value ? $0.key < $1.key : $0.value < $1.value }
      .flatMap { RadioChannel(rawValue: $0.key) }
  }
}
