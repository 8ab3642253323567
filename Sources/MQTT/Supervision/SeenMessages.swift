public import SansIO

/// Knows the identifiers of the messages that came lately, so that one that comes again, perhaps after a
/// restart, is not handled again.
///
/// At most ``Limits/count`` of them, none older than ``Limits/age``; the least recently seen goes first. Time
/// is the wall clock's, since it has to mean something to the next process; an identifier from the future (the
/// clock was set back) counts as seen now.
public struct SeenMessages: Sendable {
  public struct Limits: Hashable, Sendable {
    public var count = 4_096
    public var age = TimeSpan.seconds(600)

    public init() {}
  }

  /// One identifier, as it is stored.
  public struct Entry: Hashable, Sendable {
    public var identifier: String
    public var seenAt: WallTime

    public init(identifier: String, seenAt: WallTime) {
      self.identifier = identifier
      self.seenAt = seenAt
    }
  }

  /// Longer identifiers are taken by their beginning.
  public static let identifierLimit = 256

  private let limits: Limits
  private var times: [String: (seenAt: WallTime, order: UInt64)] = [:]
  /// In the order in which they were seen; outdated ones (by `order`) are skipped.
  private var queue: [(identifier: String, order: UInt64)] = []
  private var head = 0
  private var lastOrder: UInt64 = 0
  /// How many messages came again.
  public private(set) var repeats: UInt64 = 0

  public init(limits: Limits = Limits(), restored: [Entry] = [], at now: WallTime) {
    self.limits = limits
    for entry in restored.sorted(by: { $0.seenAt < $1.seenAt }) {
      insert(Self.key(entry.identifier), seenAt: min(entry.seenAt, now))
    }
    forgetOld(at: now)
  }

  public var count: Int { times.count }

  /// What to store, the oldest first.
  public var entries: [Entry] {
    queue[head...].compactMap { item in
      guard let known = times[item.identifier], known.order == item.order else { return nil }
      return Entry(identifier: item.identifier, seenAt: known.seenAt)
    }
  }

  /// Notes a message; false when it came before.
  public mutating func note(_ identifier: String, at now: WallTime) -> Bool {
    forgetOld(at: now)
    let key = Self.key(identifier)
    let isNew = times[key] == nil
    if !isNew { repeats += 1 }
    insert(key, seenAt: now)
    return isNew
  }

  /// Takes a note back: the message could not be handled and may come again.
  public mutating func forget(_ identifier: String) { times[Self.key(identifier)] = nil }

  private static func key(_ identifier: String) -> String {
    identifier.utf8.count <= identifierLimit ? identifier : String(identifier.prefix(identifierLimit / 4))
  }

  private mutating func insert(_ key: String, seenAt: WallTime) {
    lastOrder += 1
    times[key] = (seenAt, lastOrder)
    queue.append((key, lastOrder))
    while times.count > limits.count { dropFirst() }
    // The same identifier again and again must not make the queue grow.
    if queue.count > limits.count * 2 + 64 { compact() }
  }

  private mutating func forgetOld(at now: WallTime) {
    while head < queue.count {
      let first = queue[head]
      guard let known = times[first.identifier], known.order == first.order else {
        head += 1
        continue
      }
      guard now.millisecondsSince(known.seenAt) > limits.age.milliseconds else { return }
      dropFirst()
    }
  }

  private mutating func dropFirst() {
    guard head < queue.count else { return }
    let first = queue[head]
    head += 1
    if times[first.identifier]?.order == first.order { times[first.identifier] = nil }
  }

  private mutating func compact() {
    queue = queue[head...].filter { times[$0.identifier]?.order == $0.order }
    head = 0
  }
}
