public import SansIO

/// What may cut a pause short: a message that waits to be sent, and a network that has come back. Neither can
/// become a storm.
///
/// Theory of operation. A message sent while disconnected causes at most one try in 60 s, however many come.
/// A change of the network for the better causes one at once, and then none for a hold-down of 2 s, in which
/// interfaces use to flap; what came in the hold-down counts once at its end.
public struct ConnectImpulses: Sendable {
  public struct Limits: Hashable, Sendable {
    public var betweenSends = TimeSpan.seconds(60)
    public var holdDown = TimeSpan.seconds(2)

    public init() {}
  }

  private let limits: Limits
  private var lastSend: MonotonicInstant?
  private var heldDownUntil: MonotonicInstant?
  private var isPending = false
  /// How many tries came of messages, of the network, and how many impulses were held back.
  public private(set) var counters = Counters()

  public struct Counters: Hashable, Sendable {
    public var fromSends: UInt64 = 0
    public var fromNetwork: UInt64 = 0
    public var heldBack: UInt64 = 0

    public init() {}
  }

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// When ``deadlinePassed(at:)`` wants to be called.
  public var nextDeadline: MonotonicInstant? { isPending ? heldDownUntil : nil }

  /// A message is to be sent and there is no connection; true: connect now.
  public mutating func messageWaits(at now: MonotonicInstant) -> Bool {
    if let lastSend, now < lastSend + limits.betweenSends {
      counters.heldBack += 1
      return false
    }
    lastSend = now
    counters.fromSends += 1
    return true
  }

  /// An address, a route or a link has come; true: connect now.
  public mutating func networkCame(at now: MonotonicInstant) -> Bool {
    if let heldDownUntil, now < heldDownUntil {
      counters.heldBack += 1
      isPending = true
      return false
    }
    return fire(at: now)
  }

  /// True: connect now.
  public mutating func deadlinePassed(at now: MonotonicInstant) -> Bool {
    guard isPending, let heldDownUntil, heldDownUntil <= now else { return false }
    return fire(at: now)
  }

  private mutating func fire(at now: MonotonicInstant) -> Bool {
    isPending = false
    heldDownUntil = now + limits.holdDown
    counters.fromNetwork += 1
    return true
  }
}
