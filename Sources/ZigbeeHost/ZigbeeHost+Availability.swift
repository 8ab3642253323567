import RadioInterface
import SansIO
import ZCL
import Zigbee

// Who is reachable. Any frame proves life; pings are few and spread over the network.
extension ZigbeeHost {
  static let seenInterval = TimeSpan.seconds(1)
  static let pingLimit = TimeSpan.seconds(10)

  mutating func heard(
    _ ieee: IEEEAddress, linkQuality: LinkQuality, signalStrength: Int8?, at now: Instants
  ) {
    guard let index = sessions.index(forKey: ieee) else { return }
    let news = sessions.values[index].heard(
      linkQuality: linkQuality, signalStrength: signalStrength, configuration: configuration, at: now)
    // The timer is left where it is: when it fires, the time that the session keeps decides.
    if timers[.availability(ieee)] == nil { timers[.availability(ieee)] = news.nextCheck }
    if let quality = news.quality {
      emit(.deviceSeen(ieee, linkQuality: quality, signalStrength: signalStrength))
    }
    if news.hasReturned { emit(.availabilityChanged(ieee, isAvailable: true)) }
    deviceSpoke(ieee, at: now)
  }

  private func silenceAllowed(for device: ZigbeeDevice) -> TimeSpan {
    device.isSleepy ? configuration.sleepySilence : configuration.mainsSilence
  }

  private mutating func jitter(_ span: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(generator.next() % UInt64(max(span.nanoseconds, 1))))
  }

  mutating func armAvailability(of ieee: IEEEAddress, at now: Instants) {
    guard let device = sessions[ieee]?.device else { return }
    arm(ieee, at: now.monotonic + silenceAllowed(for: device))
  }

  private mutating func arm(_ ieee: IEEEAddress, at due: MonotonicInstant) {
    sessions[ieee]?.availability.arm(at: due)
    timers[.availability(ieee)] = due
  }

  /// After the start the silence before counts, so nothing is pinged that was heard lately.
  mutating func seedAvailability(at now: Instants) {
    for ieee in sessions.keys.sorted() {
      guard let device = sessions[ieee]?.device else { continue }
      let silent = TimeSpan.milliseconds(
        max(0, now.wall.milliseconds &- device.lastSeen.milliseconds))
      let left = TimeSpan(
        nanoseconds: max(0, silenceAllowed(for: device).nanoseconds &- silent.nanoseconds))
      let spread = jitter(configuration.pingJitter)
      let wait = device.isSleepy ? max(left, configuration.sleepyGrace) : left + spread
      arm(ieee, at: now.monotonic + wait)
    }
  }

  /// While the adapter was away nobody could be heard.
  mutating func graceAfterOutage(at now: Instants) {
    for ieee in sessions.keys.sorted() {
      guard let session = sessions[ieee], let due = session.availability.dueAt else { continue }
      let grace = session.device.isSleepy ? configuration.sleepyGrace : jitter(configuration.pingJitter)
      if due < now.monotonic + grace { arm(ieee, at: now.monotonic + grace) }
    }
  }

  mutating func checkAvailability(of ieee: IEEEAddress, at now: Instants) {
    guard var session = sessions[ieee] else { return }
    // The watch may have been set before it was known that the device sleeps.
    if session.device.isSleepy, let heard = session.lastHeard {
      let allowed = heard + configuration.sleepySilence
      session.availability.arm(at: max(allowed, session.availability.dueAt ?? allowed))
    }
    if let due = session.availability.dueAt, due > now.monotonic {
      timers[.availability(ieee)] = due
      sessions[ieee] = session
      return
    }
    let due = session.availability.due(at: now.monotonic, isSleepy: session.device.isSleepy)
    sessions[ieee] = session
    switch due {
    case .nothing: break
    case .unavailable: markUnavailable(ieee)
    case .ping:
      pingsWaiting.append(ieee)
      if timers[.pings] == nil { timers[.pings] = max(now.monotonic, nextPing) }
    }
  }

  mutating func checkSoon(_ ieee: IEEEAddress, at now: Instants) {
    guard let session = sessions[ieee], !session.device.isSleepy, !session.availability.isPinging else {
      return
    }
    arm(ieee, at: now.monotonic + AvailabilityTracker.secondPingDelay)
  }

  private mutating func markUnavailable(_ ieee: IEEEAddress) {
    guard sessions[ieee]?.device.isAvailable == true else { return }
    sessions[ieee]?.device.isAvailable = false
    emit(.availabilityChanged(ieee, isAvailable: false))
  }

  /// One ping of the token bucket.
  mutating func sendNextPing(at now: Instants) {
    while !pingsWaiting.isEmpty {
      let ieee = pingsWaiting.removeFirst()
      guard let session = sessions[ieee], session.availability.isPinging else { continue }
      guard isUp else {
        pingUntried(ieee, at: now)
        continue
      }
      let endpoint =
        session.device.endpoint(serving: .basic)?.id ?? session.device.endpoints.first?.id
        ?? EndpointID(1)
      let request = ZCLRequest(
        device: ieee, endpoint: endpoint, cluster: .basic, operation: .read([Basic.Attribute.zclVersion.id]),
        priority: .poll)
      submit(.zcl(request), to: ieee, for: .ping, priority: .poll, limit: Self.pingLimit, at: now)
      nextPing = now.monotonic + configuration.pingSpacing
      if !pingsWaiting.isEmpty { timers[.pings] = nextPing }
      return
    }
  }

  mutating func pingEnded(of ieee: IEEEAddress, _ outcome: ExchangeOutcome, at now: Instants) {
    guard var session = sessions[ieee], session.availability.isPinging else { return }
    switch outcome {
    case .failed(.timedOut), .failed(.undelivered(.noAcknowledgement)),
      .failed(.undelivered(.noRoute)):
      let isGone = session.availability.pingFailed(
        at: now.monotonic, recheck: configuration.mainsSilence)
      timers[.availability(ieee)] = session.availability.dueAt
      sessions[ieee] = session
      if isGone { markUnavailable(ieee) }
    case .failed: pingUntried(ieee, at: now)
    case .zcl, .deviceObject, .delivered:
      session.availability.heard(nextCheck: now.monotonic + silenceAllowed(for: session.device))
      timers[.availability(ieee)] = session.availability.dueAt
      sessions[ieee] = session
    }
  }

  private mutating func pingUntried(_ ieee: IEEEAddress, at now: Instants) {
    let again = now.monotonic + .minutes(1) + jitter(configuration.pingJitter)
    sessions[ieee]?.availability.pingUntried(retryAt: again)
    timers[.availability(ieee)] = again
  }
}

extension DeviceSession {
  /// What a frame of the device tells beyond its content.
  struct Hearing {
    var nextCheck: MonotonicInstant?
    /// Set when it is time to tell that the device was seen.
    var quality: LinkQuality?
    var hasReturned: Bool
  }

  /// Notes, in place, that the device was heard.
  mutating func heard(
    linkQuality: LinkQuality, signalStrength: Int8?, configuration: HostConfiguration, at now: Instants
  ) -> Hearing {
    lastHeard = now.monotonic
    let awake = now.monotonic + configuration.awakeTime
    awakeUntil = max(awakeUntil ?? awake, awake)
    device.lastSeen = now.wall
    // Adapters do not tell it for every kind of message (ZNP: not for ZDO).
    if linkQuality.rawValue > 0 { device.linkQuality = linkQuality }
    if let signalStrength { device.signalStrength = signalStrength }
    let silence = device.isSleepy ? configuration.sleepySilence : configuration.mainsSilence
    availability.heard(nextCheck: now.monotonic + silence)
    let isDue = lastSeenReported.map { $0 + ZigbeeHost.seenInterval <= now.monotonic } ?? true
    if isDue { lastSeenReported = now.monotonic }
    let hasReturned = !device.isAvailable
    device.isAvailable = true
    return Hearing(
      nextCheck: availability.dueAt, quality: isDue ? device.linkQuality ?? linkQuality : nil,
      hasReturned: hasReturned)
  }
}
