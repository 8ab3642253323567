import MQTT

/// Tasks that wait for the same thing.
struct Waiters<Value: Sendable> {
  private var waiting: [UInt64: CheckedContinuation<Value, Never>] = [:]
  private var next: UInt64 = 1

  mutating func makeNumber() -> UInt64 {
    defer { next += 1 }
    return next
  }

  mutating func add(_ number: UInt64, _ waiter: CheckedContinuation<Value, Never>) {
    waiting[number] = waiter
  }

  /// Harmless when it has ended already.
  mutating func end(_ number: UInt64, with value: Value) {
    waiting.removeValue(forKey: number)?.resume(returning: value)
  }

  mutating func endAll(with value: Value) {
    for waiter in waiting.values { waiter.resume(returning: value) }
    waiting = [:]
  }
}

/// Tasks that wait for the broker's word on their filters.
struct SubscriptionWaiters {
  typealias Answer = Result<[SubscribeResult], UplinkFailure>

  private struct Group {
    var filters: [TopicFilter]
    var results: [TopicFilter: SubscribeResult] = [:]
    var waiter: CheckedContinuation<Answer, Never>
  }

  private var groups: [Group] = []

  mutating func add(_ filters: [TopicFilter], _ waiter: CheckedContinuation<Answer, Never>) {
    groups.append(Group(filters: filters, waiter: waiter))
  }

  mutating func answered(_ filter: TopicFilter, _ result: SubscribeResult) {
    for index in groups.indices.reversed() where groups[index].filters.contains(filter) {
      groups[index].results[filter] = result
      let group = groups[index]
      let results = group.filters.compactMap { group.results[$0] }
      guard results.count == group.filters.count else { continue }
      group.waiter.resume(returning: .success(results))
      groups.remove(at: index)
    }
  }

  mutating func endAll() {
    for group in groups { group.waiter.resume(returning: .failure(.disconnected)) }
    groups = []
  }
}
