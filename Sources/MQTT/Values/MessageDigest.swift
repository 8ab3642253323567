/// Tells messages apart by topic, payload and retain flag: 64 bits of FNV-1a, the same in every run, so that
/// it may be stored. No protection against forgery, which a broker has no need of.
public struct MessageDigest: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public init(of message: Message) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for byte in message.topic.text.utf8 { mix(byte) }
    // No topic holds a zero, so topic and payload cannot be confused.
    mix(0)
    mix(message.retain ? 1 : 0)
    for byte in message.payload { mix(byte) }
    rawValue = hash
  }
}
