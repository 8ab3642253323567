import SansIO

/// Names one exchange with a device inside the host.
struct ExchangeID: RawRepresentable, Hashable, Sendable, Comparable {
  var rawValue: UInt64
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What waits to be sent to one device, the most urgent first and in order of arrival.
struct DeviceQueue: Sendable {
  struct Entry: Hashable, Sendable {
    var exchange: ExchangeID
    var priority: ZCLRequest.Priority
    /// Back-off: not to be sent before.
    var notBefore: MonotonicInstant?
  }

  private(set) var entries: [Entry] = []
  let limit: Int
  /// Places that only urgent entries may take.
  let reserve: Int

  init(limit: Int, reserve: Int) {
    self.limit = limit
    self.reserve = reserve
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  /// Takes an entry in its place; false when there is no room for its priority.
  mutating func insert(_ entry: Entry) -> Bool {
    let room = entry.priority >= .reply ? limit : limit - reserve
    guard entries.count < room else { return false }
    place(entry)
    return true
  }

  /// Puts back an entry that was taken out for a try. It had its place already, so no limit is asked.
  mutating func putBack(_ entry: Entry) { place(entry) }

  private mutating func place(_ entry: Entry) {
    let index =
      entries.firstIndex {
        $0.priority < entry.priority
          || ($0.priority == entry.priority && $0.exchange > entry.exchange)
      } ?? entries.endIndex
    entries.insert(entry, at: index)
  }

  mutating func remove(_ exchange: ExchangeID) {
    entries.removeAll { $0.exchange == exchange }
  }

  /// The most urgent entry that may go now and that `isAllowed` lets through.
  func next(at now: MonotonicInstant, where isAllowed: (Entry) -> Bool) -> Entry? {
    entries.first { entry in
      if let notBefore = entry.notBefore, notBefore > now { return false }
      return isAllowed(entry)
    }
  }
}
