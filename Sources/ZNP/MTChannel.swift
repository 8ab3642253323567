import SansIO

/// The way of requests to the adapter: one synchronous request in flight, the others wait by priority.
///
/// idle -> (send) -> in flight -> response | refusal | time-out -> idle. A response matches by subsystem
/// and command; anything else that comes in between is no answer and is left to the caller.
struct MTChannel: Sendable {
  /// Who asked, and gets the reply.
  enum Owner: Hashable, Sendable {
    case probe
    case procedure
    case send(transaction: UInt8)
    case retrieval
    case errand
    case watchdog
    case backup
  }

  enum Priority: Int, Sendable {
    /// What keeps the link alive and the start going.
    case control
    case message
    case background
  }

  private struct Waiting: Sendable {
    var request: MTRequest
    var owner: Owner
  }

  static let queueLimit = 256
  static let usualTimeout = TimeSpan.seconds(6)
  static let pingTimeouts: [TimeSpan] = [.seconds(1), .milliseconds(2_500), .milliseconds(2_500)]

  private var queues = [BoundedQueue<Waiting>](repeating: BoundedQueue(limit: queueLimit), count: 3)
  private var inFlight: Waiting?
  private(set) var deadline: MonotonicInstant?

  var isIdle: Bool { inFlight == nil }
  func waitingCount(_ priority: Priority) -> Int { queues[priority.rawValue].count }

  /// False when the queue is full: the request was not taken.
  mutating func enqueue(_ request: MTRequest, for owner: Owner, priority: Priority) -> Bool {
    queues[priority.rawValue].append(Waiting(request: request, owner: owner))
  }

  /// The next frame for the wire, when none is in flight.
  mutating func nextFrame(at now: MonotonicInstant) -> UNPIFrame? {
    guard inFlight == nil else { return nil }
    for index in queues.indices {
      guard let next = queues[index].popFirst() else { continue }
      inFlight = next
      deadline = now + Self.timeout(next.request.timeout)
      return next.request.frame
    }
    return nil
  }

  private static func timeout(_ limit: MTRequest.TimeLimit) -> TimeSpan {
    switch limit {
    case .usual: usualTimeout
    case .ping(let round): pingTimeouts[min(max(round, 0), pingTimeouts.count - 1)]
    }
  }

  /// The owner and reply when `frame` ends the request in flight.
  mutating func accept(_ frame: UNPIFrame) -> (owner: Owner, request: MTRequest, reply: MTReply)? {
    guard frame.type == .synchronousResponse, let current = inFlight else { return nil }
    if frame.id == current.request.id {
      return finish(.response(frame.payload))
    }
    let request = current.request.frame
    let echoed = [request.type.rawValue << 5 | request.id.subsystem.rawValue, request.id.command]
    guard frame.id == MTCommandID(.rpcError, 0), frame.payload.count == 3,
      Array(frame.payload[1...]) == echoed
    else { return nil }
    return finish(.refused(code: frame.payload[0]))
  }

  mutating func expire(at now: MonotonicInstant) -> (owner: Owner, request: MTRequest, reply: MTReply)? {
    guard let deadline, deadline <= now else { return nil }
    return finish(.timedOut)
  }

  private mutating func finish(_ reply: MTReply) -> (owner: Owner, request: MTRequest, reply: MTReply)? {
    guard let current = inFlight else { return nil }
    inFlight = nil
    deadline = nil
    return (current.owner, current.request, reply)
  }

  /// Takes back what has not left.
  mutating func withdraw(_ owner: Owner) {
    for index in queues.indices {
      var kept = BoundedQueue<Waiting>(limit: Self.queueLimit)
      while let waiting = queues[index].popFirst() {
        if waiting.owner != owner { kept.append(waiting) }
      }
      queues[index] = kept
    }
  }

  /// Forgets everything; the owners are told by the caller, who knows why.
  mutating func reset() {
    for index in queues.indices { queues[index].removeAll() }
    inFlight = nil
    deadline = nil
  }
}
