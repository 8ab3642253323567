public import SansIO

/// How long to wait before the next try to connect.
///
/// Theory of operation. CONNACK alone proves nothing: brokers exist that greet and hang up. So a connection
/// counts as good only when it has lasted ``SessionTiming/stableAfter`` and something was asked and answered
/// on it; only then the count of failures begins anew, and only after such a connection the first try comes
/// at once.
///
///     failing(n) -> connected        connected
///     connected  -> good             stable time over and an exchange acknowledged, in any order
///     connected  -> failing(n + 1)   lost: waits step n of the policy of its class of failure
///     good       -> failing(0)       lost: the next try comes at once
///     any        -> failing(longest) taken over: two clients must not throw each other out in turns
public struct ConnectBackoff: Sendable {
  /// A connection that ends so soon after CONNACK was probably ended on purpose.
  public static let quickLoss = TimeSpan.seconds(5)
  /// So many quick losses in a row are taken for another client with the same identifier.
  public static let quickLossesOfATakeover = 3
  /// The first try after a good connection comes within this time: at once, but not all gateways of a
  /// restarted broker in one instant.
  public static let longestImmediatePause = TimeSpan.milliseconds(250)

  /// Whether a pause is that of the first try after a good connection.
  public static func isImmediate(_ pause: TimeSpan) -> Bool { pause <= longestImmediatePause }

  /// What is to be waited, and why.
  public struct Pause: Hashable, Sendable {
    public var length: TimeSpan
    /// The lost connection had been a good one: this try has cost nobody anything yet.
    public var isImmediate = false
    /// The loss looks like another client with the same identifier: somebody has to be told.
    public var isTakeover = false
  }

  /// Tries that failed, and connections that were lost before they were good, in a row.
  public private(set) var failures = 0
  private var connectedAt: MonotonicInstant?
  private var isStableTimeOver = false
  private var hasExchanged = false
  private var quickLosses = 0

  public init() {}

  /// Whether the present connection has proved itself.
  public var isGood: Bool { connectedAt != nil && isStableTimeOver && hasExchanged }

  public mutating func connected(at now: MonotonicInstant) {
    connectedAt = now
    isStableTimeOver = false
    hasExchanged = false
  }

  /// The connection has lasted ``SessionTiming/stableAfter``.
  public mutating func stableTimePassed() {
    isStableTimeOver = true
    resetIfGood()
  }

  /// The broker has answered something: a message, a subscription, a ping.
  public mutating func exchanged() {
    guard !hasExchanged else { return }
    hasExchanged = true
    resetIfGood()
  }

  private mutating func resetIfGood() {
    guard isGood else { return }
    failures = 0
    quickLosses = 0
  }

  /// A connection was lost or could not be made.
  public mutating func lost(
    _ reason: DisconnectReason, timing: SessionTiming, using generator: inout SeededGenerator,
    at now: MonotonicInstant
  ) -> Pause {
    let wasGood = isGood
    let lasted = connectedAt.map { now - $0 }
    connectedAt = nil
    let isTakeover = looksLikeTakeover(reason, after: lasted)
    if wasGood, reason.failureClass == .link, !isTakeover {
      let jitter = Int64(generator.next() % UInt64(Self.longestImmediatePause.nanoseconds))
      return Pause(length: TimeSpan(nanoseconds: jitter), isImmediate: true)
    }
    let policy = timing.retryPolicy(of: reason.failureClass)
    // The longest step keeps two clients from throwing each other out in turns every second.
    let step = isTakeover ? 1_000 : failures
    failures = min(failures + 1, 1_000)
    return Pause(length: policy.delay(attempt: step, using: &generator), isTakeover: isTakeover)
  }

  private mutating func looksLikeTakeover(_ reason: DisconnectReason, after lasted: TimeSpan?) -> Bool {
    if reason.failureClass == .takenOver { return true }
    guard let lasted else {
      // Nobody was there: whoever ended the connections before was the broker's own end.
      quickLosses = 0
      return false
    }
    guard reason == .closedByBroker, lasted < Self.quickLoss else { return false }
    quickLosses += 1
    return quickLosses.isMultiple(of: Self.quickLossesOfATakeover)
  }
}

extension SessionTiming {
  /// How tries follow each other after a failure of this class.
  public func retryPolicy(of failure: ConnectionFailureClass) -> RetryPolicy {
    switch failure {
    case .link, .serverBusy, .takenOver, .wanted: retry
    case .credentials: refusedCredentialsRetry
    case .configuration: refusedRetry
    }
  }
}
