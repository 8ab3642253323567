import ByteCoding
import RadioInterface
import SansIO

/// The way of commands to the firmware: one in flight, the others wait by priority.
///
/// idle -> (send) -> in flight -> response | refusal | time-out -> idle. A response matches by sequence and frame
/// id; `invalidCommand` with the sequence of the command refuses it. Callbacks carry the last sequence too, so
/// they are told by their control bits first.
struct EZSPChannel: Sendable {
  /// Who asked, and gets the reply.
  enum Owner: Hashable, Sendable {
    case procedure
    case send(transaction: UInt8)
    /// The short address of a send's receiver.
    case lookUp(transaction: UInt8)
    case errand
    case watchdog
    case backup
    /// Nobody waits for the reply.
    case nobody
  }

  typealias Queue = RequestQueue<EZSPRequest, Owner>
  typealias Ended = (owner: Owner, request: EZSPRequest, reply: EZSPReply)

  enum Next {
    case frame([UInt8])
    /// This version has no such command.
    case ended(Ended)
  }

  static let queueLimit = Queue.limit
  /// Link-level repetitions included.
  static let timeout = TimeSpan.seconds(10)
  static let invalidCommandID: UInt16 = 0x0058

  /// The version that is spoken; until it is agreed on, the oldest layout.
  var version = EZSPVersion.oldest
  private var queue = Queue()
  private var sequence: UInt8 = 0
  private var idInFlight: UInt16 = 0

  var isIdle: Bool { queue.isIdle }
  var deadline: MonotonicInstant? { queue.deadline }
  func waitingCount(_ priority: Queue.Priority) -> Int { queue.waitingCount(priority) }

  mutating func enqueue(_ request: EZSPRequest, for owner: Owner, priority: Queue.Priority) -> Bool {
    queue.enqueue(request, for: owner, priority: priority)
  }

  mutating func next(at now: MonotonicInstant) -> Next? {
    guard let request = queue.start(at: now, timeout: { _ in Self.timeout }) else { return nil }
    sequence &+= 1
    let frame = EZSPSchema.standard.frame(
      request.name, .request, request.values, sequence: sequence, control: .command, version: version)
    guard let frame else { return finish(.refused(nil)).map { .ended($0) } }
    idInFlight = frame.id
    return .frame(frame.bytes(version.header))
  }

  /// The owner and reply when `frame`, which is no callback, ends the command in flight.
  mutating func accept(_ frame: EZSPFrame) -> Ended? {
    guard queue.inFlight != nil, frame.sequence == sequence else { return nil }
    let fields = EZSPSchema.standard.read(frame, version)
    if frame.id == idInFlight { return finish(.response(fields)) }
    guard frame.id == Self.invalidCommandID else { return nil }
    return finish(.refused(fields.status ?? EZSPStatus(.invalidCall, in: version)))
  }

  mutating func expire(at now: MonotonicInstant) -> Ended? {
    queue.isOverdue(at: now) ? finish(.timedOut) : nil
  }

  private mutating func finish(_ reply: EZSPReply) -> Ended? {
    queue.finish().map { ($0.owner, $0.request, reply) }
  }

  mutating func withdraw(_ owner: Owner) { queue.withdraw(owner) }

  /// Forgets everything; the owners are told by the caller, who knows why.
  mutating func reset() {
    queue.reset()
    version = .oldest
  }
}
