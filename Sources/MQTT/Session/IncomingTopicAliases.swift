/// The topic aliases that the broker uses towards this side on one connection.
struct IncomingTopicAliases: Sendable {
  private var limit = 0
  private var topics: [TopicName?] = []

  mutating func reset(limit: UInt16) {
    topics = []
    self.limit = Int(limit)
  }

  /// The topic of a PUBLISH with an alias; nil when the alias is none that the broker may use, or stands for
  /// nothing yet.
  mutating func resolve(_ alias: UInt16, _ topic: TopicName) -> TopicName? {
    let index = Int(alias) - 1
    guard index >= 0, index < limit else { return nil }
    guard topic == .aliased else {
      while topics.count <= index { topics.append(nil) }
      topics[index] = topic
      return topic
    }
    return index < topics.count ? topics[index] : nil
  }
}
