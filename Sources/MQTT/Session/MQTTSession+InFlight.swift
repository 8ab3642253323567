import SansIO

/// Messages in flight: what leaves, again on a new connection, and what the broker answers.
extension MQTTSession {
  /// Sends the packet of a message's stage, once on a connection.
  mutating func transmitInFlight(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard isLinkUp, let entry = outbox.inFlight[identifier], entry.sentOn != connectionNumber,
      entry.ticket <= lastPersisted
    else { return }
    if entry.record.stage == .released {
      answer(.publishRelease, identifier, at: now)
    } else {
      transmitPublish(
        entry.record.message, duplicate: entry.mayBeSent, identifier: identifier,
        expiresAt: entry.expiresAt, at: now)
    }
    let number = connectionNumber
    outbox.inFlight.update(identifier) { $0?.sent(on: number, at: now) }
    if deadlines[.acknowledgement] == nil {
      deadlines[.acknowledgement] = now + configuration.timing.acknowledgementDeadline
    }
  }

  /// Writes a PUBLISH: before 5.0 without properties, in 5.0 with what is left of the message expiry interval
  /// and with a topic alias if the broker takes one. Nothing of this is ever stored.
  mutating func transmitPublish(
    _ message: Message, duplicate: Bool = false, identifier: PacketIdentifier? = nil,
    expiresAt: MonotonicInstant, at now: MonotonicInstant
  ) {
    var packet = PublishPacket(message: message, duplicate: duplicate, packetIdentifier: identifier)
    if version.hasProperties {
      if expiresAt != .never {
        // Some brokers take 0 for "never".
        let rest = max(1, ((expiresAt - now) + TimeSpan(nanoseconds: 999_999_999)).seconds)
        packet.message.properties.messageExpiryInterval = UInt32(clamping: rest)
      }
      useAlias(&packet)
    } else if !message.properties.isEmpty {
      packet.message.properties = Properties()
    }
    do {
      try transmit(packet, at: now)
    } catch {
      // It was checked when it was published.
      closeLink(.invalidConfiguration(error), at: now)
    }
  }

  private mutating func useAlias(_ packet: inout PublishPacket) {
    // A new alias makes the packet three bytes longer.
    guard packet.message.packetByteCount(version) + 4 <= outgoingPacketLimit,
      let (alias, isKnown) = outgoingAliases.use(packet.message.topic)
    else { return }
    packet.topicAlias = alias
    if isKnown { packet.message.topic = .aliased }
  }

  // MARK: On a new connection

  /// What was in flight leaves again: PUBREL at once, PUBLISH as the window allows.
  mutating func resumeInFlight(at now: MonotonicInstant) {
    outbox.due.removeAll()
    outbox.resends.removeAll()
    for identifier in outbox.inOrder {
      guard let entry = outbox.inFlight[identifier] else { continue }
      if entry.record.stage == .released {
        transmitWhenDue(identifier, entry.ticket, at: now)
      } else {
        outbox.resends.append(identifier)
      }
    }
    transmitResends(at: now)
  }

  mutating func transmitResends(at now: MonotonicInstant) {
    while isLinkUp, !isCongested, outbox.takenPlaces < window, let identifier = outbox.resends.first,
      let entry = outbox.inFlight[identifier], entry.ticket <= lastPersisted
    {
      _ = outbox.resends.popFirst()
      if let reason = refusal(of: entry.record.message) {
        // The broker may hold a half of a QoS 2 exchange under its identifier, which stays taken then.
        if entry.record.message.qos == .atLeastOnce { identifiers.release(identifier) }
        _ = outbox.complete(identifier)
        giveUp(entry.record, reason)
      } else {
        transmitInFlight(identifier, at: now)
      }
    }
  }

  // MARK: Answers

  mutating func publishAcknowledged(_ packet: PublishResponse, at now: MonotonicInstant) {
    guard isAwaited(packet.packetIdentifier, .atLeastOnce, .published) else {
      return strange(.publishAcknowledgement, packet.packetIdentifier)
    }
    tell(packet, .publishAcknowledgement)
    complete(packet, at: now)
  }

  mutating func publishReceived(_ packet: PublishResponse, at now: MonotonicInstant) {
    let identifier = packet.packetIdentifier
    if isAwaited(identifier, .exactlyOnce, .published) {
      tell(packet, .publishReceived)
      if packet.reasonCode.isFailure { return complete(packet, at: now) }
      release(identifier, at: now)
    } else if !outbox.inFlight.contains(identifier) {
      // The broker holds an exchange that is over here; PUBREL lets it finish.
      strange(.publishReceived, identifier)
      guard !packet.reasonCode.isFailure else { return }
      answer(.publishRelease, identifier, notFound, at: now)
    } else if isAwaited(identifier, .exactlyOnce, .released) {
      // Said twice: the PUBREL that is under way answers it.
      strange(.publishReceived, identifier)
    }
  }

  private mutating func release(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard let sequence = outbox.inFlight[identifier]?.record.sequence else { return }
    let (order, ticket) = (outbox.makeReleaseOrder(), dueTicket)
    outbox.inFlight.update(identifier) { $0?.released(in: order, ticket) }
    change(.release(sequence: sequence, identifier))
    transmitWhenDue(identifier, ticket, at: now)
  }

  mutating func publishCompleted(_ packet: PublishResponse, at now: MonotonicInstant) {
    guard isAwaited(packet.packetIdentifier, .exactlyOnce, .released) else {
      return strange(.publishComplete, packet.packetIdentifier)
    }
    tell(packet, .publishComplete)
    // A broker that knows nothing of it any more (0x92) has had it.
    complete(PublishResponse(packet.packetIdentifier), at: now)
  }

  /// What 5.0 says about an identifier that belongs to nothing.
  var notFound: ReasonCode { version.hasProperties ? .packetIdentifierNotFound : .success }

  private mutating func strange(_ type: PacketType, _ identifier: PacketIdentifier) {
    emit(.diagnostic(.unexpectedAcknowledgement(type, identifier)))
  }

  private mutating func tell(_ packet: PublishResponse, _ type: PacketType) {
    guard let text = packet.properties.reasonString else { return }
    emit(.diagnostic(.reason(type, packet.reasonCode, text)))
  }

  private mutating func isAwaited(
    _ identifier: PacketIdentifier, _ qos: QualityOfService, _ stage: OutgoingRecord.Stage
  ) -> Bool {
    let number = connectionNumber
    var isAwaited = false
    outbox.inFlight.update(identifier) { isAwaited = $0?.isAwaited(qos, stage, on: number) ?? false }
    return isAwaited
  }

  private mutating func complete(_ packet: PublishResponse, at now: MonotonicInstant) {
    guard let entry = outbox.complete(packet.packetIdentifier) else { return }
    backoff.exchanged()
    identifiers.release(packet.packetIdentifier)
    if packet.reasonCode.isFailure {
      giveUp(entry.record, .refused(packet.reasonCode, reasonString: packet.properties.reasonString))
    } else {
      counters.delivered += 1
      change(.remove(sequence: entry.record.sequence))
      emit(.delivered(entry.record.tag))
    }
    fillWindow(at: now)
    finishDrainIfDone(at: now)
  }

  // MARK: A lost session

  /// The broker has no session: what was in flight becomes new messages, incoming exchanges are over.
  mutating func sessionLost() {
    identifiers = PacketIdentifierAllocator(after: identifiers)
    let policy = configuration.sessionLoss
    let taken = outbox.takeInFlight { entry in
      switch policy {
      case .republish: true
      case .republishUnreleased: !entry.mayBeReleased
      case .drop: !entry.mayBeSent
      }
    }
    for record in taken.requeued { change(.requeue(sequence: record.sequence)) }
    for entry in taken.others {
      if policy == .drop { giveUp(entry.record, .sessionLost) } else { countAsDelivered(entry.record) }
    }
    if !inbox.exchanges.isEmpty {
      inbox.forgetAll()
      change(.removeAllInbound)
    }
    if !taken.requeued.isEmpty { emit(.diagnostic(.sessionLost(republished: taken.requeued.count))) }
  }

  private mutating func countAsDelivered(_ record: OutgoingRecord) {
    counters.delivered += 1
    change(.remove(sequence: record.sequence))
    emit(.delivered(record.tag))
  }
}
