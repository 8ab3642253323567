import RadioInterface
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

  typealias Priority = RequestQueue<MTRequest, Owner>.Priority
  typealias Ended = (owner: Owner, request: MTRequest, reply: MTReply)

  static let queueLimit = RequestQueue<MTRequest, Owner>.limit
  static let usualTimeout = TimeSpan.seconds(6)
  static let pingTimeouts: [TimeSpan] = [.seconds(1), .milliseconds(2_500), .milliseconds(2_500)]

  private var queue = RequestQueue<MTRequest, Owner>()

  var isIdle: Bool { queue.isIdle }
  var deadline: MonotonicInstant? { queue.deadline }
  func waitingCount(_ priority: Priority) -> Int { queue.waitingCount(priority) }

  /// False when the queue is full: the request was not taken.
  mutating func enqueue(_ request: MTRequest, for owner: Owner, priority: Priority) -> Bool {
    queue.enqueue(request, for: owner, priority: priority)
  }

  /// The next frame for the wire, when none is in flight.
  mutating func nextFrame(at now: MonotonicInstant) -> UNPIFrame? {
    queue.start(at: now) { Self.timeout($0.timeout) }?.frame
  }

  private static func timeout(_ limit: MTRequest.TimeLimit) -> TimeSpan {
    switch limit {
    case .usual: usualTimeout
    case .ping(let round): pingTimeouts[min(max(round, 0), pingTimeouts.count - 1)]
    }
  }

  /// The owner and reply when `frame` ends the request in flight.
  mutating func accept(_ frame: UNPIFrame) -> Ended? {
    guard frame.type == .synchronousResponse, let current = queue.inFlight else { return nil }
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

  mutating func expire(at now: MonotonicInstant) -> Ended? {
    queue.isOverdue(at: now) ? finish(.timedOut) : nil
  }

  private mutating func finish(_ reply: MTReply) -> Ended? {
    queue.finish().map { ($0.owner, $0.request, reply) }
  }

  /// Takes back what has not left.
  mutating func withdraw(_ owner: Owner) { queue.withdraw(owner) }

  /// Forgets everything; the owners are told by the caller, who knows why.
  mutating func reset() { queue.reset() }
}
