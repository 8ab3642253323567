import SansIO

/// What the configuration says to the core.
package struct CoreConfiguration: Hashable, Sendable {
  /// `[gateway] id`.
  package var gatewayID: String
  package var security: SecurityConfiguration
  /// How many front doors keep critical events in a store of their own and say so with `eventStored`. With
  /// none, the core's own record is enough for the acknowledgement.
  package var durableFrontDoors: Int
  package var limits = CoreLimits()

  package init(
    gatewayID: String, security: SecurityConfiguration = SecurityConfiguration(), durableFrontDoors: Int = 0
  ) {
    self.gatewayID = gatewayID
    self.security = security
    self.durableFrontDoors = durableFrontDoors
  }
}

/// `[security]`.
package struct SecurityConfiguration: Hashable, Sendable {
  /// Who may call through the broker, besides the stored users.
  package var users: Set<String> = []
  /// Off: anybody who reaches the broker may call. On unless somebody decides otherwise.
  package var requiresKnownUser = true
  /// How old, or how far ahead, the timestamp of an unlock may be.
  package var freshness = TimeSpan.seconds(30)
  package var lockout = LockoutPolicy()

  package init() {}
}

/// How wrong PINs are slowed down.
package struct LockoutPolicy: Hashable, Sendable {
  package var attempts = 5
  package var window = TimeSpan.minutes(5)
  package var first = TimeSpan.seconds(60)
  package var longest = TimeSpan.hours(1)
  /// After this long without a wrong PIN the next lock-out is the first again.
  package var forgiveness = TimeSpan.hours(24)

  package init() {}
}

/// Bounds and times of the core.
package struct CoreLimits: Hashable, Sendable {
  /// Apps wait 10 s for a reply.
  package var replyTime = TimeSpan.seconds(9)
  /// How long a leaving device is waited for before it is forgotten without its help.
  package var removalTime = TimeSpan.seconds(6)
  /// Handled calls are remembered longer than a server keeps messages (7 days).
  package var callMemory = TimeSpan.hours(8 * 24)
  /// The same for calls without a timestamp, whose message numbers soon come again.
  package var undatedCallMemory = TimeSpan.seconds(30)
  package var rememberedCalls = 10_000
  /// How many times that many may be remembered while all are fresh; then calls are refused as busy.
  static let surgeFactor = 4
  package var activeCalls = 64
  package var activeCallsPerCaller = 16
  package var waitingRepeats = 4
  /// A switch that comes later than this is not what its caller still wants.
  package var controlAge = TimeSpan.minutes(5)
  package var pendingEvents = 2_048
  package var storageRetry = TimeSpan.seconds(5)
  package var valuesPerDevice = 512
  package var storedUsers = 256
  package var unknownCallers = 64
  package var auditedRefusalsPerMinute = 20
  package var eventBlock: Int64 = 1_000

  package init() {}
}
