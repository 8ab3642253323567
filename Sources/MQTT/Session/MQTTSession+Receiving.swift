public import SansIO

/// What comes from the broker.
extension MQTTSession {
  public mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    guard isStreamOpen, !bytes.isEmpty else { return }
    lastEvent = now
    lastReceived = now
    counters.bytesReceived += UInt64(bytes.count)
    deadlines[.pingResponse] = nil
    deframer.append(bytes)
    do throws(MalformedPacket) {
      while isStreamOpen, let packet = try nextPacket() { received(packet, at: now) }
    } catch {
      closeLink(.malformed(error), at: now)
    }
    finishDrainIfDone(at: now)
  }

  private mutating func nextPacket() throws(MalformedPacket) -> Packet? {
    guard state == .connecting, version.hasProperties else { return try deframer.nextPacket() }
    return try deframer.nextFrame().map { frame throws(MalformedPacket) in try greeting(frame) }
  }

  /// A broker that knows no 5.0 refuses CONNECT in the form of 3.1.1, which is a byte shorter.
  private func greeting(_ frame: PacketDeframer.Frame) throws(MalformedPacket) -> Packet {
    guard frame.type == .connectAcknowledgement, frame.body.count == 2 else {
      return try Packet(frame, context: codec)
    }
    var context = codec
    context.version = .v3_1_1
    let packet = try Packet(frame, context: context)
    if case .connectAcknowledgement(let answer) = packet, answer.returnCode == .accepted {
      throw MalformedPacket(.truncated, in: .connectAcknowledgement)
    }
    return packet
  }

  private mutating func received(_ packet: Packet, at now: MonotonicInstant) {
    switch packet {
    case .connectAcknowledgement(let packet): return connectAcknowledged(packet, at: now)
    case .authentication(let packet): return authenticationReceived(packet, at: now)
    default: break
    }
    guard isLinkUp else { return closeLink(.protocolViolation(.unexpected(packet.type)), at: now) }
    switch packet {
    case .publish(let packet):
      if deframer.leftOut > 0 {
        passOver(packet, bytes: deframer.leftOut, at: now)
      } else {
        messageReceived(packet, at: now)
      }
    case .publishAcknowledgement(let packet): publishAcknowledged(packet, at: now)
    case .publishReceived(let packet): publishReceived(packet, at: now)
    case .publishRelease(let packet): releaseReceived(packet.packetIdentifier, at: now)
    case .publishComplete(let packet): publishCompleted(packet, at: now)
    case .subscribeAcknowledgement(let packet): subscribeAcknowledged(packet, at: now)
    case .unsubscribeAcknowledgement(let packet): unsubscribeAcknowledged(packet, at: now)
    case .pingResponse: backoff.exchanged()
    case .disconnect(let packet) where version.hasProperties: disconnectReceived(packet, at: now)
    case .connect, .connectAcknowledgement, .subscribe, .unsubscribe, .pingRequest, .disconnect,
      .authentication:
      closeLink(.protocolViolation(.unexpected(packet.type)), at: now)
    }
  }

  /// 5.0: the broker ends the connection and says why (clause 3.14).
  private mutating func disconnectReceived(_ packet: DisconnectPacket, at now: MonotonicInstant) {
    let isSentElsewhere = redirect(packet.reasonCode, to: packet.properties.serverReference)
    closeLink(
      .disconnectedByBroker(packet.reasonCode, reasonString: packet.properties.reasonString),
      isNextAtOnce: isSentElsewhere, at: now)
  }

  // MARK: Messages

  private mutating func messageReceived(_ packet: PublishPacket, at now: MonotonicInstant) {
    var packet = packet
    if let alias = packet.topicAlias {
      guard let topic = incomingAliases.resolve(alias, packet.message.topic) else {
        return closeLink(.protocolViolation(.topicAlias(alias)), at: now)
      }
      packet.message.topic = topic
    }
    guard let identifier = packet.packetIdentifier else { return handOut(packet, serial: 0, at: now) }
    var digest = MessageDigest(rawValue: 0)
    if packet.message.qos == .exactlyOnce {
      digest = MessageDigest(of: packet.message)
      if let exchange = inbox.exchanges[identifier] {
        guard exchange.digest != digest else { return repeated(exchange, identifier, at: now) }
        // A broker that was set back to an older state gives an identifier to another message.
        emit(.diagnostic(.identifierReused(identifier)))
      }
    }
    guard inbox.unacceptedCount < configuration.limits.unacceptedMessages else {
      return closeLink(.tooManyUnaccepted, at: now)
    }
    guard !version.hasProperties || inbox.unacknowledgedCount < Int(configuration.receiveMaximum) else {
      return closeLink(.protocolViolation(.receiveMaximumExceeded), at: now)
    }
    handOut(packet, serial: begin(packet.message.qos, identifier, digest), at: now)
  }

  private mutating func begin(
    _ qos: QualityOfService, _ identifier: PacketIdentifier, _ digest: MessageDigest
  ) -> UInt64 {
    let serial = inbox.makeSerial()
    if qos == .atLeastOnce {
      inbox.appendAtLeastOnce(identifier, serial: serial)
    } else {
      inbox.begin(
        .init(
          stage: .delivered, serial: serial, digest: digest, seenOn: connectionNumber,
          countsOn: connectionNumber), identifier)
    }
    return serial
  }

  /// A message that is larger than allowed: the broker may forget it.
  private mutating func passOver(_ packet: PublishPacket, bytes: Int, at now: MonotonicInstant) {
    emit(.diagnostic(.messageTooLarge(packet.message.topic, bytes: bytes)))
    guard let identifier = packet.packetIdentifier else { return }
    let serial = begin(packet.message.qos, identifier, MessageDigest(of: packet.message))
    discard(InboundToken(qos: packet.message.qos, identifier: identifier, serial: serial), at: now)
  }

  private mutating func handOut(_ packet: PublishPacket, serial: UInt64, at now: MonotonicInstant) {
    counters.received += 1
    let token = InboundToken(
      qos: packet.message.qos, subscriptionIdentifiers: packet.subscriptionIdentifiers,
      identifier: packet.packetIdentifier, serial: serial)
    if let request = requests.takeAnswered(by: packet.message) {
      emit(.response(request, packet.message, token))
    } else {
      // With QoS 2 this is a message that an earlier process may have had: what it knew by its identifier is gone.
      emit(.received(packet.message, token, duplicate: packet.duplicate))
    }
    if configuration.acknowledgement == .automatic { accept(token, at: now) }
  }

  /// A QoS 2 message that was handed out already: only its PUBREC is wanted again.
  private mutating func repeated(
    _ exchange: Inbox.Exchange, _ identifier: PacketIdentifier, at now: MonotonicInstant
  ) {
    counters.duplicatesSuppressed += 1
    inbox.seen(identifier, on: connectionNumber, isPublish: true)
    inbox.appendExactlyOnce(identifier, isReady: !exchange.stage.isOpen)
    acknowledgeInbound(at: now)
  }

  // MARK: What the application makes of them

  /// The application has done with a message what it has to do before the broker may forget it.
  /// Accepting twice, or after the session was lost, does nothing.
  public mutating func accept(_ token: InboundToken, at now: MonotonicInstant) {
    lastEvent = now
    guard let identifier = token.identifier else { return }
    if token.qos == .atLeastOnce {
      inbox.acceptAtLeastOnce(serial: token.serial, .success)
      acknowledgeInbound(at: now)
    } else if let exchange = openExchange(token, identifier) {
      if configuration.isDurable {
        inbox.enter(.storing(currentTicket), identifier)
        awaitingInbound.append((currentTicket, identifier))
        change(.insertInbound(identifier, exchange.digest))
      } else {
        inbox.markReady(identifier, as: .stored)
        acknowledgeInbound(at: now)
      }
    }
  }

  /// The application has nothing to do with a message: the broker may forget it at once, without a record
  /// that it was handed out. Should it come again after a crash, it is handed out again.
  public mutating func discard(_ token: InboundToken, at now: MonotonicInstant) {
    guard let identifier = token.identifier, token.qos == .exactlyOnce else { return accept(token, at: now) }
    lastEvent = now
    guard openExchange(token, identifier) != nil else { return }
    inbox.markReady(identifier, as: .discarded)
    acknowledgeInbound(at: now)
  }

  /// The application does not take a message: a broker of 5.0 is told why, an older one as if it had been
  /// discarded. `code` is one of the failures of PUBACK and PUBREC (tables 3-4 and 3-5).
  public mutating func refuse(_ token: InboundToken, _ code: ReasonCode, at now: MonotonicInstant) {
    guard version.hasProperties, let identifier = token.identifier else { return discard(token, at: now) }
    lastEvent = now
    let code = code.isFailure ? code : .unspecifiedError
    if token.qos == .atLeastOnce {
      inbox.acceptAtLeastOnce(serial: token.serial, code)
    } else {
      guard openExchange(token, identifier) != nil else { return }
      inbox.markReady(identifier, as: .refused, code)
    }
    acknowledgeInbound(at: now)
  }

  /// The exchange that a token names, if the application has not decided about it.
  private func openExchange(_ token: InboundToken, _ identifier: PacketIdentifier) -> Inbox.Exchange? {
    guard let exchange = inbox.exchanges[identifier], exchange.serial == token.serial,
      exchange.stage == .delivered
    else { return nil }
    return exchange
  }

  // MARK: The end of an exchange

  private mutating func releaseReceived(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    guard let exchange = inbox.exchanges[identifier] else {
      return answer(.publishComplete, identifier, notFound, at: now)
    }
    inbox.seen(identifier, on: connectionNumber, isPublish: false)
    switch exchange.stage {
    case .removing: return
    case .discarded, .refused:
      inbox.dropSlot(identifier)
      return finishInbound(identifier, at: now)
    case .delivered, .storing: emit(.diagnostic(.prematureRelease(identifier)))
    case .stored: break
    }
    inbox.dropSlot(identifier)
    guard configuration.isDurable else { return finishInbound(identifier, at: now) }
    inbox.enter(.removing(currentTicket), identifier)
    awaitingInbound.append((currentTicket, identifier))
    change(.removeInbound(identifier))
  }

  private mutating func finishInbound(_ identifier: PacketIdentifier, at now: MonotonicInstant) {
    inbox.end(identifier)
    answer(.publishComplete, identifier, at: now)
  }

  mutating func inboundPersisted(at now: MonotonicInstant) {
    while let (due, identifier) = awaitingInbound.first, due <= lastPersisted {
      _ = awaitingInbound.popFirst()
      guard let exchange = inbox.exchanges[identifier] else { continue }
      switch exchange.stage {
      case .storing(let ticket) where ticket <= lastPersisted:
        inbox.markReady(identifier, as: .stored)
      case .removing(let ticket) where ticket <= lastPersisted:
        if isLinkUp, exchange.seenOn == connectionNumber {
          finishInbound(identifier, at: now)
        } else {
          inbox.end(identifier)
        }
      default:
        break
      }
    }
    acknowledgeInbound(at: now)
  }

  private mutating func acknowledgeInbound(at now: MonotonicInstant) {
    guard isLinkUp else { return }
    while let slot = inbox.nextPublishAcknowledgement() {
      answer(.publishAcknowledgement, slot.identifier, slot.reasonCode, at: now)
    }
    while let slot = inbox.nextPublishReceived() {
      answer(.publishReceived, slot.identifier, slot.reasonCode, at: now)
      // A PUBREC that refuses ends the exchange (5.0, clause 4.3.3).
      if slot.reasonCode.isFailure { inbox.end(slot.identifier) }
    }
  }
}
