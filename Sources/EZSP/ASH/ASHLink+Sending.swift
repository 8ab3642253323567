import SansIO

/// Frames that go out: window, acknowledgements, repetition.
extension ASHLink {
  /// Sends what may leave now.
  mutating func flush(at now: MonotonicInstant) {
    guard state == .connected, !isPaused else { return }
    if owesNegativeAcknowledgement {
      owesNegativeAcknowledgement = false
      owesAcknowledgement = false
      counters.sentNegativeAcknowledgements &+= 1
      transmit(.negativeAcknowledgement(expectedNumber, isNotReady: !isReady))
    }
    while unacknowledged.count < options.window, let payload = nextPayload() {
      unacknowledged.append(Unacknowledged(number: nextNumber, payload: payload, sentAt: now))
      transmitData(number: nextNumber, payload, isRetransmission: false)
      nextNumber = (nextNumber + 1) & 7
    }
    // A DATA frame acknowledges too, but cannot say "not ready".
    if owesAcknowledgement {
      owesAcknowledgement = false
      transmit(.acknowledgement(expectedNumber, isNotReady: !isReady))
    }
    if !unacknowledged.isEmpty, deadlines[.acknowledgement] == nil {
      deadlines[.acknowledgement] = now + timeout
    }
  }

  private mutating func nextPayload() -> [UInt8]? {
    responses.popFirst() ?? (peerIsReady ? callbacks.popFirst() : nil)
  }

  private mutating func transmitData(number: UInt8, _ payload: [UInt8], isRetransmission: Bool) {
    if isReady { owesAcknowledgement = false }
    transmit(
      .data(
        number: number, isRetransmission: isRetransmission, acknowledges: expectedNumber, payload: payload))
  }

  /// Takes the number that the other end expects next; false when it cannot be true.
  mutating func acknowledge(_ number: UInt8, at now: MonotonicInstant) -> Bool {
    let oldest = unacknowledged.first?.number ?? nextNumber
    let count = Int((number &- oldest) & 7)
    guard count <= unacknowledged.count else { return false }
    guard count > 0 else { return true }
    for frame in unacknowledged.prefix(count) where !frame.wasRepeated {
      measure(now - frame.sentAt)
    }
    unacknowledged.removeFirst(count)
    fruitlessTimeouts = 0
    deadlines[.acknowledgement] = unacknowledged.isEmpty ? nil : now + timeout
    return true
  }

  /// The time-out is 7/8 of what it was and half of what was measured (UG101 5.6), so it settles at four times
  /// the usual way there and back.
  private mutating func measure(_ roundTrip: TimeSpan) {
    timeout = clamped(timeout * 7 / 8 + roundTrip / 2)
  }

  private func clamped(_ span: TimeSpan) -> TimeSpan {
    min(max(span, options.shortestTimeout), options.longestTimeout)
  }

  mutating func repeatUnacknowledged(at now: MonotonicInstant) {
    guard !unacknowledged.isEmpty else { return }
    deadlines[.acknowledgement] = now + timeout
    guard !isPaused else { return }
    for index in unacknowledged.indices {
      unacknowledged[index].wasRepeated = true
      counters.repeatedFrames &+= 1
      transmitData(
        number: unacknowledged[index].number, unacknowledged[index].payload, isRetransmission: true)
    }
  }

  mutating func acknowledgementMissing(at now: MonotonicInstant) {
    guard state == .connected else { return }
    counters.timeouts &+= 1
    timeoutsInARow += 1
    fruitlessTimeouts += 1
    guard timeoutsInARow < options.timeoutLimit, fruitlessTimeouts < options.fruitlessTimeoutLimit else {
      if role == .coordinator { fail(.acknowledgementTimeout) } else { giveUp(.unacknowledged) }
      return
    }
    timeout = clamped(timeout * 2)
    repeatUnacknowledged(at: now)
  }

  // MARK: Flow control

  mutating func notePeer(isNotReady: Bool, at now: MonotonicInstant) {
    peerIsReady = !isNotReady
    deadlines[.peerReady] = isNotReady ? now + Self.notReadyLifetime : nil
  }

  mutating func pause(at now: MonotonicInstant) {
    guard state == .connected else { return }
    counters.pauses &+= 1
    isPaused = true
    deadlines[.pauseEnd] = now + Self.longestPause
  }

  mutating func resume() {
    isPaused = false
    deadlines[.pauseEnd] = nil
  }
}
