public import SansIO

/// Messages on their way out.
extension MQTTSession {
  /// Publishes a message. QoS 1 and 2: durable first (`.stored`), then sent until `.delivered`. QoS 0: sent
  /// if there is a connection, kept in memory while that is congested, else dropped, or kept too if
  /// `keepWhileOffline`. False when it was dropped or refused at once; the reason comes as `.dropped`.
  @discardableResult
  public mutating func publish(
    _ message: Message, tag: PublishTag = .none, keepWhileOffline: Bool = false, at now: MonotonicInstant
  ) -> Bool {
    counters.published += 1
    // Fixed header of at most 5 bytes, length of the topic, identifier.
    guard message.byteCount + 9 <= min(configuration.limits.outgoingPacketBytes, 268_435_455) else {
      return drop(tag, .tooLarge)
    }
    return message.qos == .atMostOnce
      ? publishTransient(message, tag: tag, keepWhileOffline: keepWhileOffline, at: now)
      : publishDurable(message, tag: tag)
  }

  @discardableResult
  private mutating func drop(_ tag: PublishTag, _ reason: DropReason) -> Bool {
    counters.dropped += 1
    emit(.dropped(tag, reason))
    return false
  }

  private mutating func publishTransient(
    _ message: Message, tag: PublishTag, keepWhileOffline: Bool, at now: MonotonicInstant
  ) -> Bool {
    if isLinkUp, !isCongested, transients.isEmpty {
      respond(.publish(PublishPacket(message: message)), at: now)
      return true
    }
    guard isLinkUp || keepWhileOffline else { return drop(tag, .offline) }
    let limits = configuration.limits
    func overflows() -> Bool {
      transients.count >= transients.limit
        || transientBytes + message.byteCount > limits.transientQueueBytes
    }
    while overflows(), limits.transientOverflow == .dropOldest, let oldest = takeTransient() {
      drop(oldest.1, .transientQueueFull)
    }
    guard !overflows() else { return drop(tag, .transientQueueFull) }
    transients.append((message, tag))
    transientBytes += message.byteCount
    return true
  }

  private mutating func takeTransient() -> (Message, PublishTag)? {
    guard let oldest = transients.popFirst() else { return nil }
    transientBytes -= oldest.0.byteCount
    return oldest
  }

  mutating func flushTransients(at now: MonotonicInstant) {
    while isLinkUp, !isCongested, let (message, _) = takeTransient() {
      respond(.publish(PublishPacket(message: message)), at: now)
    }
  }

  private mutating func publishDurable(_ message: Message, tag: PublishTag) -> Bool {
    guard outbox.accepts(message, limits: configuration.limits) else { return drop(tag, .durableQueueFull) }
    var record = outbox.makeRecord(message, tag: tag)
    awaitingStored.append((currentTicket, tag))
    if outbox.waitingCount == 0, let identifier = takeWindowPlace() {
      record.stage = .published
      record.packetIdentifier = identifier
      appendInFlight(record, identifier)
    } else {
      outbox.wait(record)
    }
    change(.insert(record))
    return true
  }

  /// A packet identifier for one more message in flight; nil when there is no connection or no place.
  private mutating func takeWindowPlace() -> PacketIdentifier? {
    guard isLinkUp, !isCongested, outbox.inFlight.count < configuration.limits.inFlightWindow else {
      return nil
    }
    return identifiers.allocate()
  }

  private mutating func appendInFlight(_ record: OutgoingRecord, _ identifier: PacketIdentifier) {
    outbox.inFlight.append(
      Outbox.InFlight(
        record: record, identifier: identifier, ticket: currentTicket, maySent: false, mayReleased: false))
  }

  /// Gives identifiers to waiting messages while the window has a place.
  mutating func fillWindow(at now: MonotonicInstant) {
    while outbox.waitingCount > 0, let identifier = takeWindowPlace(), var record = outbox.nextWaiting() {
      record.stage = .published
      record.packetIdentifier = identifier
      appendInFlight(record, identifier)
      change(.assign(sequence: record.sequence, identifier))
    }
  }

  /// The changes up to this ticket are durable.
  public mutating func persisted(_ ticket: PersistTicket, at now: MonotonicInstant) {
    lastPersisted = max(lastPersisted, ticket)
    while let (due, tag) = awaitingStored.first, due <= lastPersisted {
      _ = awaitingStored.popFirst()
      emit(.stored(tag))
    }
    inboundPersisted(at: now)
    transmitDue(at: now)
    finishDrainIfDone(at: now)
  }

  /// Sends what is durable and has not gone out on this connection, in order.
  mutating func transmitDue(at now: MonotonicInstant) {
    guard isLinkUp else { return }
    for index in outbox.inFlight.indices {
      let entry = outbox.inFlight[index]
      guard entry.sentOn != connectionNumber, entry.ticket <= lastPersisted else { continue }
      if entry.record.stage == .released {
        respond(.publishRelease(PublishResponse(entry.identifier)), at: now)
        outbox.inFlight[index].mayReleased = true
      } else {
        let packet = PublishPacket(
          message: entry.record.message, duplicate: entry.maySent, packetIdentifier: entry.identifier)
        respond(.publish(packet), at: now)
        outbox.inFlight[index].maySent = true
      }
      outbox.inFlight[index].sentOn = connectionNumber
      outbox.inFlight[index].sentAt = now
    }
    if deadlines[.acknowledgement] == nil, let oldest = outbox.oldestUnanswered(on: connectionNumber) {
      deadlines[.acknowledgement] = oldest + configuration.timing.acknowledgementDeadline
    }
  }

  mutating func publishAcknowledged(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard let index = answered(identifier, .atLeastOnce, .published) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.publishAcknowledgement, identifier)))
    }
    complete(at: index, at: now)
  }

  mutating func publishReceived(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    if let index = answered(identifier, .exactlyOnce, .published) {
      outbox.inFlight[index].record.stage = .released
      outbox.inFlight[index].ticket = currentTicket
      outbox.inFlight[index].sentOn = 0
      change(.release(sequence: outbox.inFlight[index].record.sequence, identifier))
    } else if outbox.index(of: identifier) == nil {
      // The broker holds an exchange that is over here; PUBREL lets it finish.
      emit(.diagnostic(.unexpectedAcknowledgement(.publishReceived, identifier)))
      respond(.publishRelease(PublishResponse(identifier)), at: now)
    }
  }

  mutating func publishCompleted(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard let index = answered(identifier, .exactlyOnce, .released) else {
      return emit(.diagnostic(.unexpectedAcknowledgement(.publishComplete, identifier)))
    }
    complete(at: index, at: now)
  }

  private func answered(
    _ identifier: PacketIdentifier, _ qos: QualityOfService, _ stage: OutgoingRecord.Stage
  ) -> Int? {
    guard let index = outbox.index(of: identifier) else { return nil }
    let entry = outbox.inFlight[index]
    let fits = entry.record.message.qos == qos && entry.record.stage == stage
    return fits && entry.sentOn == connectionNumber ? index : nil
  }

  private mutating func complete(at index: Int, at now: MonotonicInstant) {
    backoff.exchanged()
    let entry = outbox.complete(at: index)
    identifiers.release(entry.identifier)
    counters.delivered += 1
    change(.remove(sequence: entry.record.sequence))
    emit(.delivered(entry.record.tag))
    fillWindow(at: now)
    finishDrainIfDone(at: now)
  }

  /// The broker has no session: what was in flight becomes new messages, incoming exchanges are over.
  mutating func sessionLost() {
    let taken = outbox.requeueInFlight(policy: configuration.sessionLoss)
    for entry in taken.requeued + taken.finished { identifiers.release(entry.identifier) }
    for entry in taken.requeued { change(.requeue(sequence: entry.record.sequence)) }
    for entry in taken.finished {
      change(.remove(sequence: entry.record.sequence))
      counters.delivered += 1
      emit(.delivered(entry.record.tag))
    }
    if !inbox.exchanges.isEmpty {
      inbox.exchanges.removeAll()
      change(.removeAllInbound)
    }
    if !taken.requeued.isEmpty { emit(.diagnostic(.sessionLost(republished: taken.requeued.count))) }
  }
}
