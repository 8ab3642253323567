/// The topic aliases that this side uses towards the broker on one connection (5.0, clause 3.3.2.3.4). When all
/// are taken, the one that was used least recently gets the new topic.
struct OutgoingTopicAliases: Sendable {
  /// Alias `index + 1`, and its neighbours in the order of use.
  private struct Entry: Sendable {
    var topic: TopicName
    var newer: Int?
    var older: Int?
  }

  private var limit = 0
  private var entries: [Entry] = []
  private var places: [TopicName: Int] = [:]
  private var newest: Int?
  private var oldest: Int?

  /// Forgets all; a new connection begins.
  mutating func reset(limit: UInt16) {
    self = OutgoingTopicAliases()
    self.limit = Int(limit)
  }

  /// The alias to send, and whether the broker knows its topic already; nil when no aliases are to be used.
  mutating func use(_ topic: TopicName) -> (alias: UInt16, isKnown: Bool)? {
    guard limit > 0 else { return nil }
    if let newest, entries[newest].topic == topic { return (Self.alias(newest), true) }
    if let place = places[topic] {
      unlink(place)
      linkNewest(place)
      return (Self.alias(place), true)
    }
    let place = entries.count < limit ? entries.count : oldest ?? 0
    if place < entries.count {
      places[entries[place].topic] = nil
      unlink(place)
      entries[place].topic = topic
    } else {
      entries.append(Entry(topic: topic, newer: nil, older: nil))
    }
    places[topic] = place
    linkNewest(place)
    return (Self.alias(place), false)
  }

  private static func alias(_ place: Int) -> UInt16 { UInt16(truncatingIfNeeded: place + 1) }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    if let newer { entries[newer].older = older } else { newest = older }
    if let older { entries[older].newer = newer } else { oldest = newer }
  }

  private mutating func linkNewest(_ place: Int) {
    entries[place].newer = nil
    entries[place].older = newest
    if let newest { entries[newest].newer = place } else { oldest = place }
    newest = place
  }
}
