import SansIO

/// What the application wants to be subscribed to, and how far each wish is.
struct SubscriptionTable: Sendable {
  enum Status: Hashable, Sendable {
    case wanted
    case requested(PacketIdentifier)
    case settled(SubscribeResult)
  }

  struct Entry: Sendable {
    var subscription: Subscription
    var status: Status
  }

  /// A SUBSCRIBE or UNSUBSCRIBE of this connection without an answer.
  struct Request: Sendable {
    var identifier: PacketIdentifier
    var filter: TopicFilter
    var isRemoval: Bool
    var since: MonotonicInstant
  }

  private(set) var entries: [Entry] = []
  private(set) var requests: [Request] = []
  /// Filters that the broker still has to be told to forget.
  private var unwanted: [TopicFilter] = []

  /// Adds a wish or renews it; false when there are too many.
  mutating func want(_ subscription: Subscription, limit: Int) -> Bool {
    unwanted.removeAll { $0 == subscription.filter }
    let entry = Entry(subscription: subscription, status: .wanted)
    if let index = entries.firstIndex(where: { $0.subscription.filter == subscription.filter }) {
      entries[index] = entry
      return true
    }
    guard entries.count < limit else { return false }
    entries.append(entry)
    return true
  }

  mutating func unwant(_ filter: TopicFilter, limit: Int) {
    entries.removeAll { $0.subscription.filter == filter }
    guard unwanted.count < limit, !unwanted.contains(filter) else { return }
    unwanted.append(filter)
  }

  /// The next wish that the broker has not been told.
  func nextWanted() -> Subscription? { entries.first { $0.status == .wanted }?.subscription }

  mutating func nextUnwanted() -> TopicFilter? { unwanted.isEmpty ? nil : unwanted.removeFirst() }

  mutating func requested(_ request: Request) {
    requests.append(request)
    guard !request.isRemoval,
      let index = entries.firstIndex(where: { $0.subscription.filter == request.filter })
    else { return }
    entries[index].status = .requested(request.identifier)
  }

  /// Takes the request that an acknowledgement answers.
  mutating func answered(_ identifier: PacketIdentifier, isRemoval: Bool) -> Request? {
    let index = requests.firstIndex { $0.identifier == identifier && $0.isRemoval == isRemoval }
    guard let index else { return nil }
    return requests.remove(at: index)
  }

  /// Notes the result, unless the wish was renewed since.
  mutating func settle(_ identifier: PacketIdentifier, _ result: SubscribeResult) {
    guard let index = entries.firstIndex(where: { $0.status == .requested(identifier) }) else { return }
    entries[index].status = .settled(result)
  }

  /// Forgets the open requests; gives them back so that their identifiers can be freed.
  mutating func connectionLost() -> [Request] {
    let lost = requests
    requests = []
    for request in lost where request.isRemoval && !unwanted.contains(request.filter) {
      unwanted.append(request.filter)
    }
    for index in entries.indices {
      if case .requested = entries[index].status { entries[index].status = .wanted }
    }
    return lost
  }

  /// Decides which wishes have to be sent on a new connection: the broker of a resumed session knows those
  /// that it granted to this process. Gives the filters that a new session does not have anyway.
  mutating func connected(sessionPresent: Bool) -> [TopicFilter] {
    for index in entries.indices {
      if sessionPresent, case .settled(.granted) = entries[index].status { continue }
      entries[index].status = .wanted
    }
    guard !sessionPresent else { return [] }
    defer { unwanted = [] }
    return unwanted
  }

  var oldestRequest: MonotonicInstant? { requests.map(\.since).min() }
}
