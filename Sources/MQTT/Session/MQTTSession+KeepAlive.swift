public import SansIO

/// Watching the link.
///
/// PINGREQ leaves when nothing went out, or nothing came in, for three quarters of the interval; any byte is
/// an answer. So a half-open link is found within 1.25 intervals, also by a client that only sends.
/// The deadlines are looked at lazily: traffic moves two instants, not timers.
extension MQTTSession {
  private var pingPause: TimeSpan { .seconds(Int64(keepAlive)) * 3 / 4 }

  mutating func armKeepAlive(at now: MonotonicInstant) {
    guard keepAlive > 0 else { return }
    deadlines[.keepAlive] = min(lastSent, lastReceived) + pingPause
  }

  mutating func checkKeepAlive(at now: MonotonicInstant) {
    guard isLinkUp, keepAlive > 0 else { return }
    let due = min(lastSent, lastReceived) + pingPause
    guard due <= now else { return deadlines[.keepAlive] = due }
    ping(at: now)
    // Silence is the ping deadline's affair now; sending has its own pause.
    deadlines[.keepAlive] = now + pingPause
  }

  /// Asks the broker for a sign of life now: something has happened (a jump of the clock, a suspend) after
  /// which the link may be dead without a word.
  public mutating func checkLink(at now: MonotonicInstant) {
    lastEvent = now
    guard isLinkUp, deadlines[.pingResponse] == nil else { return }
    ping(at: now)
  }

  private mutating func ping(at now: MonotonicInstant) {
    respond(.pingRequest, at: now)
    let longest = configuration.timing.longestPingWait
    let half = TimeSpan.seconds(Int64(keepAlive)) / 2
    deadlines[.pingResponse] = now + (keepAlive > 0 ? min(half, longest) : longest)
  }

  mutating func checkSubscribeDeadline(at now: MonotonicInstant) {
    guard let oldest = subscriptions.oldestRequest else { return }
    let due = answerDue(from: oldest, within: configuration.timing.subscribeDeadline, at: now)
    guard due <= now else { return deadlines[.subscribe] = due }
    closeLink(.subscribeTimeout, at: now)
  }

  mutating func checkAcknowledgementDeadline(at now: MonotonicInstant) {
    guard let oldest = outbox.oldestUnanswered(on: connectionNumber) else { return }
    let due = answerDue(from: oldest, within: configuration.timing.acknowledgementDeadline, at: now)
    guard due <= now else { return deadlines[.acknowledgement] = due }
    closeLink(.acknowledgementTimeout, at: now)
  }

  /// An answer can only be late when the question has left: on a slow link it may still be on its way out,
  /// and breaking the link would only send it again from the beginning.
  private func answerDue(
    from sent: MonotonicInstant, within limit: TimeSpan, at now: MonotonicInstant
  ) -> MonotonicInstant {
    max(sent, isCongested ? now : uncongestedAt) + limit
  }
}
