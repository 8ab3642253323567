public import SansIO

/// Coming and going of the link.
extension MQTTSession {
  /// Connects now: at first, or because there is a reason to believe that waiting longer is of no use.
  public mutating func start(at now: MonotonicInstant) {
    guard state == .disconnected else { return }
    deadlines[.retry] = nil
    state = .connecting
    connectionNumber += 1
    isStreamOpen = false
    isCongested = false
    deframer = PacketDeframer(packetLimit: configuration.limits.incomingPacketBytes)
    deadlines[.opening] = now + configuration.timing.connectionDeadline
    emit(.openConnection)
  }

  /// The configuration of the next connection, with new credentials for instance.
  public mutating func reconfigure(_ configuration: SessionConfiguration) {
    self.configuration = configuration
  }

  /// The stream to the broker is open.
  public mutating func connectionOpened(at now: MonotonicInstant) {
    guard state == .connecting, !isStreamOpen else { return }
    isStreamOpen = true
    deadlines[.opening] = nil
    lastReceived = now
    do {
      try transmit(.connect(configuration.connectPacket), at: now)
      deadlines[.greeting] = now + configuration.timing.connectAcknowledgementDeadline
    } catch {
      closeLink(.invalidConfiguration(error), at: now)
    }
  }

  /// The stream ended or could not be opened.
  public mutating func connectionClosed(_ reason: DisconnectReason, at now: MonotonicInstant) {
    guard state != .disconnected else { return }
    linkLost(reason, at: now)
  }

  /// Whether the stream has more unsent bytes than it should: then only acknowledgements go out.
  public mutating func linkCongested(_ congested: Bool, at now: MonotonicInstant) {
    if isCongested, !congested { uncongestedAt = now }
    isCongested = congested
    guard !congested, isLinkUp else { return }
    flushTransients(at: now)
    fillWindow(at: now)
    finishDrainIfDone(at: now)
  }

  /// Ends the session's life in good order: what is in flight gets ``SessionTiming/drainDeadline``, then
  /// DISCONNECT. Publishes go on to be stored. `start` begins a new life.
  public mutating func drain(at now: MonotonicInstant) {
    switch state {
    case .connected:
      state = .draining
      deadlines[.drain] = now + configuration.timing.drainDeadline
      finishDrainIfDone(at: now)
    case .connecting:
      closeLink(.drained, at: now)
    case .disconnected:
      deadlines[.retry] = nil
      emit(.disconnected(.drained, retryAt: nil))
    case .draining:
      break
    }
  }

  public mutating func deadlinePassed(at now: MonotonicInstant) {
    while let name = deadlines.takeExpired(at: now) {
      switch name {
      case .retry: start(at: now)
      case .opening: closeLink(.connectionTimeout, at: now)
      case .greeting: closeLink(.connectAcknowledgementTimeout, at: now)
      case .keepAlive: checkKeepAlive(at: now)
      case .pingResponse: closeLink(.keepAliveTimeout, at: now)
      case .stable: backoff.stableTimePassed()
      case .subscribe: checkSubscribeDeadline(at: now)
      case .acknowledgement: checkAcknowledgementDeadline(at: now)
      case .drain: finishDrain(at: now)
      }
    }
  }

  var isLinkUp: Bool { state == .connected || state == .draining }

  mutating func connectAcknowledged(_ packet: ConnectAcknowledgement, at now: MonotonicInstant) {
    guard state == .connecting else {
      return closeLink(.protocolViolation(.unexpected(.connectAcknowledgement)), at: now)
    }
    guard packet.returnCode == .accepted else { return refused(packet.returnCode, at: now) }
    guard !packet.sessionPresent || !configuration.startsClean else {
      return closeLink(.protocolViolation(.unexpectedSession), at: now)
    }
    state = .connected
    backoff.connected(at: now)
    counters.connections += 1
    deadlines[.greeting] = nil
    deadlines[.stable] = now + configuration.timing.stableAfter
    emit(.connected(sessionPresent: packet.sessionPresent))
    if !packet.sessionPresent { sessionLost() }
    for filter in subscriptions.connected(sessionPresent: packet.sessionPresent) {
      emit(.unsubscribed(filter))
    }
    transmitDue(at: now)
    transmitSubscriptions(at: now)
    flushTransients(at: now)
    fillWindow(at: now)
    armKeepAlive(at: now)
  }

  private mutating func refused(_ code: ConnectReturnCode, at now: MonotonicInstant) {
    switch code {
    case .badUserNameOrPassword, .notAuthorized: emit(.diagnostic(.credentialsRefused(code)))
    default: emit(.diagnostic(.connectionRefused(code)))
    }
    closeLink(.refused(code), at: now)
  }

  /// Closes the stream from this side.
  mutating func closeLink(_ reason: DisconnectReason, at now: MonotonicInstant) {
    guard state != .disconnected else { return }
    if reason == .drained, let bytes = takeBytes() { emit(.transmit(bytes)) }
    emit(.closeConnection(reason))
    linkLost(reason, at: now)
  }

  private mutating func linkLost(_ reason: DisconnectReason, at now: MonotonicInstant) {
    let isWanted = state != .draining && reason != .drained
    state = .disconnected
    isStreamOpen = false
    _ = takeBytes()
    deadlines = Deadlines()
    inbox.connectionLost()
    for request in subscriptions.connectionLost() { identifiers.release(request.identifier) }
    guard isWanted else { return emit(.disconnected(reason, retryAt: nil)) }
    let pause = backoff.lost(reason, timing: configuration.timing, using: &generator, at: now)
    if pause.isTakeover { emit(.diagnostic(.takeoverSuspected)) }
    let retryAt = now + pause.length
    deadlines[.retry] = retryAt
    emit(.disconnected(reason, retryAt: retryAt))
  }

  mutating func finishDrainIfDone(at now: MonotonicInstant) {
    guard state == .draining, outbox.isEmpty, transients.isEmpty, pendingChanges.isEmpty,
      awaitingInbound.isEmpty
    else { return }
    finishDrain(at: now)
  }

  private mutating func finishDrain(at now: MonotonicInstant) {
    guard state == .draining else { return }
    respond(.normalDisconnection, at: now)
    closeLink(.drained, at: now)
  }
}
