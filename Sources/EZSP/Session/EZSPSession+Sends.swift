import RadioInterface
import SansIO
import Zigbee

/// Sends: one attempt each. Whoever may repeat a message (telemetry, never an unlock) does so above.
extension EZSPSession {
  static let confirmationLimit = TimeSpan.seconds(10)
  /// The parent keeps a message for a sleeper some seconds, and the stack repeats it.
  static let sleepyConfirmationLimit = TimeSpan.seconds(30)

  mutating func send(_ id: RadioRequestID, _ request: APSRequest, at now: MonotonicInstant) {
    guard case .running(let adapter, _) = phase else { return emit(.sent(id, .failed(.notRunning))) }
    guard request.payload.count <= longestPayload(request) else {
      return emit(.sent(id, .failed(.tooLong)))
    }
    guard let transaction = sends.allocate() else {
      let full = EZSPStatus(.messageLimit, in: adapter.version)
      return emit(.sent(id, full.deliveryResult(isConfirmation: false)))
    }
    var send = PendingSend<EZSPSend, EZSPStatus>(
      requestID: id, request: EZSPSend(request), confirmationLimit: nil, sendBy: request.sendBy)
    if Self.isConfirmed(request) {
      send.confirmationLimit = request.toSleepyDevice ? Self.sleepyConfirmationLimit : Self.confirmationLimit
    }
    sends.add(send, transaction: transaction)
  }

  private func longestPayload(_ request: APSRequest) -> Int {
    Self.isConfirmed(request) ? EZSPSend.longestPayload : APS.maximumUnfragmentedPayload
  }

  /// Nobody acknowledges a broadcast.
  private static func isConfirmed(_ request: APSRequest) -> Bool {
    switch request.destination {
    case .device, .ieee: true
    case .group, .broadcast: false
    }
  }

  /// As many sends as the firmware has buffers for.
  mutating func releaseQueuedSends() {
    guard case .running = phase else { return }
    while sends.queuedCount > 0, sends.active < EZSPAdapter.unconfirmedLimit,
      channel.waitingCount(.message) + 2 < EZSPChannel.queueLimit
    {
      guard let (transaction, _) = sends.release() else { continue }
      transmitSend(transaction)
    }
  }

  /// The next piece of a send, or the question for its receiver's address.
  private mutating func transmitSend(_ transaction: UInt8) {
    guard let send = sends[transaction]?.request else { return }
    if let request = send.request(tag: transaction) {
      if !channel.version.hasPolicyBits, let destination = send.destination,
        let relays = sourceRoutes[destination], !relays.isEmpty
      {
        _ = channel.enqueue(.sourceRoute(to: destination, relays), for: .nobody, priority: .message)
      }
      _ = channel.enqueue(request, for: .send(transaction: transaction), priority: .message)
    } else if case .ieee(let address) = send.message.destination {
      _ = channel.enqueue(.lookUp(address), for: .lookUp(transaction: transaction), priority: .message)
    }
  }

  /// What waited too long behind slow replies must not leave any more: an unlock least of all.
  mutating func endExpiredSends(at now: MonotonicInstant) {
    for transaction in sends.expired(at: now) {
      channel.withdraw(.send(transaction: transaction))
      channel.withdraw(.lookUp(transaction: transaction))
      end(transaction, .failed(.expired))
    }
  }

  // MARK: Ends

  mutating func lookedUp(_ transaction: UInt8, _ reply: EZSPReply) {
    guard var send = sends[transaction]?.request else { return }
    let address = reply.successFields?.integer("node_id").map {
      NetworkAddress(rawValue: UInt16(truncatingIfNeeded: $0))
    }
    guard let address, address.rawValue < 0xFFF8 else {
      return end(transaction, EZSPStatus(.noRoute, in: channel.version).deliveryResult(isConfirmation: false))
    }
    send.destination = address
    sends.setRequest(send, of: transaction)
    transmitSend(transaction)
  }

  mutating func sendReplied(_ transaction: UInt8, _ reply: EZSPReply, at now: MonotonicInstant) {
    guard let send = sends[transaction] else { return }
    switch reply {
    case .response(let fields):
      let status = fields.status ?? EZSPStatus(.invalidCall, in: channel.version)
      guard status.isSuccess, let limit = send.confirmationLimit else {
        return end(transaction, status.deliveryResult(isConfirmation: false))
      }
      var request = send.request
      request.sequence = UInt8(truncatingIfNeeded: fields.integer("aps_seq") ?? 0)
      sends.setRequest(request, of: transaction)
      if case .requested(.some(let confirmation)) = send.stage { return confirmed(transaction, confirmation) }
      sends.setStage(.accepted, of: transaction)
      deadlines[.confirmation(transaction: transaction)] = now + limit
    case .refused(let status):
      end(transaction, .failed(.rejected(status: UInt8(truncatingIfNeeded: status?.rawValue ?? 0))))
    case .timedOut: end(transaction, .failed(.unconfirmed))
    }
  }

  /// `messageSentHandler`.
  mutating func confirmationReceived(_ fields: FrameFields) {
    // Of direct messages; those of broadcasts tell nothing that is waited for.
    guard fields.integer("message_type") == 0 else { return }
    guard let tag = fields.integer("message_tag").flatMap({ UInt8(exactly: $0) }), let status = fields.status
    else { return counters.malformedFrames &+= 1 }
    switch sends[tag]?.stage {
    case .requested(confirmation: nil)?: sends.setStage(.requested(confirmation: status), of: tag)
    case .accepted?: confirmed(tag, status)
    default: counters.lateConfirmations &+= 1
    }
  }

  private mutating func confirmed(_ transaction: UInt8, _ status: EZSPStatus) {
    deadlines[.confirmation(transaction: transaction)] = nil
    guard status.isSuccess, var send = sends[transaction]?.request, send.hasMorePieces else {
      return end(transaction, status.deliveryResult(isConfirmation: true))
    }
    send.advance()
    sends.setRequest(send, of: transaction)
    sends.setStage(.requested(confirmation: nil), of: transaction)
    transmitSend(transaction)
  }

  mutating func confirmationMissing(_ transaction: UInt8) {
    end(transaction, .failed(.unconfirmed))
  }

  private mutating func end(_ transaction: UInt8, _ result: DeliveryResult) {
    deadlines[.confirmation(transaction: transaction)] = nil
    guard let send = sends.remove(transaction) else { return }
    emit(.sent(send.requestID, result))
  }
}
