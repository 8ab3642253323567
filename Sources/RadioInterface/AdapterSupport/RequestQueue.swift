import SansIO

/// Requests to an adapter that answers one at a time: one in flight, the others wait by priority.
public struct RequestQueue<Request: Sendable, Owner: Hashable & Sendable>: Sendable {
  public enum Priority: Int, CaseIterable, Sendable {
    /// What keeps the link alive and the start going.
    case control
    case message
    case background
  }

  public struct Entry: Sendable {
    public var request: Request
    /// Who asked, and gets the reply.
    public var owner: Owner
  }

  public static var limit: Int { 256 }

  private var queues = [BoundedQueue<Entry>](repeating: BoundedQueue(limit: limit), count: 3)
  public private(set) var inFlight: Entry?
  public private(set) var deadline: MonotonicInstant?

  public init() {}

  public var isIdle: Bool { inFlight == nil }
  public func waitingCount(_ priority: Priority) -> Int { queues[priority.rawValue].count }

  /// False when the queue is full: the request was not taken.
  public mutating func enqueue(_ request: Request, for owner: Owner, priority: Priority) -> Bool {
    queues[priority.rawValue].append(Entry(request: request, owner: owner))
  }

  /// The next request for the wire, when none is in flight.
  public mutating func start(at now: MonotonicInstant, timeout: (Request) -> TimeSpan) -> Request? {
    guard inFlight == nil else { return nil }
    for index in queues.indices {
      guard let next = queues[index].popFirst() else { continue }
      inFlight = next
      deadline = now + timeout(next.request)
      return next.request
    }
    return nil
  }

  /// Takes the request in flight off the wire: it was answered, or its time is over.
  public mutating func finish() -> Entry? {
    defer {
      inFlight = nil
      deadline = nil
    }
    return inFlight
  }

  public func isOverdue(at now: MonotonicInstant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Takes back what has not left.
  public mutating func withdraw(_ owner: Owner) {
    for index in queues.indices {
      var kept = BoundedQueue<Entry>(limit: Self.limit)
      while let waiting = queues[index].popFirst() {
        if waiting.owner != owner { kept.append(waiting) }
      }
      queues[index] = kept
    }
  }

  /// Forgets everything; the owners are told by the caller, who knows why.
  public mutating func reset() {
    for index in queues.indices { queues[index].removeAll() }
    inFlight = nil
    deadline = nil
  }
}
