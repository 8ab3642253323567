import SansIO

/// One end of an ASH version 2 link (UG101): frames in order, each once, over a serial line that loses and
/// damages bytes. The host's end by default; the other end is what simulators need.
///
/// Theory of operation. DATA frames carry a number modulo 8 and acknowledge what came. Up to `window` of them are
/// on their way; when the oldest is not acknowledged in time, or refused, it and all behind it are sent again. The
/// receiver takes only the number that it expects. The first frame out of order is refused with one NAK; after
/// that it stays silent until the expected one comes (the reject state), since one NAK for each frame of a window
/// would make the sender repeat the whole window as often.
///
///     closed -(open)-> connecting -(RSTACK)-> connected
///     connecting -(no RSTACK, attempts used up)-> failed
///     connected -(ERROR, RSTACK unasked, time-outs)-> failed
///     the other end: closed -(acknowledgeReset)-> connected -(RST)-> closed
///
/// Acknowledgements leave at the end of each call, so they never wait for an application.
package struct ASHLink: Sendable {
  package enum Role: Hashable, Sendable {
    case host
    case coordinator
  }

  package enum Output: Hashable, Sendable {
    case transmit([UInt8])
    /// The other end has started anew and waits for frames.
    case connected(ASHResetCode)
    case received([UInt8])
    /// The host asks for a reset (coordinator's end only): answer with `acknowledgeReset`.
    case resetRequested
    case failed(ASHFailure)
  }

  enum State: Hashable, Sendable {
    case closed
    case connecting(attempt: Int)
    case connected
    case failed
  }

  enum DeadlineName: Hashable, Sendable {
    case resetAnswer
    case acknowledgement
    case notReadyRenewal
    /// The other end's "not ready" is over, though it did not say so.
    case peerReady
    case pauseEnd
  }

  struct Unacknowledged: Sendable {
    var number: UInt8
    var payload: [UInt8]
    var sentAt: MonotonicInstant
    var wasRepeated = false
  }

  static let queueLimit = 256
  static let outputLimit = 65_536
  /// Behind an XOFF the line may stay still this long; a stray one must not silence it for ever.
  static let longestPause = TimeSpan.seconds(1)
  /// "Not ready" holds this long and is renewed in time (UG101 5.3).
  static let notReadyLifetime = TimeSpan.milliseconds(1_000)
  static let notReadyRenewal = TimeSpan.milliseconds(480)
  /// Cancel bytes before a reset: what stands half in the other end's buffer is thrown away.
  static let cancelBytes = [UInt8](repeating: ASHReservedByte.cancel, count: 32)

  let role: Role
  let options: ASHOptions
  var state = State.closed
  var deframer = ASHDeframer()
  var deadlines = Deadlines<DeadlineName>()
  var outputs = BoundedQueue<Output>(limit: outputLimit)

  // Sending.
  var responses = BoundedQueue<[UInt8]>(limit: queueLimit)
  var callbacks = BoundedQueue<[UInt8]>(limit: queueLimit)
  var unacknowledged: [Unacknowledged] = []
  var nextNumber: UInt8 = 0
  var timeout: TimeSpan
  var timeoutsInARow = 0
  var fruitlessTimeouts = 0
  var isPaused = false
  var peerIsReady = true

  // Receiving.
  var expectedNumber: UInt8 = 0
  var isRejecting = false
  var owesAcknowledgement = false
  var owesNegativeAcknowledgement = false
  var isReady = true
  /// A DATA frame came since the link was connected.
  var hasHeardData = false

  package internal(set) var counters = ASHCounters()

  package init(role: Role = .host, options: ASHOptions = ASHOptions()) {
    self.role = role
    self.options = options
    timeout = options.firstTimeout
  }

  package var isConnected: Bool { state == .connected }
  /// Frames that have not been acknowledged yet.
  package var unsentCount: Int { responses.count + callbacks.count + unacknowledged.count }
  package var damagedFrames: UInt64 { deframer.rejectedFrames }
  package var droppedBytes: UInt64 { deframer.droppedBytes }

  // MARK: What the owner calls

  /// The host's end: resets the other end and begins anew. What was under way is forgotten.
  package mutating func open(at now: MonotonicInstant) {
    start()
    deframer.discard()
    requestReset(attempt: 1, at: now)
  }

  /// The coordinator's end, after a reset.
  package mutating func acknowledgeReset(_ code: ASHResetCode, at now: MonotonicInstant) {
    start()
    state = .connected
    transmit(.resetAcknowledgement(version: ASHFrame.version, code: code.rawValue))
  }

  /// The coordinator's end: gives up, as firmware does after an assertion or too many time-outs.
  package mutating func fail(_ code: ASHResetCode) {
    start()
    state = .failed
    transmit(.error(version: ASHFrame.version, code: code.rawValue))
  }

  package mutating func close() {
    start()
    state = .closed
    deframer.discard()
    outputs.removeAll()
  }

  /// False when the queue is full or the link is not connected: the frame was not taken. A callback waits while
  /// the host is not ready, everything else does not.
  package mutating func send(_ payload: [UInt8], isCallback: Bool = false, at now: MonotonicInstant) -> Bool {
    guard state == .connected, payload.count <= ASHFrame.longestPayload,
      payload.count >= ASHFrame.shortestPayload
    else { return false }
    guard isCallback ? callbacks.append(payload) : responses.append(payload) else { return false }
    flush(at: now)
    return true
  }

  /// Tells the other end whether callbacks can be taken.
  package mutating func setReady(_ ready: Bool, at now: MonotonicInstant) {
    guard ready != isReady, state == .connected else { return }
    isReady = ready
    deadlines[.notReadyRenewal] = ready ? nil : now + Self.notReadyRenewal
    owesAcknowledgement = true
    flush(at: now)
  }

  package mutating func bytesReceived(_ bytes: some Sequence<UInt8>, at now: MonotonicInstant) {
    guard state != .closed || role == .coordinator else { return }
    deframer.append(bytes)
    while let item = deframer.nextItem() {
      switch item {
      case .frame(let frame): take(frame, at: now)
      case .rejected: takeDamaged()
      case .xoff: pause(at: now)
      case .xon: resume()
      }
    }
    flush(at: now)
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    while let name = deadlines.takeExpired(at: now) {
      switch name {
      case .resetAnswer: resetUnanswered(at: now)
      case .acknowledgement: acknowledgementMissing(at: now)
      case .notReadyRenewal:
        owesAcknowledgement = true
        deadlines[.notReadyRenewal] = now + Self.notReadyRenewal
      case .peerReady: peerIsReady = true
      case .pauseEnd: resume()
      }
    }
    flush(at: now)
  }

  package mutating func nextOutput() -> Output? { outputs.popFirst() }
  package var nextDeadline: MonotonicInstant? { deadlines.next }

  // MARK: What the parts share

  mutating func output(_ output: Output) { outputs.append(output) }

  mutating func transmit(_ frame: ASHFrame) {
    counters.sentFrames &+= 1
    output(.transmit(frame.wireBytes))
  }

  mutating func giveUp(_ failure: ASHFailure) {
    start()
    state = .failed
    output(.failed(failure))
  }

  /// Numbers and queues as after a reset.
  mutating func start() {
    deadlines = Deadlines()
    responses.removeAll()
    callbacks.removeAll()
    unacknowledged.removeAll()
    nextNumber = 0
    timeout = options.firstTimeout
    timeoutsInARow = 0
    fruitlessTimeouts = 0
    isPaused = false
    peerIsReady = true
    expectedNumber = 0
    isRejecting = false
    owesAcknowledgement = false
    owesNegativeAcknowledgement = false
    isReady = true
    hasHeardData = false
  }
}
