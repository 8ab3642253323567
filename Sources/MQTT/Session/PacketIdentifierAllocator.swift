/// Hands out packet identifiers for PUBLISH, SUBSCRIBE and UNSUBSCRIBE alike, so that none is in use twice.
struct PacketIdentifierAllocator: Sendable {
  /// One bit for each identifier; that of 0 is set for good.
  private var used: [UInt64]
  private var last: UInt16 = 0
  private(set) var count = 0

  init() {
    used = Array(repeating: 0, count: 1_024)
    used[0] = 1
  }

  /// With none in use, going on behind the last one that `other` gave.
  init(after other: Self) {
    self.init()
    last = other.last
  }

  /// The next free identifier behind the last one given; nil when all 65,535 are in use.
  mutating func allocate() -> PacketIdentifier? {
    guard count < 65_535 else { return nil }
    var candidate = last
    repeat {
      candidate = candidate == .max ? 1 : candidate + 1
    } while isUsed(candidate)
    last = candidate
    guard let identifier = PacketIdentifier(rawValue: candidate), claim(identifier) else { return nil }
    return identifier
  }

  /// Takes a certain identifier, as a restored session does; false when it is in use.
  mutating func claim(_ identifier: PacketIdentifier) -> Bool {
    guard !isUsed(identifier.rawValue) else { return false }
    used[Int(identifier.rawValue >> 6)] |= 1 << UInt64(identifier.rawValue & 63)
    count += 1
    return true
  }

  mutating func release(_ identifier: PacketIdentifier) {
    guard isUsed(identifier.rawValue) else { return }
    used[Int(identifier.rawValue >> 6)] &= ~(1 << UInt64(identifier.rawValue & 63))
    count -= 1
  }

  private func isUsed(_ value: UInt16) -> Bool {
    used[Int(value >> 6)] & (1 << UInt64(value & 63)) != 0
  }
}
