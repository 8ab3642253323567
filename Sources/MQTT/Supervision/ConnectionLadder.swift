public import SansIO

/// Decides where the next try to connect goes, and as whom: what gets harder from step to step when it fails.
///
/// Theory of operation. The session says when a try begins (``ConnectBackoff``); the ladder says what it
/// tries. Each step has a limit of its own and gives way to the next when that is reached:
///
///     connected        -> resend            a good connection is lost: at once, same broker, same credentials
///     resend           -> reconnect         failed once: now with pauses
///     reconnect        -> freshCredentials  `reconnectAttempts` failed; or the credentials were refused
///     freshCredentials -> fallbackEndpoint  `credentialAttempts` failed
///     fallbackEndpoint -> fallbackEndpoint  `endpointAttempts` failed: the next endpoint of the list
///     fallbackEndpoint -> reconnect         the last endpoint failed too: from the beginning, with the first
///     any              -> connected         CONNACK
///
/// A step that has nothing to offer (a single endpoint) is passed over. While a fallback serves, the first
/// endpoint is looked at again from time to time, and the way back is taken when somebody answers there.
public struct ConnectionLadder: Sendable {
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    case connected
    case resend
    case reconnect
    case freshCredentials
    case fallbackEndpoint
  }

  public struct Limits: Hashable, Sendable {
    public var reconnectAttempts = 3
    public var credentialAttempts = 2
    /// For each endpoint but the first.
    public var endpointAttempts = 2
    /// How long a fallback serves before the first endpoint is looked at, and between two looks.
    public var returnAfter = TimeSpan.seconds(300)

    public init() {}
  }

  /// One try.
  public struct Attempt: Hashable, Sendable {
    /// Counts from 1.
    public var number: UInt64
    public var stage: Stage
    /// Its place in the list of endpoints.
    public var endpoint: Int
    /// What is cached has failed: ask where they come from.
    public var wantsFreshCredentials: Bool
  }

  public private(set) var stage = Stage.reconnect
  /// The one that serves, or is tried next.
  public private(set) var endpoint = 0
  /// When the first endpoint is to be looked at; nil while it serves, or nothing does.
  public private(set) var returnDue: MonotonicInstant?
  public private(set) var attempts: UInt64 = 0
  private let endpoints: Int
  private let limits: Limits
  private var failuresInStage = 0
  private var credentialsWereRefused = false
  /// All endpoints have failed in turn: now only the back-off decides about pauses.
  private var hasFailedEverywhere = false

  /// - Parameter endpoints: how many there are, the preferred one first.
  public init(endpoints: Int, limits: Limits = Limits()) {
    self.endpoints = max(endpoints, 1)
    self.limits = limits
  }

  public mutating func attemptBegins() -> Attempt {
    attempts += 1
    returnDue = nil
    return Attempt(
      number: attempts, stage: stage, endpoint: endpoint,
      wantsFreshCredentials: credentialsWereRefused || (stage == .freshCredentials && failuresInStage == 0))
  }

  public mutating func connected(at now: MonotonicInstant) {
    stage = .connected
    failuresInStage = 0
    credentialsWereRefused = false
    hasFailedEverywhere = false
    returnDue = endpoint == 0 ? nil : now + limits.returnAfter
  }

  /// A connection was lost, or a try failed. True when the pause may be skipped: the next try goes where
  /// nobody has been asked yet.
  public mutating func failed(_ reason: DisconnectReason, wasGood: Bool) -> Bool {
    returnDue = nil
    let failure = reason.failureClass
    if failure == .wanted { return false }
    if stage == .connected {
      enter(wasGood && failure == .link ? .resend : .reconnect)
      return false
    }
    failuresInStage += 1
    // No other step helps while another client has the identifier.
    guard failure != .takenOver else { return false }
    credentialsWereRefused = failure == .credentials
    if credentialsWereRefused, stage == .resend || stage == .reconnect {
      enter(.freshCredentials)
      return false
    }
    return climb()
  }

  /// Somebody answers at the first endpoint: the next try goes there.
  public mutating func returnToFirst() {
    endpoint = 0
    enter(.reconnect)
    returnDue = nil
  }

  /// Nobody answers there.
  public mutating func returnFailed(at now: MonotonicInstant) {
    guard endpoint != 0, stage == .connected else { return }
    returnDue = now + limits.returnAfter
  }

  private mutating func enter(_ next: Stage) {
    stage = next
    failuresInStage = 0
  }

  private mutating func climb() -> Bool {
    switch stage {
    case .connected: return false
    case .resend:
      enter(.reconnect)
      return false
    case .reconnect:
      if failuresInStage >= limits.reconnectAttempts { enter(.freshCredentials) }
      return false
    case .freshCredentials:
      return failuresInStage >= limits.credentialAttempts ? takeNextEndpoint() : false
    case .fallbackEndpoint:
      return failuresInStage >= limits.endpointAttempts ? takeNextEndpoint() : false
    }
  }

  private mutating func takeNextEndpoint() -> Bool {
    credentialsWereRefused = false
    endpoint = (endpoint + 1) % endpoints
    guard endpoint != 0 else {
      hasFailedEverywhere = true
      enter(.reconnect)
      return false
    }
    enter(.fallbackEndpoint)
    return !hasFailedEverywhere
  }
}
