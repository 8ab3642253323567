/// Which messages a handler wants.
public struct MessageRoute: Hashable, Sendable {
  /// nil: of all topics.
  public var filter: TopicFilter?
  /// What the payload says it is about; nil: everything.
  public var tags: Set<String>?

  public init(filter: TopicFilter? = nil, tags: Set<String>? = nil) {
    self.filter = filter
    self.tags = tags
  }

  func wants(_ message: Message, tag: String?) -> Bool {
    if let filter, !filter.matches(message.topic) { return false }
    guard let tags else { return true }
    return tag.map(tags.contains) ?? false
  }
}

/// Messages of one kind, and how many of them are kept for handlers that come late.
public struct MessageLane: Hashable, Sendable {
  /// nil: whatever no earlier lane has.
  public var filter: TopicFilter?
  public var kept: Int

  public init(filter: TopicFilter?, kept: Int) {
    self.filter = filter
    self.kept = kept
  }

  public static let keptMessages = 10
  public static let keptPushes = 5
}

/// Hands incoming messages to handlers: few subscriptions at the broker, many handlers here.
///
/// Theory of operation. A handler says which topics and which tags it wants; a message goes to every handler
/// that wants it. What nobody wants is counted and kept, the newest few of each lane, since handlers may
/// register after the broker has begun to send. A handler that comes gets what it wants of that as a replay,
/// and a message that was replayed is kept no longer: nobody gets it twice.
public struct MessageRouter: Sendable {
  public struct RouteID: Hashable, Sendable {
    let rawValue: UInt64
  }

  /// The most handlers.
  public static let routeLimit = 1_024

  private struct Kept: Sendable {
    var message: Message
    var tag: String?
  }

  private var routes: [(id: RouteID, route: MessageRoute)] = []
  private let lanes: [MessageLane]
  private var kept: [[Kept]]
  private let extractTag: (@Sendable (Message) -> String?)?
  private var nextID: UInt64 = 1
  /// Messages that came while nobody wanted their tag.
  public private(set) var unknownTags: UInt64 = 0

  /// - Parameters:
  ///   - lanes: a message belongs to the first whose filter it matches; of others nothing is kept.
  ///   - extractTag: reads from a message what it is about; asked only when a handler cares.
  public init(lanes: [MessageLane] = [], extractTag: (@Sendable (Message) -> String?)? = nil) {
    self.lanes = lanes
    self.extractTag = extractTag
    kept = Array(repeating: [], count: lanes.count)
  }

  /// Registers a handler; gives its replay, the oldest first. nil when there are too many.
  public mutating func add(_ route: MessageRoute) -> (id: RouteID, replay: [Message])? {
    guard routes.count < Self.routeLimit else { return nil }
    let id = RouteID(rawValue: nextID)
    nextID += 1
    routes.append((id, route))
    var replay: [Message] = []
    for lane in kept.indices {
      replay += kept[lane].filter { route.wants($0.message, tag: $0.tag) }.map(\.message)
      kept[lane].removeAll { route.wants($0.message, tag: $0.tag) }
    }
    return (id, replay)
  }

  public mutating func remove(_ id: RouteID) { routes.removeAll { $0.id == id } }

  /// The handlers that get a message, in the order in which they came; none when it is kept or forgotten.
  public mutating func route(_ message: Message) -> [RouteID] {
    let caresForTags = routes.contains { $0.route.tags != nil }
    let tag = caresForTags ? extractTag?(message) : nil
    let wanting = routes.filter { $0.route.wants(message, tag: tag) }.map(\.id)
    if wanting.isEmpty {
      unknownTags += 1
      keep(message, caresForTags ? tag : extractTag?(message))
    }
    return wanting
  }

  private mutating func keep(_ message: Message, _ tag: String?) {
    guard let lane = lanes.firstIndex(where: { $0.filter?.matches(message.topic) ?? true }),
      lanes[lane].kept > 0
    else { return }
    kept[lane].append(Kept(message: message, tag: tag))
    if kept[lane].count > lanes[lane].kept { kept[lane].removeFirst() }
  }
}
