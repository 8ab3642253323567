import SansIO

/// What the session says.
extension MQTTSession {
  /// The next thing to do or to tell; nil when all is done. Bytes come last, in one piece, and after them what
  /// waited for the room that they took.
  public mutating func nextOutput() -> SessionOutput? {
    if outputsHead < outputs.count {
      defer { outputsHead += 1 }
      return outputs[outputsHead]
    }
    if outputsHead > 0 {
      outputs.removeAll(keepingCapacity: outputs.count <= 1_024)
      outputsHead = 0
    }
    if !pendingChanges.isEmpty {
      defer { pendingChanges = [] }
      return .persist(pendingChanges, takeTicket())
    }
    if let bytes = takeBytes() { return .transmit(bytes) }
    guard !transients.isEmpty, isLinkUp, !isCongested else { return nil }
    flushTransients(at: lastEvent)
    finishDrainIfDone(at: lastEvent)
    return nextOutput()
  }

  private mutating func takeTicket() -> PersistTicket {
    defer { currentTicket.rawValue += 1 }
    return currentTicket
  }

  /// The bytes of this turn. They stay in the buffer until the next packet, which takes their memory when nobody
  /// else has kept them.
  mutating func takeBytes() -> [UInt8]? {
    guard hasUnsentBytes else { return nil }
    hasUnsentBytes = false
    return output
  }

  mutating func emit(_ output: SessionOutput) { outputs.append(output) }

  mutating func change(_ change: SessionChange) {
    if configuration.isDurable { pendingChanges.append(change) }
  }

  /// When what changes now will be durable.
  var dueTicket: PersistTicket { configuration.isDurable ? currentTicket : PersistTicket(rawValue: 0) }

  /// Bytes that are still to be handed out.
  var unsentByteCount: Int { hasUnsentBytes ? output.count : 0 }

  /// Appends a packet to what leaves next, unless it is larger than the broker takes.
  /// Reason strings and user properties that would make an AUTH or DISCONNECT too large are left out.
  mutating func transmit(_ packet: Packet, at now: MonotonicInstant) throws(EncodingFailure) {
    let start = beginPacket()
    var context = codec
    context.maximumPacketSize = UInt32(clamping: outgoingPacketLimit)
    try packet.encode(into: &output, context: context)
    try endPacket(from: start, at: now)
  }

  mutating func transmit(_ packet: PublishPacket, at now: MonotonicInstant) throws(EncodingFailure) {
    let start = beginPacket()
    try packet.encode(into: &output, context: codec)
    try endPacket(from: start, at: now)
  }

  /// PUBACK, PUBREC, PUBREL or PUBCOMP.
  mutating func answer(
    _ type: PacketType, _ identifier: PacketIdentifier, _ code: ReasonCode = .success,
    at now: MonotonicInstant
  ) {
    let start = beginPacket()
    do {
      try PublishResponse(identifier, reasonCode: code).encode(as: type, into: &output, context: codec)
      try endPacket(from: start, at: now)
    } catch {
      closeLink(.invalidConfiguration(error), at: now)
    }
  }

  /// Bytes of the turn so far. A buffer that an unusual turn has made large is not kept.
  private mutating func beginPacket() -> Int {
    if !hasUnsentBytes { output.removeAll(keepingCapacity: output.capacity <= 1 << 20) }
    return output.count
  }

  private mutating func endPacket(from start: Int, at now: MonotonicInstant) throws(EncodingFailure) {
    let count = output.count - start
    guard count <= outgoingPacketLimit else {
      output.removeLast(count)
      throw .packetTooLarge
    }
    hasUnsentBytes = true
    counters.bytesSent += UInt64(count)
    lastSent = now
  }

  /// For packets that are well-formed by construction.
  mutating func respond(_ packet: Packet, at now: MonotonicInstant) {
    do {
      try transmit(packet, at: now)
    } catch {
      closeLink(.invalidConfiguration(error), at: now)
    }
  }
}
