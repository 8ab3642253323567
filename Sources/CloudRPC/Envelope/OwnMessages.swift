import MQTT

/// The last messages that the gateway published where it also listens: a plain broker gives each of them
/// back. One is known by topic and digest, never by what it says about itself.
struct OwnMessages: Sendable {
  private struct Mark: Hashable, Sendable {
    var topic: TopicName
    var digest: [UInt8]
  }

  private var marks: [Mark] = []
  private var next = 0
  let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func note(_ message: Message) {
    guard limit > 0 else { return }
    let mark = Mark(topic: message.topic, digest: SHA256.digest(message.payload))
    if marks.count < limit {
      marks.append(mark)
    } else {
      marks[next] = mark
      next = (next + 1) % limit
    }
  }

  func contains(_ message: Message) -> Bool {
    let mark = Mark(topic: message.topic, digest: SHA256.digest(message.payload))
    return marks.contains(mark)
  }
}
