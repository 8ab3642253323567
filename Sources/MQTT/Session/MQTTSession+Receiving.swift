public import SansIO

/// What comes from the broker.
extension MQTTSession {
  public mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    guard isStreamOpen, !bytes.isEmpty else { return }
    lastReceived = now
    counters.bytesReceived += UInt64(bytes.count)
    deadlines[.pingResponse] = nil
    deframer.append(bytes)
    do throws(MalformedPacket) {
      while isStreamOpen, let frame = try deframer.nextFrame() {
        let packet = try Packet(frame, context: CodecContext(version: configuration.version))
        if case .publish(let packet) = packet, isLinkUp, frame.leftOut > 0 {
          passOver(packet, bytes: frame.leftOut, at: now)
        } else {
          received(packet, at: now)
        }
      }
    } catch {
      closeLink(.malformed(error), at: now)
    }
    finishDrainIfDone(at: now)
  }

  private mutating func received(_ packet: Packet, at now: MonotonicInstant) {
    if case .connectAcknowledgement(let packet) = packet { return connectAcknowledged(packet, at: now) }
    guard isLinkUp else { return closeLink(.protocolViolation(.unexpected(packet.type)), at: now) }
    switch packet {
    case .publish(let packet): messageReceived(packet, at: now)
    case .publishAcknowledgement(let packet): publishAcknowledged(packet.packetIdentifier, at: now)
    case .publishReceived(let packet): publishReceived(packet.packetIdentifier, at: now)
    case .publishRelease(let packet): releaseReceived(packet.packetIdentifier, at: now)
    case .publishComplete(let packet): publishCompleted(packet.packetIdentifier, at: now)
    case .subscribeAcknowledgement(let packet): subscribeAcknowledged(packet, at: now)
    case .unsubscribeAcknowledgement(let packet): unsubscribeAcknowledged(packet.packetIdentifier)
    case .pingResponse: backoff.exchanged()
    case .connect, .connectAcknowledgement, .subscribe, .unsubscribe, .pingRequest, .disconnect,
      .authentication:
      closeLink(.protocolViolation(.unexpected(packet.type)), at: now)
    }
  }

  // MARK: Messages

  private mutating func messageReceived(_ packet: PublishPacket, at now: MonotonicInstant) {
    guard let identifier = packet.packetIdentifier else {
      return handOut(packet, serial: 0)
    }
    let digest = MessageDigest(of: packet.message)
    if packet.message.qos == .exactlyOnce, let exchange = inbox.exchanges[identifier] {
      if exchange.digest == digest {
        counters.duplicatesSuppressed += 1
        return repeated(exchange, identifier, at: now)
      }
      // A broker that was set back to an older state gives an identifier to another message.
      emit(.diagnostic(.identifierReused(identifier)))
    }
    guard inbox.unacceptedCount < configuration.limits.unacceptedMessages else {
      return closeLink(.tooManyUnaccepted, at: now)
    }
    let serial = inbox.makeSerial()
    if packet.message.qos == .atLeastOnce {
      inbox.appendAtLeastOnce(identifier, serial: serial)
    } else {
      inbox.exchanges[identifier] = Inbox.Exchange(
        stage: .delivered, serial: serial, digest: digest, seenOn: connectionNumber)
      inbox.appendExactlyOnce(identifier, isReady: false)
    }
    handOut(packet, serial: serial)
  }

  /// A message that is larger than allowed: the broker may forget it.
  private mutating func passOver(_ packet: PublishPacket, bytes: Int, at now: MonotonicInstant) {
    emit(.diagnostic(.messageTooLarge(packet.message.topic, bytes: bytes)))
    guard let identifier = packet.packetIdentifier else { return }
    let serial = inbox.makeSerial()
    if packet.message.qos == .atLeastOnce {
      inbox.appendAtLeastOnce(identifier, serial: serial)
    } else {
      inbox.exchanges[identifier] = Inbox.Exchange(
        stage: .delivered, serial: serial, digest: MessageDigest(of: packet.message),
        seenOn: connectionNumber)
      inbox.appendExactlyOnce(identifier, isReady: false)
    }
    discard(InboundToken(qos: packet.message.qos, identifier: identifier, serial: serial), at: now)
  }

  private mutating func handOut(_ packet: PublishPacket, serial: UInt64) {
    counters.received += 1
    let token = InboundToken(
      qos: packet.message.qos, identifier: packet.packetIdentifier, serial: serial)
    // With QoS 2 this is a message that an earlier process may have had: what it knew by its identifier is gone.
    emit(.received(packet.message, token, duplicate: packet.duplicate))
  }

  /// A QoS 2 message that was handed out already: only its PUBREC is wanted again.
  private mutating func repeated(
    _ exchange: Inbox.Exchange, _ identifier: PacketIdentifier, at now: MonotonicInstant
  ) {
    inbox.exchanges[identifier]?.seenOn = connectionNumber
    switch exchange.stage {
    case .delivered, .storing: inbox.appendExactlyOnce(identifier, isReady: false)
    case .stored, .removing, .discarded: inbox.appendExactlyOnce(identifier, isReady: true)
    }
    acknowledgeInbound(at: now)
  }

  /// The application has done with a message what it has to do before the broker may forget it.
  /// Accepting twice, or after the session was lost, does nothing.
  public mutating func accept(_ token: InboundToken, at now: MonotonicInstant) {
    guard let identifier = token.identifier else { return }
    if token.qos == .atLeastOnce {
      inbox.acceptAtLeastOnce(serial: token.serial)
      acknowledgeInbound(at: now)
    } else if let exchange = inbox.exchanges[identifier], exchange.serial == token.serial,
      case .delivered = exchange.stage
    {
      inbox.exchanges[identifier]?.stage = .storing(currentTicket)
      awaitingInbound.append((currentTicket, identifier))
      change(.insertInbound(identifier, exchange.digest))
    }
  }

  /// The application has nothing to do with a message: the broker may forget it at once, without a record
  /// that it was handed out. Should it come again after a crash, it is handed out again.
  public mutating func discard(_ token: InboundToken, at now: MonotonicInstant) {
    guard let identifier = token.identifier else { return }
    guard token.qos == .exactlyOnce else { return accept(token, at: now) }
    guard let exchange = inbox.exchanges[identifier], exchange.serial == token.serial,
      case .delivered = exchange.stage
    else { return }
    inbox.markReady(identifier, as: .discarded)
    acknowledgeInbound(at: now)
  }

  private mutating func releaseReceived(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard let exchange = inbox.exchanges[identifier] else {
      return respond(.publishComplete(PublishResponse(identifier)), at: now)
    }
    inbox.exchanges[identifier]?.seenOn = connectionNumber
    switch exchange.stage {
    case .removing:
      return
    case .discarded:
      inbox.dropSlot(identifier)
      inbox.exchanges[identifier] = nil
      return respond(.publishComplete(PublishResponse(identifier)), at: now)
    case .delivered, .storing:
      emit(.diagnostic(.prematureRelease(identifier)))
      inbox.dropSlot(identifier)
    case .stored:
      inbox.dropSlot(identifier)
    }
    inbox.exchanges[identifier]?.stage = .removing(currentTicket)
    awaitingInbound.append((currentTicket, identifier))
    change(.removeInbound(identifier))
  }

  mutating func inboundPersisted(at now: MonotonicInstant) {
    while let (due, identifier) = awaitingInbound.first, due <= lastPersisted {
      _ = awaitingInbound.popFirst()
      guard let exchange = inbox.exchanges[identifier] else { continue }
      switch exchange.stage {
      case .storing(let ticket) where ticket <= lastPersisted:
        inbox.markReady(identifier, as: .stored)
      case .removing(let ticket) where ticket <= lastPersisted:
        inbox.exchanges[identifier] = nil
        if isLinkUp, exchange.seenOn == connectionNumber {
          respond(.publishComplete(PublishResponse(identifier)), at: now)
        }
      default:
        break
      }
    }
    acknowledgeInbound(at: now)
  }

  private mutating func acknowledgeInbound(at now: MonotonicInstant) {
    guard isLinkUp else { return }
    while let identifier = inbox.nextPublishAcknowledgement() {
      respond(.publishAcknowledgement(PublishResponse(identifier)), at: now)
    }
    while let identifier = inbox.nextPublishReceived() {
      respond(.publishReceived(PublishResponse(identifier)), at: now)
    }
  }
}
