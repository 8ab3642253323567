import SansIO

/// What the application wants to be subscribed to, and how far each wish is. What the broker grants is filled in
/// from SUBACK alone.
struct SubscriptionTable: Sendable {
  enum Status: Hashable, Sendable {
    case wanted
    case requested(PacketIdentifier)
    case settled(SubscribeResult)
  }

  struct Entry: Sendable {
    var subscription: Subscription
    /// 5.0: comes back with every message.
    var identifier: UInt32?
    var status: Status
  }

  /// A SUBSCRIBE or UNSUBSCRIBE of this connection without an answer.
  struct Request: Sendable {
    var identifier: PacketIdentifier
    var filters: [TopicFilter]
    var isRemoval: Bool
    var since: MonotonicInstant
  }

  private(set) var entries: [Entry] = []
  private(set) var requests: [Request] = []
  /// Filters that the broker still has to be told to forget.
  private var unwanted: [TopicFilter] = []

  /// Adds a wish or renews it; false when there are too many.
  mutating func want(_ subscription: Subscription, identifier: UInt32?, limit: Int) -> Bool {
    unwanted.removeAll { $0 == subscription.filter }
    let entry = Entry(subscription: subscription, identifier: identifier, status: .wanted)
    if let index = index(of: subscription.filter) {
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

  private func index(of filter: TopicFilter) -> Int? {
    entries.firstIndex { $0.subscription.filter == filter }
  }

  func isWanted(_ filter: TopicFilter) -> Bool { index(of: filter) != nil }

  /// The next wishes that the broker has not been told, with one subscription identifier for all of them: as
  /// many as `fits` lets grow.
  func nextWanted(while fits: ([Subscription]) -> Bool) -> (batch: [Subscription], identifier: UInt32?)? {
    guard let first = entries.first(where: { $0.status == .wanted }) else { return nil }
    var batch = [first.subscription]
    for entry in entries
    where entry.status == .wanted && entry.identifier == first.identifier
      && entry.subscription.filter != first.subscription.filter
    {
      guard fits(batch + [entry.subscription]) else { break }
      batch.append(entry.subscription)
    }
    return (batch, first.identifier)
  }

  var hasUnwanted: Bool { !unwanted.isEmpty }

  mutating func takeUnwanted(while fits: ([TopicFilter]) -> Bool) -> [TopicFilter] {
    var batch = Array(unwanted.prefix(1))
    for filter in unwanted.dropFirst() {
      guard fits(batch + [filter]) else { break }
      batch.append(filter)
    }
    unwanted.removeFirst(batch.count)
    return batch
  }

  mutating func requested(_ request: Request) {
    requests.append(request)
    guard !request.isRemoval else { return }
    for filter in request.filters {
      if let index = index(of: filter) { entries[index].status = .requested(request.identifier) }
    }
  }

  /// Takes the request that an acknowledgement answers.
  mutating func answered(_ identifier: PacketIdentifier, isRemoval: Bool) -> Request? {
    let index = requests.firstIndex { $0.identifier == identifier && $0.isRemoval == isRemoval }
    guard let index else { return nil }
    return requests.remove(at: index)
  }

  /// Notes the result, unless the wish was renewed since.
  mutating func settle(_ filter: TopicFilter, _ identifier: PacketIdentifier, _ result: SubscribeResult) {
    guard let index = index(of: filter), entries[index].status == .requested(identifier) else { return }
    entries[index].status = .settled(result)
  }

  /// Notes that a wish cannot even be asked for.
  mutating func refuse(_ filter: TopicFilter, _ code: ReasonCode) {
    guard let index = index(of: filter) else { return }
    entries[index].status = .settled(.refused(code))
  }

  /// Forgets the open requests; gives them back so that their identifiers can be freed.
  mutating func connectionLost() -> [Request] {
    let lost = requests
    requests = []
    for request in lost where request.isRemoval {
      for filter in request.filters where !unwanted.contains(filter) && !isWanted(filter) {
        unwanted.append(filter)
      }
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

  /// What the broker serves, as it said itself.
  var granted: [Subscription] {
    entries.compactMap { entry in
      guard case .settled(.granted(let qos)) = entry.status else { return nil }
      var subscription = entry.subscription
      subscription.qos = qos
      return subscription
    }
  }

  /// The wishes that a message answers: by their identifiers if it has some, else by their filters.
  func matching(_ topic: TopicName, _ identifiers: [UInt32]) -> [TopicFilter] {
    entries.filter { entry in
      if let identifier = entry.identifier, !identifiers.isEmpty { return identifiers.contains(identifier) }
      let filter = entry.subscription.filter
      return (filter.sharedSubscription?.filter ?? filter).matches(topic)
    }.map(\.subscription.filter)
  }
}
