import SansIO

/// CONNECT and what the broker answers.
extension MQTTSession {
  mutating func connectPacket(_ randomness: [UInt8]) throws(AuthenticationFailure) -> ConnectPacket {
    let name =
      configuration.clientIdentifier.isEmpty ? assignedClientIdentifier ?? "" : configuration.clientIdentifier
    var packet = ConnectPacket(
      version: version, clientIdentifier: name, cleanSession: startsClean, keepAlive: configuration.keepAlive,
      will: configuration.will, userName: configuration.userName, password: configuration.password)
    if version.hasProperties {
      packet.willDelayInterval = configuration.will == nil ? 0 : configuration.willDelayInterval
      packet.properties = try connectProperties(randomness)
    } else {
      packet.will?.properties = Properties()
    }
    return packet
  }

  /// Whether the broker is asked to forget. Before 5.0 an empty identifier is only allowed with a clean session
  /// (clause 3.1.3.1).
  var startsClean: Bool {
    if configuration.cleanSession || life.mustStartClean { return true }
    return !version.hasProperties && configuration.clientIdentifier.isEmpty
  }

  private var requestedExpiryInterval: UInt32 {
    configuration.sessionExpiryInterval ?? (configuration.cleanSession ? 0 : SessionLife.forever)
  }

  /// As many messages as the application may leave unaccepted.
  private var incomingWindow: UInt16 {
    UInt16(clamping: max(1, min(Int(configuration.receiveMaximum), configuration.limits.unacceptedMessages)))
  }

  private mutating func connectProperties(
    _ randomness: [UInt8]
  ) throws(AuthenticationFailure) -> Properties {
    var properties = Properties()
    if requestedExpiryInterval != 0 { properties.sessionExpiryInterval = requestedExpiryInterval }
    if incomingWindow != .max { properties.receiveMaximum = incomingWindow }
    properties.maximumPacketSize = UInt32(clamping: max(1, configuration.limits.incomingPacketBytes))
    if configuration.incomingTopicAliases > 0 {
      properties.topicAliasMaximum = configuration.incomingTopicAliases
    }
    if configuration.requestsResponseInformation { properties.requestResponseInformation = true }
    if !configuration.requestsProblemInformation { properties.requestProblemInformation = false }
    properties.userProperties = configuration.userProperties
    try beginAuthentication(into: &properties, randomness)
    return properties
  }

  // MARK: CONNACK

  mutating func connectAcknowledged(_ packet: ConnectAcknowledgement, at now: MonotonicInstant) {
    guard state == .connecting else {
      return closeLink(.protocolViolation(.unexpected(.connectAcknowledgement)), at: now)
    }
    guard packet.reasonCode == .success, packet.returnCode == .accepted else {
      return refused(packet, at: now)
    }
    if packet.sessionPresent, startsClean || (!life.isKnown && configuration.unknownSession == .discard) {
      life.mustStartClean = true
      return closeLink(.protocolViolation(.unexpectedSession), at: now)
    }
    if let reason = authenticationFailure(finishing: packet.properties) { return closeLink(reason, at: now) }
    accepted(packet, at: now)
  }

  private mutating func accepted(_ packet: ConnectAcknowledgement, at now: MonotonicInstant) {
    take(ServerCapabilities(packet.properties))
    life.connected(expiryInterval: version.hasProperties ? expiryInterval : legacyExpiryInterval)
    inbox.connected(connectionNumber)
    state = .connected
    farewell = .normal
    backoff.connected(at: now)
    counters.connections += 1
    deadlines[.greeting] = nil
    deadlines[.stable] = now + configuration.timing.stableAfter
    recordSession(isClosed: false)
    if let text = server.reasonString { emit(.diagnostic(.reason(.connectAcknowledgement, .success, text))) }
    emit(.connected(sessionPresent: packet.sessionPresent))
    if !packet.sessionPresent { sessionLost() }
    for filter in subscriptions.connected(sessionPresent: packet.sessionPresent) {
      emit(.unsubscribed(filter))
    }
    resumeInFlight(at: now)
    transmitSubscriptions(at: now)
    flushTransients(at: now)
    fillWindow(at: now)
    armKeepAlive(at: now)
  }

  private var expiryInterval: UInt32 { server.sessionExpiryInterval ?? requestedExpiryInterval }
  private var legacyExpiryInterval: UInt32 { startsClean ? 0 : SessionLife.forever }

  /// What holds for this connection.
  private mutating func take(_ capabilities: ServerCapabilities) {
    server = capabilities
    let limits = configuration.limits
    window = max(1, min(limits.inFlightWindow, Int(capabilities.receiveMaximum)))
    outgoingPacketLimit = min(limits.outgoingPacketBytes, Int(capabilities.maximumPacketSize), 268_435_460)
    keepAlive = capabilities.keepAlive ?? configuration.keepAlive
    if let name = capabilities.assignedClientIdentifier { assignedClientIdentifier = name }
    outgoingAliases.reset(
      limit: min(configuration.outgoingTopicAliases, capabilities.topicAliasMaximum))
    incomingAliases.reset(limit: version.hasProperties ? configuration.incomingTopicAliases : 0)
  }

  private mutating func refused(_ packet: ConnectAcknowledgement, at now: MonotonicInstant) {
    let text = packet.properties.reasonString
    let reason: DisconnectReason =
      version.hasProperties ? .rejected(packet.reasonCode, reasonString: text) : .refused(packet.returnCode)
    if packet.reasonCode == .unsupportedProtocolVersion, stepDown() {
      return closeLink(reason, isNextAtOnce: true, at: now)
    }
    let isSentElsewhere = redirect(packet.reasonCode, to: packet.properties.serverReference)
    tellRefusal(packet, text)
    closeLink(reason, isNextAtOnce: isSentElsewhere, at: now)
  }

  private mutating func tellRefusal(_ packet: ConnectAcknowledgement, _ text: String?) {
    if version.hasProperties {
      emit(.diagnostic(.connectionRejected(packet.reasonCode, reasonString: text)))
    }
    switch packet.returnCode {
    case .badUserNameOrPassword, .notAuthorized: emit(.diagnostic(.credentialsRefused(packet.returnCode)))
    default: if !version.hasProperties { emit(.diagnostic(.connectionRefused(packet.returnCode))) }
    }
  }

  // MARK: Another version, another broker

  /// The next connection speaks an older version, if the configuration allows one.
  private mutating func stepDown() -> Bool {
    guard let next = olderVersion else { return false }
    emit(.diagnostic(.versionRefused(version, next: next)))
    version = next
    return true
  }

  /// A broker that hangs up on CONNECT may do so because of the version: the versions are tried in turn.
  mutating func stepDownAfterSilence() {
    guard configuration.oldestVersion != nil else { return }
    if !stepDown() { version = configuration.version }
  }

  private var olderVersion: ProtocolVersion? {
    guard let oldest = configuration.oldestVersion,
      let next = ProtocolVersion(rawValue: version.rawValue - 1), next >= oldest
    else { return nil }
    return next
  }

  /// Whether the next connection goes, at once, to the place where the broker sends this client. Tells of it in
  /// any case.
  mutating func redirect(_ code: ReasonCode, to reference: String?) -> Bool {
    guard code == .useAnotherServer || code == .serverMoved, let reference, !reference.isEmpty else {
      return false
    }
    let isPermanent = code == .serverMoved
    let follows = configuration.followsRedirections && redirections < Self.longestRedirection
    emit(
      .redirected(
        ServerRedirection(reference: reference, isPermanent: isPermanent, isFollowed: follows)))
    guard follows else {
      if configuration.followsRedirections { emit(.diagnostic(.redirectedTooOften)) }
      forgetRedirection()
      return false
    }
    redirections += 1
    redirection = reference
    if isPermanent { permanentRedirection = reference }
    return true
  }
}
