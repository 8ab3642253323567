public import SansIO

/// Coming and going of the link.
extension MQTTSession {
  /// Connects now: at first, or because there is a reason to believe that waiting longer is of no use.
  public mutating func start(at now: MonotonicInstant) {
    guard state == .disconnected else { return }
    lastEvent = now
    if connectionNumber == 0 { beginLife(at: now) }
    deadlines[.retry] = nil
    state = .connecting
    connectionNumber += 1
    isStreamOpen = false
    isCongested = false
    codec = CodecContext(version: version, role: .client, strictness: configuration.strictness)
    deframer = PacketDeframer(
      packetLimit: configuration.limits.incomingPacketBytes, context: codec)
    server = ServerCapabilities()
    outgoingPacketLimit = .max
    life.connecting(at: now)
    deadlines[.opening] = now + configuration.timing.connectionDeadline
    emit(.openConnection)
  }

  /// The first event: only now is it known what time it is.
  private mutating func beginLife(at now: MonotonicInstant) {
    life.begin(at: now)
    outbox.startExpiry(at: now)
    armMessageExpiry()
  }

  /// The configuration of the next connection, with new credentials for instance. Another version, or another
  /// broker than the one a redirection pointed to, counts from then on.
  public mutating func reconfigure(_ configuration: SessionConfiguration) {
    if configuration.version != self.configuration.version {
      version = configuration.version
    }
    let isDurable = self.configuration.isDurable
    self.configuration = configuration
    self.configuration.isDurable = isDurable
  }

  /// Forgets where brokers have sent this client: the next connection goes to the configured one.
  public mutating func forgetRedirection() {
    redirection = nil
    permanentRedirection = nil
    redirections = 0
  }

  /// The stream to the broker is open.
  /// - Parameter randomness: ``authenticationRandomByteCount`` bytes that nobody can guess.
  public mutating func connectionOpened(randomness: [UInt8] = [], at now: MonotonicInstant) {
    guard state == .connecting, !isStreamOpen else { return }
    lastEvent = now
    isStreamOpen = true
    deadlines[.opening] = nil
    lastReceived = now
    let packet: ConnectPacket
    do {
      packet = try connectPacket(randomness)
    } catch {
      return closeLink(.authentication(error), at: now)
    }
    do {
      try transmit(.connect(packet), at: now)
      deadlines[.greeting] = now + configuration.timing.connectAcknowledgementDeadline
    } catch {
      closeLink(.invalidConfiguration(error), at: now)
    }
  }

  /// The stream ended or could not be opened.
  public mutating func connectionClosed(_ reason: DisconnectReason, at now: MonotonicInstant) {
    guard state != .disconnected else { return }
    lastEvent = now
    if state == .connecting, isStreamOpen, reason == .closedByBroker { stepDownAfterSilence() }
    linkLost(reason, at: now)
  }

  /// Whether the stream has more unsent bytes than it should: then only acknowledgements go out.
  public mutating func linkCongested(_ congested: Bool, at now: MonotonicInstant) {
    lastEvent = now
    if isCongested, !congested { uncongestedAt = now }
    isCongested = congested
    guard !congested, isLinkUp else { return }
    flushTransients(at: now)
    fillWindow(at: now)
    finishDrainIfDone(at: now)
  }

  /// Ends the session's life in good order: what is in flight gets ``SessionTiming/drainDeadline``, then
  /// DISCONNECT. Publishes go on to be stored. `start` begins a new life.
  ///
  /// With `keepingWill` the broker publishes the will: in 5.0 by DISCONNECT with reason 0x04, before that by a
  /// connection that ends without a word. `sessionExpiryInterval` changes what CONNECT said (5.0), but cannot
  /// give a session that was to end with its connection a longer life (clause 3.14.2.2.2).
  public mutating func drain(
    at now: MonotonicInstant, keepingWill: Bool = false, sessionExpiryInterval: UInt32? = nil
  ) {
    lastEvent = now
    farewell = keepingWill ? .keepingWill : .normal
    if let sessionExpiryInterval, version.hasProperties, life.expiryInterval != 0 {
      life.farewellInterval = sessionExpiryInterval
    }
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
    lastEvent = now
    while let name = deadlines.takeExpired(at: now) {
      switch name {
      case .retry: start(at: now)
      case .opening: closeLink(.connectionTimeout, at: now)
      case .greeting: closeLink(.connectAcknowledgementTimeout, at: now)
      case .keepAlive: checkKeepAlive(at: now)
      case .pingResponse: closeLink(.keepAliveTimeout, at: now)
      case .stable:
        backoff.stableTimePassed()
        redirections = 0
      case .subscribe: checkSubscribeDeadline(at: now)
      case .acknowledgement: checkAcknowledgementDeadline(at: now)
      case .drain: finishDrain(at: now)
      case .authentication: closeLink(.authenticationTimeout, at: now)
      case .messageExpiry: dropExpired(at: now)
      case .request: expireRequests(at: now)
      }
    }
  }

  /// Closes the stream from this side; a broker of 5.0 is told why. `isNextAtOnce`: the broker has said what to do
  /// instead, so there is nothing to wait for.
  mutating func closeLink(
    _ reason: DisconnectReason, isNextAtOnce: Bool = false, at now: MonotonicInstant
  ) {
    guard state != .disconnected else { return }
    if isLinkUp, version.hasProperties, let code = reason.farewell {
      sendFarewell(DisconnectPacket(reasonCode: code), at: now)
    }
    if reason == .drained || isLinkUp, let bytes = takeBytes() { emit(.transmit(bytes)) }
    emit(.closeConnection(reason))
    linkLost(reason, isNextAtOnce: isNextAtOnce, at: now)
  }

  /// A packet that cannot be written is left out: the connection ends anyway.
  private mutating func sendFarewell(_ packet: DisconnectPacket, at now: MonotonicInstant) {
    do { try transmit(.disconnect(packet), at: now) } catch { return }
  }

  private mutating func linkLost(
    _ reason: DisconnectReason, isNextAtOnce: Bool = false, at now: MonotonicInstant
  ) {
    let isWanted = state != .draining && reason != .drained
    let wasUp = isLinkUp
    state = .disconnected
    isStreamOpen = false
    authentication = nil
    _ = takeBytes()
    deadlines.clearConnection()
    inbox.connectionLost()
    for request in subscriptions.connectionLost() { identifiers.release(request.identifier) }
    outgoingAliases.reset(limit: 0)
    incomingAliases.reset(limit: 0)
    if wasUp { endLife(reason, at: now) }
    guard isWanted else { return emit(.disconnected(reason, retryAt: nil)) }
    if !isNextAtOnce { leaveRedirection(wasUp: wasUp) }
    let pause = backoff.lost(reason, timing: configuration.timing, using: &generator, at: now)
    if pause.isTakeover { emit(.diagnostic(.takeoverSuspected)) }
    let retryAt = isNextAtOnce ? now : now + pause.length
    deadlines[.retry] = retryAt
    emit(.disconnected(reason, retryAt: retryAt))
  }

  /// A redirection for now holds for one connection, one for good as long as there is somebody there.
  private mutating func leaveRedirection(wasUp: Bool) {
    if !wasUp { permanentRedirection = nil }
    redirection = permanentRedirection
  }

  /// The session lives on for its expiry interval.
  private mutating func endLife(_ reason: DisconnectReason, at now: MonotonicInstant) {
    if reason == .drained, let interval = life.farewellInterval { life.expiryInterval = interval }
    life.farewellInterval = nil
    life.disconnected(at: now)
    recordSession(isClosed: true)
  }

  mutating func recordSession(isClosed: Bool) {
    guard version.hasProperties else { return }
    change(
      .putSession(
        SessionRecord(
          assignedClientIdentifier: assignedClientIdentifier, expiryInterval: life.expiryInterval,
          isClosed: isClosed)))
  }

  mutating func finishDrainIfDone(at now: MonotonicInstant) {
    guard state == .draining, outbox.isEmpty, transients.isEmpty, pendingChanges.isEmpty,
      awaitingInbound.isEmpty
    else { return }
    finishDrain(at: now)
  }

  private mutating func finishDrain(at now: MonotonicInstant) {
    guard state == .draining else { return }
    var packet = DisconnectPacket()
    if version.hasProperties {
      if farewell == .keepingWill { packet.reasonCode = .disconnectWithWillMessage }
      packet.properties.sessionExpiryInterval = life.farewellInterval
      packet.properties.append(userProperties: configuration.disconnectUserProperties)
    }
    if farewell == .normal || version.hasProperties { sendFarewell(packet, at: now) }
    closeLink(.drained, at: now)
  }
}
