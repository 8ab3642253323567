import MQTT

/// The last messages that the gateway published where it also listens: a plain broker gives each of them
/// back. One is known by the digest of its topic and body, never by what it says about itself.
///
/// The digest is SipHash with the key of this process, so nobody outside can make a call that has the digest
/// of an event; it is made twice for every event, where a cryptographic one would be most of the event's cost.
struct OwnMessages: Sendable {
  private var digests: [Int] = []
  private var next = 0
  let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func note(_ message: Message) {
    guard limit > 0 else { return }
    let digest = Self.digest(message)
    if digests.count < limit {
      digests.append(digest)
    } else {
      digests[next] = digest
      next = (next + 1) % limit
    }
  }

  func contains(_ message: Message) -> Bool { digests.contains(Self.digest(message)) }

  private static func digest(_ message: Message) -> Int {
    var hasher = Hasher()
    // The length keeps topic and body apart.
    hasher.combine(message.topic.byteCount)
    var topic = message.topic.text
    topic.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    message.payload.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
