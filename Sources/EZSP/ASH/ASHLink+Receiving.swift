import SansIO

/// Frames that come in.
extension ASHLink {
  mutating func take(_ frame: ASHFrame, at now: MonotonicInstant) {
    counters.receivedFrames &+= 1
    switch (role, frame) {
    case (.coordinator, .reset): resetReceived()
    case (.host, .resetAcknowledgement(let version, let code)):
      resetAnswered(version: version, ASHResetCode(rawValue: code))
    case (.host, .error(_, let code)):
      if state == .connected { giveUp(.error(ASHResetCode(rawValue: code))) }
    case (_, .data(let number, let isRetransmission, let acknowledges, let payload)):
      guard isListening() else { return }
      takeData(number, payload, isRetransmission: isRetransmission, acknowledges: acknowledges, at: now)
    case (_, .acknowledgement(let number, let isNotReady)):
      guard isListening() else { return }
      notePeer(isNotReady: isNotReady, at: now)
      _ = acknowledge(number, at: now)
    case (_, .negativeAcknowledgement(let number, let isNotReady)):
      guard isListening() else { return }
      counters.receivedNegativeAcknowledgements &+= 1
      notePeer(isNotReady: isNotReady, at: now)
      if acknowledge(number, at: now) { repeatUnacknowledged(at: now) }
    default: break
    }
  }

  /// Whatever comes before the handshake is left over from before.
  private mutating func isListening() -> Bool {
    if state == .connected {
      timeoutsInARow = 0
      return true
    }
    counters.framesBeforeHandshake &+= 1
    return false
  }

  mutating func takeDamaged() {
    counters.damagedFrames &+= 1
    if state == .connected { reject() }
  }

  private mutating func takeData(
    _ number: UInt8, _ payload: [UInt8], isRetransmission: Bool, acknowledges: UInt8,
    at now: MonotonicInstant
  ) {
    guard acknowledge(acknowledges, at: now) else { return reject() }
    hasHeardData = true
    if number == expectedNumber {
      expectedNumber = (expectedNumber + 1) & 7
      isRejecting = false
      owesNegativeAcknowledgement = false
      owesAcknowledgement = true
      output(.received(payload))
    } else if isRetransmission {
      // It was here; the acknowledgement was lost.
      counters.duplicates &+= 1
      owesAcknowledgement = true
    } else {
      counters.outOfOrder &+= 1
      reject()
    }
  }

  private mutating func reject() {
    guard !isRejecting else { return }
    isRejecting = true
    owesNegativeAcknowledgement = true
  }

  // MARK: Resets

  private mutating func resetReceived() {
    start()
    state = .closed
    output(.resetRequested)
  }

  private mutating func resetAnswered(version: UInt8, _ code: ASHResetCode) {
    switch state {
    case .connecting: break
    // A second answer before anything was said: one reset was asked for twice, or an old answer came first.
    case .connected where !hasHeardData && code == .software: break
    case .connected: return giveUp(.reset(code))
    case .closed, .failed: return
    }
    guard version == ASHFrame.version else { return giveUp(.version(version)) }
    start()
    state = .connected
    output(.connected(code))
  }

  mutating func requestReset(attempt: Int, at now: MonotonicInstant) {
    state = .connecting(attempt: attempt)
    deadlines[.resetAnswer] = now + options.resetTimeout
    output(.transmit(Self.cancelBytes))
    transmit(.reset)
  }

  mutating func resetUnanswered(at now: MonotonicInstant) {
    guard case .connecting(let attempt) = state else { return }
    guard attempt < options.resetAttempts else {
      return giveUp(
        .noAnswer(heardSomething: deframer.droppedBytes > 0 || deframer.pendingByteCount > 0))
    }
    requestReset(attempt: attempt + 1, at: now)
  }
}
