public import SansIO

/// Messages on their way out.
extension MQTTSession {
  /// Publishes a message. QoS 1 and 2: durable first (`.stored`), then sent until `.delivered`. QoS 0: sent
  /// if there is a connection, kept in memory while that is congested, else dropped, or kept too if
  /// `keepWhileOffline`. False when it was dropped or refused at once; the reason comes as `.dropped`.
  ///
  /// What the broker does not support is only known on a connection: a message that waits is dropped, with the
  /// reason, when its turn comes.
  @discardableResult
  public mutating func publish(
    _ message: Message, tag: PublishTag = .none, keepWhileOffline: Bool = false, at now: MonotonicInstant
  ) -> Bool {
    lastEvent = now
    counters.published += 1
    if let failure = EncodingFailure(of: message) { return drop(tag, .invalid(failure)) }
    if let refusal = refusal(of: message) { return drop(tag, refusal) }
    return message.qos == .atMostOnce
      ? publishTransient(message, tag: tag, keepWhileOffline: keepWhileOffline, at: now)
      : publishDurable(message, tag: tag, at: now)
  }

  /// Why a message cannot be sent on this connection, or on any.
  func refusal(of message: Message) -> DropReason? {
    let limit = isLinkUp ? outgoingPacketLimit : min(configuration.limits.outgoingPacketBytes, 268_435_460)
    guard message.packetByteCount(version) <= limit else { return .tooLarge }
    guard isLinkUp, version.hasProperties else { return nil }
    if message.qos > server.maximumQoS { return .qosNotSupported }
    if message.retain, !server.retainAvailable { return .retainNotSupported }
    return nil
  }

  @discardableResult
  mutating func drop(_ tag: PublishTag, _ reason: DropReason) -> Bool {
    counters.dropped += 1
    emit(.dropped(tag, reason))
    return false
  }

  /// Drops a message that had been taken, its record included.
  mutating func giveUp(_ record: OutgoingRecord, _ reason: DropReason) {
    change(.remove(sequence: record.sequence))
    drop(record.tag, reason)
  }

  // MARK: Room

  private var isConflating: Bool { configuration.limits.overflow == .conflate }

  /// Whether the queue would take a message without anything giving way.
  public func hasRoom(for message: Message) -> Bool {
    let limits = configuration.limits
    return outbox.count + transients.count < limits.queueMessages
      && outbox.byteCount + transients.byteCount + message.byteCount <= limits.queueBytes
  }

  /// Lets others give way to a message as the policy says; false when it does not fit nevertheless.
  private mutating func makeRoom(for message: Message) -> Bool {
    let limits = configuration.limits
    if isConflating { supersede(message.topic) }
    guard message.byteCount <= limits.queueBytes, limits.queueMessages > 0 else { return false }
    while !hasRoom(for: message) {
      switch limits.overflow {
      case .refuse, .conflate: return false
      case .dropOldestTransient:
        guard let oldest = transients.popFirst() else { return false }
        drop(oldest.tag, .transientQueueFull)
      case .dropOldest:
        if let oldest = transients.popFirst() {
          drop(oldest.tag, .transientQueueFull)
        } else if let oldest = outbox.nextWaiting() {
          outbox.forget(oldest.record)
          giveUp(oldest.record, .displaced)
        } else {
          return false
        }
      }
    }
    return true
  }

  private mutating func supersede(_ topic: TopicName) {
    if let older = transients.take(on: topic) { drop(older.tag, .superseded) }
    if let older = outbox.takeWaiting(on: topic) { giveUp(older, .superseded) }
  }

  mutating func armMessageExpiry() {
    let next = min(outbox.nextExpiry, transients.nextExpiry)
    deadlines[.messageExpiry] = next == .never ? nil : next
  }

  private mutating func noteExpiry(_ instant: MonotonicInstant) {
    guard instant != .never else { return }
    deadlines[.messageExpiry] = min(deadlines[.messageExpiry] ?? .never, instant)
  }

  mutating func dropExpired(at now: MonotonicInstant) {
    for record in outbox.takeExpired(at: now) { giveUp(record, .expired) }
    for entry in transients.takeExpired(at: now) { drop(entry.tag, .expired) }
    armMessageExpiry()
    finishDrainIfDone(at: now)
  }

  // MARK: QoS 0

  /// Whether the bytes of this turn leave room for more of QoS 0.
  private var hasOutputRoom: Bool { unsentByteCount < max(1, configuration.limits.outputBytes) }

  private mutating func publishTransient(
    _ message: Message, tag: PublishTag, keepWhileOffline: Bool, at now: MonotonicInstant
  ) -> Bool {
    let limits = configuration.limits
    if isLinkUp, !isCongested, transients.isEmpty, hasOutputRoom {
      transmitPublish(message, expiresAt: .expiry(of: message, from: now), at: now)
      return true
    }
    guard isLinkUp || keepWhileOffline else { return drop(tag, .offline) }
    guard makeRoom(for: message), makeTransientRoom(for: message) else {
      return drop(tag, .transientQueueFull)
    }
    let messageExpiry = MonotonicInstant.expiry(of: message, from: now)
    let expiry = min(messageExpiry, limits.transientAge.map { now + $0 } ?? .never)
    transients.append(
      .init(message: message, tag: tag, expiresAt: expiry, messageExpiresAt: messageExpiry),
      conflating: isConflating)
    noteExpiry(expiry)
    return true
  }

  private mutating func makeTransientRoom(for message: Message) -> Bool {
    let limits = configuration.limits
    while transients.count >= limits.transientQueueMessages
      || transients.byteCount + message.byteCount > limits.transientQueueBytes
    {
      guard limits.overflow == .dropOldest || limits.overflow == .dropOldestTransient,
        let oldest = transients.popFirst()
      else { return false }
      drop(oldest.tag, .transientQueueFull)
    }
    return true
  }

  mutating func flushTransients(at now: MonotonicInstant) {
    while isLinkUp, !isCongested, hasOutputRoom,
      let entry = transients.popFirst()
    {
      if entry.expiresAt <= now {
        drop(entry.tag, .expired)
      } else if let refusal = refusal(of: entry.message) {
        drop(entry.tag, refusal)
      } else {
        transmitPublish(entry.message, expiresAt: entry.messageExpiresAt, at: now)
      }
    }
  }

  // MARK: QoS 1 and 2

  private mutating func publishDurable(_ message: Message, tag: PublishTag, at now: MonotonicInstant) -> Bool
  {
    guard makeRoom(for: message) else { return drop(tag, .durableQueueFull) }
    var record = outbox.makeRecord(message, tag: tag)
    let expiry = MonotonicInstant.expiry(of: message, from: now)
    if configuration.isDurable { awaitingStored.append((currentTicket, tag)) } else { emit(.stored(tag)) }
    if outbox.waitingCount == 0, let identifier = takeWindowPlace() {
      record.stage = .published
      record.packetIdentifier = identifier
      change(.insert(record))
      takeFlight(record, identifier, expiresAt: expiry, at: now)
    } else {
      change(.insert(record))
      outbox.wait(.init(record: record, expiresAt: expiry), conflating: isConflating)
      noteExpiry(expiry)
    }
    return true
  }

  /// Whether one more message may be in flight: resends come first.
  private var hasWindowPlace: Bool {
    isLinkUp && !isCongested && outbox.resends.isEmpty && outbox.takenPlaces < window
  }

  private mutating func takeWindowPlace() -> PacketIdentifier? {
    hasWindowPlace ? identifiers.allocate() : nil
  }

  private mutating func takeFlight(
    _ record: OutgoingRecord, _ identifier: PacketIdentifier, expiresAt: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    outbox.inFlight.insert(
      Outbox.InFlight(
        record: record, expiresAt: expiresAt, ticket: dueTicket, mayBeSent: false, mayBeReleased: false),
      for: identifier)
    transmitWhenDue(identifier, dueTicket, at: now)
  }

  mutating func transmitWhenDue(
    _ identifier: PacketIdentifier, _ ticket: PersistTicket, at now: MonotonicInstant
  ) {
    if ticket <= lastPersisted {
      transmitInFlight(identifier, at: now)
    } else {
      outbox.due.append(.init(ticket: ticket, identifier: identifier))
    }
  }

  /// Gives identifiers to waiting messages while the window has a place, after the resends.
  mutating func fillWindow(at now: MonotonicInstant) {
    transmitResends(at: now)
    while outbox.waitingCount > 0, hasWindowPlace, let waiting = outbox.nextWaiting() {
      var record = waiting.record
      // What cannot be sent takes no identifier.
      if let reason = waiting.expiresAt <= now ? .expired : refusal(of: record.message) {
        outbox.forget(record)
        giveUp(record, reason)
        continue
      }
      guard let identifier = identifiers.allocate() else {
        outbox.putBack(waiting)
        return
      }
      record.stage = .published
      record.packetIdentifier = identifier
      change(.assign(sequence: record.sequence, identifier))
      takeFlight(record, identifier, expiresAt: waiting.expiresAt, at: now)
    }
  }

  /// The changes up to this ticket are durable.
  public mutating func persisted(_ ticket: PersistTicket, at now: MonotonicInstant) {
    lastEvent = now
    lastPersisted = max(lastPersisted, ticket)
    while let (due, tag) = awaitingStored.first, due <= lastPersisted {
      _ = awaitingStored.popFirst()
      emit(.stored(tag))
    }
    inboundPersisted(at: now)
    while let due = outbox.due.first, due.ticket <= lastPersisted {
      _ = outbox.due.popFirst()
      transmitInFlight(due.identifier, at: now)
    }
    fillWindow(at: now)
    finishDrainIfDone(at: now)
  }
}
