public import SansIO

/// An enhanced authentication that is under way, or that has been and may be repeated.
struct AuthenticationExchange: Sendable {
  var steps: any EnhancedAuthentication
  /// Whether the server may send AUTH.
  var isOpen = true
  var isRepeated = false
}

/// Enhanced authentication (5.0, clause 4.12).
extension MQTTSession {
  /// Bytes that nobody can guess, which the next authentication needs.
  public var authenticationRandomByteCount: Int { configuration.authentication?.randomByteCount ?? 0 }

  mutating func beginAuthentication(
    into properties: inout Properties, _ randomness: [UInt8]
  ) throws(AuthenticationFailure) {
    guard var steps = configuration.authentication else { return }
    properties.authenticationMethod = steps.methodName
    properties.authenticationData = try steps.begin(randomness: randomness)
    authentication = AuthenticationExchange(steps: steps)
  }

  /// Authenticates anew on a connection that has been authenticated by the same method; false when there is none,
  /// or when that is under way already. Success is told by `.reauthenticated`; failure ends the connection.
  /// - Parameter randomness: ``authenticationRandomByteCount`` bytes that nobody can guess.
  @discardableResult
  public mutating func reauthenticate(randomness: [UInt8] = [], at now: MonotonicInstant) -> Bool {
    lastEvent = now
    guard state == .connected, let exchange = authentication, !exchange.isOpen,
      var steps = configuration.authentication, steps.methodName == exchange.steps.methodName
    else { return false }
    var packet = AuthenticationPacket(reasonCode: .reAuthenticate)
    packet.properties.authenticationMethod = steps.methodName
    do {
      packet.properties.authenticationData = try steps.begin(randomness: randomness)
    } catch {
      closeLink(.authentication(error), at: now)
      return false
    }
    authentication = AuthenticationExchange(steps: steps, isRepeated: true)
    deadlines[.authentication] = now + configuration.timing.acknowledgementDeadline
    respond(.authentication(packet), at: now)
    return true
  }

  mutating func authenticationReceived(_ packet: AuthenticationPacket, at now: MonotonicInstant) {
    guard let exchange = authentication, exchange.isOpen,
      packet.properties.authenticationMethod == exchange.steps.methodName
    else { return closeLink(.protocolViolation(.authentication), at: now) }
    switch packet.reasonCode {
    case .continueAuthentication: answer(packet.properties.authenticationData, exchange, at: now)
    case .success where exchange.isRepeated:
      if let reason = authenticationFailure(finishing: packet.properties) {
        return closeLink(reason, at: now)
      }
      deadlines[.authentication] = nil
      emit(.reauthenticated)
    default: closeLink(.protocolViolation(.authentication), at: now)
    }
  }

  private mutating func answer(
    _ challenge: [UInt8]?, _ exchange: AuthenticationExchange, at now: MonotonicInstant
  ) {
    var exchange = exchange
    var packet = AuthenticationPacket(reasonCode: .continueAuthentication)
    do {
      packet.properties.authenticationMethod = exchange.steps.methodName
      packet.properties.authenticationData = try exchange.steps.respond(to: challenge ?? [])
    } catch {
      return closeLink(.authentication(error), at: now)
    }
    authentication = exchange
    respond(.authentication(packet), at: now)
  }

  /// What is wrong with the success that the server declares; nil when it has proved itself, or when no
  /// authentication was asked for.
  mutating func authenticationFailure(finishing properties: Properties) -> DisconnectReason? {
    guard var exchange = authentication else {
      return properties.authenticationMethod == nil ? nil : .protocolViolation(.authentication)
    }
    guard properties.authenticationMethod == exchange.steps.methodName else {
      return .protocolViolation(.authentication)
    }
    do {
      try exchange.steps.finish(with: properties.authenticationData ?? [])
    } catch {
      return .authentication(error)
    }
    exchange.isOpen = false
    authentication = exchange
    return nil
  }
}
